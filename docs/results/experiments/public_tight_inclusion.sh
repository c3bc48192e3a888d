#!/bin/sh
# Times the public tight inclusion beside the methods here, the fastest of five runs of each, in one process:
#   public_tight_inclusion.sh BENCH [SAMPLES] > docs/results/public_times.csv
# BENCH: touchstone-continuous-bench, built with -DTOUCHSTONE_BENCHMARKS=ON -DTOUCHSTONE_TIGHT_INCLUSION=FOLDER, a clone
# of github.com/Continuous-Collision-Detection/Tight-Inclusion. SAMPLES: a clone of …/Sample-Queries, asked once with the
# usual limit of a million boxes: the public code takes a minute for it.
set -eu
methods='(tight_inclusion|oriented_inclusion|exact_contact|public_code)'
{
    "$1" sheets cloth:n=40 --benchmark_filter="/$methods\$" --benchmark_repetitions=5 --benchmark_min_time=0.01 \
        --benchmark_format=csv
    [ $# -lt 2 ] || "$1" "$2" --max_boxes=1000000 --benchmark_filter="/$methods\$" --benchmark_min_time=0.01 --benchmark_format=csv
} | awk -F, -v samples="${2:-}" '
    /^name,/ { for (i = 1; i <= NF; ++i) { gsub(/"/, "", $i); column[$i] = i }; next }
    { gsub(/"/, "", $1) }
    $1 !~ /_(mean|median|stddev|cv)$/ && (n = split($1, part, "/")) >= 3 {
        set = substr($1, 1, length($1) - length(part[n - 1]) - length(part[n]) - 2)
        name = (set == samples ? "all samples" : set) "," part[n - 1] "," part[n]
        if (!(name in best)) order[++count] = name
        nanoseconds = 1000 * $column["cpu_time"] / $column["queries"]
        if (!(name in best) || nanoseconds < best[name]) best[name] = nanoseconds
        counts[name] = sprintf("%d,%d", $column["queries"], $column["hits"])
    }
    END {
        print "set,kind,method,queries,hits,nanoseconds"
        for (i = 1; i <= count; ++i) printf "%s,%s,%.1f\n", order[i], counts[order[i]], best[order[i]]
    }'
