#!/bin/sh
# Judges FCL's continuous queries of a vertex and a face, or two edges, against exact arithmetic:
#   fcl_times.sh BIN > docs/results/fcl_times.csv
# BIN: the folder of touchstone and touchstone-engine-fcl_impacts (./quickstart.sh --engines).
set -eu
bin=$1
rows=$(mktemp); trap 'rm -f "$rows"' EXIT
"$bin/touchstone" report ccd samples end_of_step degenerate sheets:n=8 --timings 0 --csv "$rows" \
    --method-command "$bin/touchstone-engine-fcl_impacts" \
    --method-command "$bin/touchstone-engine-fcl_impacts --closed-form" > /dev/null
cat "$rows"
