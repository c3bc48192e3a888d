#!/bin/sh
# The engines' rows on the fundamental and complex cases: docs/engines.csv.
#   engines.sh FOLDER    the folder of `touchstone` and the touchstone-engine programs
set -eu
docs=$(dirname "$0")/..; bin=$1
set --
for engine in "bullet --as mesh" "bullet --as parts" "bullet --as hull" "bullet --as hull --defaults" \
    "ode --as mesh" "ode --as hull" "fcl --as mesh" "fcl --as parts" "fcl --as hull" \
    "libccd_epa --as hull" "libccd_mpr --as hull" "mujoco --as parts" "mujoco --as hull" \
    "mujoco --as hull --defaults"; do
    set -- "$@" --generator-command "$bin/touchstone-engine-$engine"
done
whole=$(mktemp); trap 'rm -f "$whole"' EXIT
"$bin/touchstone" report fundamental pillar wall arch "$@" --csv "$whole"
cut -d, -f1,2,6,7,13-15 "$whole" > "$docs/engines.csv"
