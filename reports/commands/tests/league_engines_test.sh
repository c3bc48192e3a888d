#!/usr/bin/env bash
# league_engines_test.sh TOUCHSTONE: the league in small, two engines beside one method on five cases,
# twice. Both times the same bytes, and every cell has an answer. Status 77, "skipped", without two
# engines beside the program.
set -euo pipefail

folder=$(dirname "$1")
engines=()
for program in ode libccd_epa fcl bullet; do
    if [[ -x $folder/touchstone-engine-$program && ${#engines[@]} -lt 2 ]]; then
        engines+=("$program")
    fi
done
if [[ ${#engines[@]} -lt 2 ]]; then
    echo "skipped: needs two engines; ./quickstart.sh --engines installs them"
    exit 77
fi

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for run in 1 2; do
    "$1" league spikes wedges cliff_edges internal_edges pillar \
        --rows "semi_local,${engines[0]},${engines[1]}" --steps 20 --pictures none \
        --out "$out/$run" >"$out/table"
done
cat "$out/table"
for name in league.csv league.json motion.csv; do
    cmp "$out/1/$name" "$out/2/$name"
done
[[ -s $out/1/league.html ]]
# An engine answers, or says that it cannot represent a body; that it fails would be news.
if grep -E ',(failed|not_installed),' "$out/1/league.csv"; then
    exit 1
fi
judged=$(grep -c ',judged,' "$out/1/league.csv")
((judged >= 15))
echo "$judged judged cells, twice the same bytes"
