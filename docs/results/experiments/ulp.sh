#!/bin/sh
# Table 8 cell by cell under the rounding of 32-bit numbers: the ranges over SEEDS draws of study.vertex_noise,
# each shifted SHIFTS times, and how often both counts equal the paper's.
#   ulp.sh TOUCHSTONE SEEDS SHIFTS [options of `touchstone report`]
set -eu
touchstone=$1; seeds=$2; shifts=$3; shift 3
rows=$(mktemp); trap 'rm -f "$rows"' EXIT
for seed in $(seq "$seeds"); do
    "$touchstone" report fundamental --profile published --set "study.vertex_noise=$seed" --jitter "$shifts" \
        --json "$rows" "$@" > /dev/null 2>&1
    jq -r '.rows[] | "\(.case) \(.generator) \(.jitter.contacts.min) \(.jitter.contacts.max)" +
        " \(.jitter.correct.min) \(.jitter.correct.max) \(.jitter.agreeing) \(.jitter.shifts)"' "$rows"
done | awk '
    { cell = $1 " " $2
      if (!(cell in draws)) { order[++cells] = cell; low[cell] = $3; least[cell] = $5 }
      if ($3 < low[cell]) low[cell] = $3
      if ($4 > high[cell]) high[cell] = $4
      if ($5 < least[cell]) least[cell] = $5
      if ($6 > most[cell]) most[cell] = $6
      equal[cell] += $7; draws[cell] += $8 }
    END { for (i = 1; i <= cells; ++i) { cell = order[i]
          printf "%s range %d-%d (%d-%d), equal %d/%d\n", cell, low[cell], high[cell], least[cell], most[cell], equal[cell], draws[cell] } }'
