#!/bin/sh
# The engines' rows on the fundamental and complex cases: docs/results/engines.csv.
#   engines.sh FOLDER    the folder of `touchstone` and the touchstone-engine programs
# Engines that are not there are left out.
set -eu
results=$(dirname "$0")/..; bin=$1
set --
for engine in "bullet --as mesh" "bullet --as parts" "bullet --as hull" "bullet --as hull --defaults" \
    "ode --as mesh" "ode --as parts" "ode --as hull" "fcl --as mesh" "fcl --as parts" "fcl --as hull" \
    "libccd_epa --as hull" "libccd_mpr --as hull" "mujoco --as parts" "mujoco --as hull" \
    "mujoco --as hull --defaults" \
    "jolt --as parts" "jolt --as hull" "jolt --as hull --defaults" \
    "rapier --as mesh" "rapier --as parts" "rapier --as hull" "rapier --as hull --defaults" \
    "physx --as parts" "physx --as hull" "physx --as hull --defaults" \
    "mujoco_wasm --as parts" "mujoco_wasm --as hull" "mujoco_wasm --as hull --defaults" \
    "cannon_es --as parts" "cannon_es --as hull"; do
    if [ -x "$bin/touchstone-engine-${engine%% *}" ]; then
        set -- "$@" --generator-command "$bin/touchstone-engine-$engine"
    else
        echo "left out: $engine" >&2
    fi
done
whole=$(mktemp); trap 'rm -f "$whole"' EXIT
"$bin/touchstone" report fundamental pillar wall arch "$@" --csv "$whole"
cut -d, -f1,2,6,7,13-15 "$whole" > "$results/engines.csv"
