#!/bin/sh
# Asks exact_contact about a folder of millions of queries, ends the run by SIGKILL in the middle, goes on, and compares
# the table with that of an undisturbed run over one file of the folder:
#   sixty_million.sh TOUCHSTONE FOLDER [FILES [QUERIES]] > docs/results/sixty_million.csv
# The folder gets FILES (60) names of one file of QUERIES (1,000,000) queries by hard links, so that the disk need not
# hold them all: some 350 MB instead of 20 GB. Each query is a vertex that passes near a face, on a grid.
set -eu
touchstone=$1; folder=$2; files=${3:-60}; queries=${4:-1000000}
mkdir -p "$folder/one/vertex-face" "$folder/all/vertex-face"
file=$folder/one/vertex-face/queries.csv

[ -s "$file" ] || awk -v queries="$queries" '
    function draw(most) { seed = seed * 16807 % 2147483647; return seed % (2 * most + 1) - most }
    function place(x, y, z) { printf "%d,4096,%d,4096,%d,4096,\n", x, y, z }
    BEGIN {
        seed = 18
        for (n = 0; n < queries; ++n) {
            for (i = 0; i < 9; ++i) { start[i] = draw(2000); end[i] = start[i] + draw(100) }
            u = (draw(500) + 500) / 1000; v = (draw(500) + 500) / 1000
            for (k = 0; k < 3; ++k) {
                vertex[k] = (1 - u) * start[k] + u * ((1 - v) * start[3 + k] + v * start[6 + k]) + draw(300)
                moved[k] = vertex[k] + draw(400)
            }
            place(vertex[0], vertex[1], vertex[2])
            for (i = 0; i < 9; i += 3) place(start[i], start[i + 1], start[i + 2])
            place(moved[0], moved[1], moved[2])
            for (i = 0; i < 9; i += 3) place(end[i], end[i + 1], end[i + 2])
        }
    }' > "$file"
i=1
while [ "$i" -le "$files" ]; do
    ln -f "$file" "$folder/all/vertex-face/$(printf %03d "$i").csv"
    i=$((i + 1))
done

begin() { # WHAT: asks about everything in it, in the background
    "$touchstone" report ccd "$folder/$1" --methods exact_contact --timings 0 --threads 1 --out "$folder/out-$1" \
        --csv "$folder/$1.rows" > /dev/null 2>&1 &
    process=$!
    started=$(date +%s)
}
peak() { sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$process/status" 2> /dev/null; }
cells() { find "$folder/out-$1/cells" -name 'impacts-*.json' 2> /dev/null | wc -l; }
note() { echo "$1,$2,$(cells "$3"),$(($(date +%s) - started)),$most"; }
watch() { # WHAT CELLS: until that many cells are there, or the process has ended
    most=0
    while now=$(peak) && [ -n "$now" ] && [ "$(cells "$1")" -lt "$2" ]; do
        most=$now
        sleep 1
    done
}

echo "run,queries,cells,seconds,peak_kib"
rm -rf "$folder"/out-*
begin one; watch one 1000000000; wait "$process"
note undisturbed "$queries" one
all=$((files * queries))
begin all; watch all $((all / 200000)); kill -KILL "$process"; wait "$process" 2> /dev/null || true
note killed "$all" all
begin all; watch all 1000000000; wait "$process"
note resumed "$all" all

# All counts are so many times those of the one file; all else is the same, means but for the last bits.
awk -F, -v files="$files" '
    FNR == 1 { for (i = 1; i <= NF; ++i) name[i] = $i; next }
    NR == FNR { for (i = 1; i <= NF; ++i) one[i] = $i; next }
    {
        for (i = 2; i <= NF; ++i) {
            is_count = name[i] ~ /^(queries|hits|false_positives|missed|late|capped|separated|conservative|certified|exact)$/
            is_mean = name[i] ~ /_mean$/ && ($i - one[i]) ^ 2 <= (1e-14 * one[i]) ^ 2  # two roundings
            if ($i != one[i] && !is_mean && !(is_count && $i == files * one[i])) { print "differs: " name[i] ": " one[i] ", " $i; bad = 1 }
            same += is_count ? 0 : 1; times += is_count
        }
    }
    END { if (!bad) print "counts that are " files " times those of one file: " times "; others, all the same: " same; exit bad }
' "$folder/one.rows" "$folder/all.rows" >&2
