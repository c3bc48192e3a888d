#!/bin/sh
# How often both counts of a case equal the paper's under shifts and study.vertex_noise, at any query.
#   noise.sh TOUCHSTONE CASE GENERATOR SEEDS SHIFTS [options of `touchstone report`, such as --query 2]
set -eu
touchstone=$1; case_id=$2; generator=$3; seeds=$4; shifts=$5; shift 5
rows=$(mktemp); trap 'rm -f "$rows"' EXIT
seed=1
while [ "$seed" -le "$seeds" ]; do
  "$touchstone" report "$case_id" --generators "$generator" --profile published \
    --set "study.vertex_noise=$seed" --jitter "$shifts" --json "$rows" "$@" > /dev/null
  jq -r '.rows[] | "\(.paper.contacts)(\(.paper.correct)) \(.jitter.agreeing) \(.jitter.contacts.min)" +
    " \(.jitter.contacts.max) \(.jitter.correct.min) \(.jitter.correct.max)"' "$rows"
  seed=$((seed + 1))
done | awk -v shifts="$shifts" '
  NR == 1 { low = $3; high = $4; least = $5; most = $6 }
  { paper = $1; equal += $2
    if ($3 < low) low = $3
    if ($4 > high) high = $4
    if ($5 < least) least = $5
    if ($6 > most) most = $6 }
  END { printf "paper %s equal %d/%d range %d-%d (%d-%d)\n", paper, equal, NR * shifts, low, high, least, most }'
