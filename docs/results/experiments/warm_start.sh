#!/bin/sh
# What a warm start does to the residual per sweep: docs/results/warm_start.csv and docs/results/warm_start.svg.
#   warm_start.sh TOUCHSTONE
# Each case runs 30 steps with semi_local, cold and warm, 1000 sweeps each. Of steps 11 to 30 the
# geometric mean of the residual after each sweep is taken, in shares of the cold run's first one.
# Sweeps are kept (divergence_rule=count): R scaled down would make residuals small by itself.
# Needs h5dump (hdf5-tools), awk and gnuplot.
set -eu
results=$(dirname "$0")/..; touchstone=$1
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
for case in pillar wall arch; do
    for warm in off on; do
        "$touchstone" simulate $case --generator semi_local --steps 30 \
            --set solver.divergence_rule=count --set solver.warm_start=$warm \
            --record "$scratch/run.h5" --force > "$scratch/log"
        h5dump -d sweeps -y -m %.6e -o "$scratch/sweeps" "$scratch/run.h5" > "$scratch/log"
        # A row to a line; its first number is the residual.
        tr -d ' \n' < "$scratch/sweeps" | tr '{' '\n' | sed 1d | awk -F, -v scene=$case -v warm=$warm '
            { sweep = (NR - 1) % 1000 + 1; step = int((NR - 1) / 1000) + 1 }
            step > 10 { sum[sweep] += log($1 > 1e-300 ? $1 : 1e-300); if (sweep == 1) ++steps }
            END { for (i = 1; i <= 1000; ++i) printf "%s,%s,%d,%.4e\n", scene, warm, i, exp(sum[i] / steps) }'
    done
done > "$scratch/all.csv"
{
    echo 'case,warm_start,sweep,residual_Ns,share'
    awk -F, '
        $2 == "off" && $3 == 1 { first[$1] = $4 }
        # Every sweep of the first ten, then every 2 %: enough for the curve.
        $3 <= 10 || $3 >= 1.02 * last || $3 == 1000 { last = $3; printf "%s,%.4e\n", $0, $4 / first[$1] }
        $3 == 1000 { last = 0 }' "$scratch/all.csv"
} > "$results/warm_start.csv"
# Sweeps until a share of the cold run's first residual is reached, and stays.
awk -F, '
    $2 == "off" && $3 == 1 { first[$1] = $4 }
    { for (k = 2; k <= 5; ++k) if ($4 > first[$1] * 10 ^ -k) above[$1 "," $2 "," k] = $3 }
    END { for (key in above) printf "%s: above 1e-%s until sweep %d\n", substr(key, 1, length(key) - 2), substr(key, length(key)), above[key] }' \
    "$scratch/all.csv" | sort
gnuplot <<PLOT
set terminal svg size 640,440 font 'Helvetica,13' background 'white'
set output '$results/warm_start.svg'
set datafile separator ','
set logscale xy
set format y '10^{%L}'
set xlabel 'sweep'
set ylabel 'residual, share of the first cold one'
set key below
set grid ytics linecolor 'gray80'
rows(case, warm) = sprintf("< grep '^%s,%s,' '$results/warm_start.csv'", case, warm)
plot rows('pillar', 'off') using 3:5 with lines linecolor 'black' linewidth 2 title 'Pillar, cold', \
     rows('wall', 'off') using 3:5 with lines linecolor 'black' linewidth 2 dashtype 2 title 'Wall, cold', \
     rows('arch', 'off') using 3:5 with lines linecolor 'black' linewidth 2 dashtype 3 title 'Arch, cold', \
     rows('pillar', 'on') using 3:5 with lines linecolor 'gray50' linewidth 2 title 'Pillar, warm', \
     rows('wall', 'on') using 3:5 with lines linecolor 'gray50' linewidth 2 dashtype 2 title 'Wall, warm', \
     rows('arch', 'on') using 3:5 with lines linecolor 'gray50' linewidth 2 dashtype 3 title 'Arch, warm'
PLOT
