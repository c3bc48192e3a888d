#!/bin/sh
# Times the public tight inclusion beside the methods here, the fastest of five runs of each, in one process:
#   public_tight_inclusion.sh BENCH > docs/results/public_times.csv
# BENCH: touchstone-continuous-bench, built with -DTOUCHSTONE_BENCHMARKS=ON -DTOUCHSTONE_TIGHT_INCLUSION=FOLDER, a clone
# of github.com/Continuous-Collision-Detection/Tight-Inclusion.
set -eu
"$1" --benchmark_filter='^(sheets|cloth:n=40)/.*/(tight_inclusion|oriented_inclusion|exact_contact|public_code)$' \
    --benchmark_repetitions=5 --benchmark_min_time=0.01 --benchmark_format=csv | awk -F, '
    /^name,/ { for (i = 1; i <= NF; ++i) { gsub(/"/, "", $i); column[$i] = i }; next }
    { gsub(/"/, "", $1) }
    $1 !~ /_(mean|median|stddev|cv)$/ && split($1, part, "/") >= 3 {
        name = part[1] "," part[2] "," part[3]
        if (!(name in best)) order[++n] = name
        nanoseconds = 1000 * $column["cpu_time"] / $column["queries"]
        if (!(name in best) || nanoseconds < best[name]) best[name] = nanoseconds
        counts[name] = sprintf("%d,%d", $column["queries"], $column["hits"])
    }
    END {
        print "set,kind,method,queries,hits,nanoseconds"
        for (i = 1; i <= n; ++i) printf "%s,%s,%.1f\n", order[i], counts[order[i]], best[order[i]]
    }'
