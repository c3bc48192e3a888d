#!/bin/sh
# How the time of finding the contacts grows with the Wall: docs/results/wall_growth.csv and docs/results/wall_growth.svg.
#   wall_growth.sh TOUCHSTONE_QUERY_BENCH [options of the benchmark]
# The program is built with -DTOUCHSTONE_BENCHMARKS=ON. Times are processor time, the least of
# some repetitions: what else the machine does only adds to it.
set -eu
results=$(dirname "$0")/..; bench=$1; shift
"$bench" --benchmark_filter=^wall_growth/ --benchmark_format=json --benchmark_repetitions=5 --benchmark_min_time=0.1 "$@" | jq -r '
  ["method", "layers", "span", "body_pairs", "contacts", "milliseconds", "microseconds_per_pair"],
  ([.benchmarks[] | select(.run_type == "iteration")] | group_by([(.run_name | split("/")[1]), .body_pairs])[] | min_by(.cpu_time) |
    [(.run_name | split("/")[1]), .layers, .span, .body_pairs, .contacts, .cpu_time,
     1000 * .cpu_time / .body_pairs]) | @csv' | tr -d '"' > "$results/wall_growth.csv"
gnuplot <<PLOT
set terminal svg size 640,400 font 'Helvetica,13' background 'white'
set output '$results/wall_growth.svg'
set datafile separator ','
set logscale x
set xlabel 'touching pairs of bodies'
set ylabel 'time of a query per pair [µs]'
set yrange [0:*]
set key bottom right
set grid ytics linecolor 'gray80'
rows(id) = sprintf("< grep '^%s,' '$results/wall_growth.csv'", id)
set style line 1 linecolor 'black' linewidth 1.5 pointtype 5
set style line 2 linecolor 'black' linewidth 1.5 dashtype 2 pointtype 6
plot rows('volume_sat') using 4:7 with linespoints linestyle 2 title 'Volume-SAT', \
     rows('opposing') using 4:7 with linespoints linestyle 1 title 'Opposing'
PLOT
