#!/bin/sh
# How often a scene file gives the counts CONTACTS(CORRECT) under common shifts of at most 0.5 mm per axis.
#   shifted_scene.sh TOUCHSTONE SCENE GENERATOR 'CONTACTS(CORRECT)' SHIFTS [options of `touchstone report`]
set -eu
touchstone=$1; scene=$2; generator=$3; wanted=$4; count=$5; shift 5
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
awk -v n="$count" 'BEGIN { srand(1); for (i = 1; i <= n; ++i)
  printf "%d %.17g %.17g %.17g\n", i, (rand() - 0.5) * 1e-3, (rand() - 0.5) * 1e-3, (rand() - 0.5) * 1e-3 }' |
while read -r i x y z; do
  jq -c --argjson d "[$x, $y, $z]" --arg name "draw_$i" '.name = $name |
    .bodies |= map(.position = [range(3) as $k | (.position // [0, 0, 0])[$k] + $d[$k]])' \
    "$scene" > "$folder/$i.json"
done
"$touchstone" report "$folder"/*.json --generators "$generator" --profile published --json "$folder/rows" "$@" > /dev/null
jq -r '.rows[] | "\(.contacts)(\(.correct))"' "$folder/rows" | sort | uniq -c | sort -rn |
  awk -v wanted="$wanted" '{ total += $1; if ($2 == wanted) equal = $1; list = list " " $2 "x" $1 }
    END { printf "%s in %d of %d:%s\n", wanted, equal, total, list }'
