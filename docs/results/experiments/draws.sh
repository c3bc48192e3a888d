#!/bin/sh
# How often the paper's counts come out of a scene whose bodies are renumbered and shifted (renumber.jq), and
# whose world vertices are off by one 32-bit ulp (study.vertex_noise).
#   draws.sh TOUCHSTONE SCENE SCENES SEEDS [options of `touchstone report`]
# SCENES numberings times SEEDS draws of the noise; SEEDS 0: no noise.
# One line per generator: the paper's contacts(correct), draws that equal it, lowest and highest of both counts.
set -eu
here=$(dirname "$0"); touchstone=$1; scene=$2; scenes=$3; seeds=$4; shift 4
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
i=1
while [ "$i" -le "$scenes" ]; do
  jq -c --argjson seed "$i" --argjson shift 0.0005 -f "$here/renumber.jq" "$scene" > "$folder/$i.json"
  i=$((i + 1))
done
case_id=$(jq -r .name "$scene")
"$touchstone" report "$case_id" --profile published --json "$folder/paper" > "$folder/tables"
judge() {
  "$touchstone" report "$folder"/*.json --profile published --json "$folder/rows" "$@" > "$folder/tables"
  jq -r '.rows[] | "\(.generator) \(.contacts) \(.correct)"' "$folder/rows"
}
{
  jq -r '.rows[] | "\(.generator) \(.paper.contacts) \(.paper.correct) paper"' "$folder/paper"
  if [ "$seeds" -eq 0 ]; then judge "$@"; fi
  seed=1
  while [ "$seed" -le "$seeds" ]; do
    judge --set "study.vertex_noise=$seed" "$@"
    seed=$((seed + 1))
  done
} | awk -v case_id="$case_id" '
  $4 == "paper" { paper[$1] = $2 "(" $3 ")"; next }
  { if (!draws[$1]++) { low[$1] = high[$1] = $2; least[$1] = most[$1] = $3 }
    if ($2 "(" $3 ")" == paper[$1]) ++equal[$1]
    if ($2 < low[$1]) low[$1] = $2
    if ($2 > high[$1]) high[$1] = $2
    if ($3 < least[$1]) least[$1] = $3
    if ($3 > most[$1]) most[$1] = $3 }
  END { for (g in draws)
    printf "%-15s %-17s paper %-7s equal %d/%d  range %d-%d (%d-%d)\n",
      case_id, g, paper[g], equal[g], draws[g], low[g], high[g], least[g], most[g] }' | sort
