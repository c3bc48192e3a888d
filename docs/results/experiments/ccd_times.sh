#!/bin/sh
# Times contact-time methods and the truth, query by query, on one core:
#   ccd_times.sh TOUCHSTONE SAMPLES > docs/results/ccd_times.csv
# TOUCHSTONE: built as released (-O2). SAMPLES: a clone of github.com/Continuous-Collision-Detection/Sample-Queries, all
# of whose queries are asked, and of two sets like simulations those that are made here.
set -eu
rows=$(mktemp); trap 'rm -f "$rows"' EXIT
"$1" report ccd "$2" sheets cloth --csv "$rows" \
    --methods tight_inclusion,oriented_inclusion,exact_contact,bernstein_signs,exact > /dev/null
awk -v samples="$2," 'index($0, samples) == 1 { $0 = "all samples," substr($0, length(samples) + 1) } { print }' "$rows"
