#!/bin/sh
# Casts all methods for convex bodies over the samples of Table 1 of Yuan et al. [2025], 10,000 of each set or N:
#   c5d_samples.sh TOUCHSTONE [N] > docs/results/c5d_samples.csv
set -eu
rows=$(mktemp); trap 'rm -f "$rows"' EXIT
"$1" report c5d --samples "${2:-10000}" --timings 0 --csv "$rows" > /dev/null
cat "$rows"
