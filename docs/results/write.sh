#!/bin/sh
# Writes the pages of results that a program can write again, or checks them.
#   write.sh TOUCHSTONE [PAGE…]            writes them into this folder
#   write.sh TOUCHSTONE --check [PAGE…]    fails where a page differs from what the program answers
# Pages: fundamental, field, audit, reproduce, studies, ccd, c5d, engines and readme (the table in the README) take
# seconds and are those of a call that names none; masonry, fundamental_motion, motion_trials, scaling, barrier, step_bound, ipc, elasticity, rolling,
# speed and tessellation take minutes, ipc a quarter of an hour; speed needs an idle machine and the programs of -DTOUCHSTONE_BENCHMARKS=ON
# -DTOUCHSTONE_ENGINES=ON beside TOUCHSTONE; tessellation keeps its answers in $TESSELLATION_FOLDER, and ipc in $IPC_FOLDER,
# if that is set, and goes on there. The line of a page that begins with `Program:` says
# which version wrote it, when and where; a check leaves it out.
set -eu
export LC_ALL=C.UTF-8
results=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2; }
touchstone=$1; shift
check=no
if [ "${1:-}" = --check ]; then check=yes; shift; fi
[ $# -gt 0 ] || set -- fundamental field audit reproduce studies ccd c5d engines readme
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT

head_of() { # TITLE
    processor=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1)
    printf '# %s\n\nWritten by [`write.sh`](write.sh) from the commands named below; nothing here is typed by hand.\n\n' "$1"
    printf 'Program: %s; %s; %s, %s processors.\n' "$("$touchstone" --version | head -n 1)" \
        "$(date -u +%Y-%m-%d)" "${processor:-$(uname -m)}" "$(getconf _NPROCESSORS_ONLN)"
}

# Tables without the spaces that align their columns, which make them several times as long.
squeezed() { sed -E '/^\|/ { s/ +\|/ |/g; s/\| +/| /g; s/-{3,}/---/g }' "$scratch/printed"; }

# A heading, the command below it, and of what the command prints the sections that WANTED matches.
wanted=.
sections() { # HEADING ARGUMENT...
    printf '\n## %s\n\n`touchstone' "$1"; shift
    printf ' %s' "$@"; printf '`\n\n'
    "$touchstone" "$@" > "$scratch/printed"
    squeezed | awk -v wanted="$wanted" '/^## / { on = $0 ~ wanted && $0 !~ /^## Summary/ } on' | sed 's/^#/##/'
}

# Rows of a report as CSV.
rows() { # FILE ARGUMENT...
    file=$1; shift
    "$touchstone" report "$@" --format csv > "$file"
}

titles() { "$touchstone" list generators | awk -F '   *' 'NR > 1 { print $1 "," $2 }' > "$scratch/titles"; }

# What the awk programs share: the names of columns, and the titles of methods in their order.
shared_awk='
    FILENAME == titles { title[$1] = $2; order[++methods] = $1; next }
    FNR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
    { generator = $column["generator"]; asked[generator] }
    function only_asked(  i, k) { # of the methods, in their order
        for (i = 1; i <= methods; ++i) if (order[i] in asked) order[++k] = order[i]
        methods = k
    }'

summary() { # of the fundamental cases, a line per method
    "$touchstone" report fundamental "$@" > "$scratch/printed"
    printf '\n| method | coverage %% | quality %% | excess | right cases |\n|---|---:|---:|---:|---:|\n'
    squeezed | awk '/^## / { on = /^## Summary/ } on && /^\| / && !/^\| (Method|---) /'
}

fundamental() {
    head_of 'The ten fundamental cases'
    printf '\n## In a line per method, `corrected`\n\n`touchstone report fundamental`\n'
    summary
    printf '\nMeans over the cases; quality over those in which the method finds contacts at all, whose number stands in\n'
    printf 'brackets. A case is right when every expected normal is found and no contact has a wrong one.\n'
    printf '\n## In a line per method, `published`\n\n`touchstone report fundamental --profile published`\n'
    summary --profile published
    printf '\nThis profile also judges as the paper did, with mirrored normals in three cases\n'
    printf '([`expected_x`](../methods/profiles.md#settings-of-the-study)): a right method has 7 of 10 here.\n'
    sections 'Case by case, `corrected`' report fundamental
    sections 'Case by case, `published`' report fundamental --profile published
}

# The README with the rows of its table as they are today.
readme() {
    summary | sed 1d > "$scratch/summary"
    awk -v table="$scratch/summary" '
        /^\| method \| coverage % / { while ((getline line < table) > 0) print line; skipping = 1 }
        !/^\|/ { skipping = 0 }
        !skipping' "$results/../../README.md"
}

field() {
    head_of 'The cases of the field'
    titles
    rows "$scratch/rows" field
    printf '\n## Which method passes which case\n\n`touchstone report field`\n\n'
    awk -F, -v titles="$scratch/titles" "$shared_awk"'
        !($column["case"] in seen) { seen[$column["case"]]; names[++cases] = $column["case"] }
        { passes[$column["case"], generator] = $column["passes"] == "yes" }
        END {
            only_asked()
            printf "| case |"; for (i = 1; i <= methods; ++i) printf " %s |", title[order[i]]
            printf "\n|---|"; for (i = 1; i <= methods; ++i) printf ":-:|"
            for (c = 1; c <= cases; ++c) {
                printf "\n| `%s` |", names[c]
                for (i = 1; i <= methods; ++i) {
                    if (passes[names[c], order[i]]) ++right[i]
                    printf " %s |", passes[names[c], order[i]] ? "✓" : "·"
                }
            }
            printf "\n| **passes, of %d** |", cases
            for (i = 1; i <= methods; ++i) printf " **%d** |", right[i]
            printf "\n"
        }' "$scratch/titles" "$scratch/rows"
    wanted='^## (Checks|No answer|Variants)'
    sections 'What is wrong, and where' report field
    wanted=.
}

# The status 1 of an audit says that an answer changed, or that there is none: then it prints nothing.
audit() {
    head_of 'The audit of the fundamental and the complex cases'
    printf '\n## In a line per method\n\n`touchstone audit fundamental complex --summary`\n\n'
    "$touchstone" audit fundamental complex --summary > "$scratch/printed" || { [ $? -eq 1 ] && [ -s "$scratch/printed" ]; }
    squeezed
    printf '\n## At moments of a motion\n\n'
    moving='cliff_edges dropped_cubes internal_edges sliding_boxes sliding_spike sliding_wedge spike_and_wedge spike_in_crack
spike_in_hole spikes wedge_in_crack wedges'
    reported='f10_five_cubes_dropped f16_puck_sliding_askew f18_bounce_off_a_smaller_box f45_box_let_go_on_its_edge'
    cat << END
Ten moments of each of sixteen scenes in motion: $(echo "$moving" | sed -z 's/\n/ /g; s/ *$//; s/[^ ][^ ]*/\`&\`/g; s/ /, /g'), and
of [those that users reported](../../testcases/data/field2/README.md) $(echo "$reported" | sed 's/[^ ][^ ]*/\`&\`/g; s/ /, /g'). For each
\`touchstone simulate SCENE --generator semi_local --steps 60 --record SCENE.h5\`, then \`touchstone audit *.h5 --generator semi_local --summary\`:

END
    mkdir -p "$scratch/moments"
    for scene in $moving $reported; do
        file=$results/../../testcases/data/field2/$scene.json
        [ -e "$file" ] || file=$scene
        "$touchstone" simulate "$file" --generator semi_local --steps 60 --record "$scratch/moments/$scene.h5" > "$scratch/printed" \
            2> "$scratch/progress" || { cat "$scratch/progress" >&2; exit 1; }
    done
    "$touchstone" audit "$scratch"/moments/*.h5 --generator semi_local --summary > "$scratch/printed" || { [ $? -eq 1 ] && [ -s "$scratch/printed" ]; }
    squeezed
    rm -r "$scratch/moments"
    printf '\n## Case by case\n\n`touchstone audit fundamental complex`\n\n'
    "$touchstone" audit fundamental complex > "$scratch/printed" || { [ $? -eq 1 ] && [ -s "$scratch/printed" ]; }
    squeezed
}

reproduce() {
    head_of 'Table 7 of the paper, and its Wall and Arch'
    sections 'Pillar, step 3 of the paper' report pillar --profile published --query 2
    sections 'Wall and Arch, step 3 of the paper' report wall arch --profile published --query 2
    wanted='^## (Quality|Excess)'
    sections 'Table 7, the row of Closest points' report pillar --profile published --query 2 \
        --generators closest_points --set closest_points.edge_normal=separation \
        --set closest_points.erosion=vertex_normal --set closest_points.edge_use=once \
        --set closest_points.used_ends=own --set closest_points.leaves=inflated --set study.angle_tolerance=3
    printf '\nThe normal and the erosion of the text, and none of the slips of the research code; 3° instead of 1°.\n'
    for query in 2 3; do
        sections "Table 7, the row of Intersection, query $query" report pillar --profile published --query $query \
            --generators intersection --set intersection.triangles=all --set intersection.midpoint=anywhere \
            --set intersection.edge_separation=skip_edge_pair --set intersection.closeness=0.01
    done
    printf '\nThe method of the text, without the two tests of the research code.\n'
    sections 'Table 7, the other rows one query later' report pillar --profile published --query 3
    wanted='^## (Quality|Excess|Area)'
    sections 'An Arch whose stones overlap, Fig. 26' report arch:growth=0.001 --profile published --query 2 \
        --generators closest_points,opposing --set opposing.sandwich=either
    wanted=.
}

# What becomes of a fundamental case in 1.5 s: how far the moving body has come, in metres, and whether it still moves.
fundamental_motion() {
    head_of 'The fundamental cases over time'
    titles
    printf '\n`touchstone simulate CASE --profile published --generator METHOD --steps 150`\n\n'
    printf 'How far the moving body is from its start after 1.5 s, in metres; *moves*: with more than 1 J. The first query is\n'
    printf 'half a step after the start. Right: a spike or wedge stays in crack and hole and on the ground, within what its\n'
    printf 'speed allows; two points pass each other and fall. –: the method is not for these bodies.\n'
    not_for_these='error: (exact contacts|casts of convex bodies): ' # how a method says so
    cases='spike_in_crack spike_in_hole wedge_in_crack sliding_spike sliding_wedge spikes spike_and_wedge wedges
        cliff_edges internal_edges'
    printf '\n| method |'; for case in $cases; do printf ' %s |' "$(echo "$case" | tr _ ' ')"; done
    printf '\n|---|'; for case in $cases; do printf -- '---:|'; done
    while IFS=, read -r id title; do
        row=
        for case in $cases; do
            "$touchstone" simulate "$case" --profile published --generator "$id" --steps 150 \
                --csv "$scratch/steps" > "$scratch/printed" 2> "$scratch/progress" || [ $? -eq 1 ]
            drift=$(sed -n 's/^Largest drift: \([0-9.e+]*\) mm.*/\1/p' "$scratch/printed")
            if [ -z "$drift" ]; then
                if ! grep -Eq "$not_for_these" "$scratch/progress"; then
                    cat "$scratch/progress" >&2
                    echo "write.sh: $id has no answer for $case" >&2
                    exit 1
                fi
                row="$row – |"
                continue
            fi
            energy=$(awk -F, '/^step,/ { for (i = 1; i <= NF; ++i) column[$i] = i } END { print $column["kinetic_energy_J"] }' \
                "$scratch/steps")
            row="$row $(echo "$drift $energy" | awk '{ printf "%.2f%s", $1 / 1000, ($2 > 1 ? " *moves*" : "") }') |"
        done
        case $row in *[0-9]*) printf '\n| %s |%s' "$title" "$row" ;; esac
    done < "$scratch/titles"
    cat << 'END'


What the paper's §7.6 says of its video, and here: both SATs stay stuck in the hole, as it says; the vertex methods sink
through the crack, as it says; Closest points leaves spike and wedge hanging, as it says; Opposing is too stable on two
spikes, as it says; both SATs let two points pass, as it says. Growth, which is too stable there, is not here.
END
}

studies() {
    head_of 'The Pillar under shifts, finer meshes and other time steps'
    for study in perturbation refinement time-step; do
        printf '\n## `touchstone study %s`\n' "$study"
        "$touchstone" study "$study" > "$scratch/printed" 2> "$scratch/progress"
        squeezed | sed 's/; Touchstone [^ ]* commit [^ ]*$//; s/^#/##/; 1d'
    done
}

impact_tables() { # FILE [HEADING]
    awk -F, -v level="${2:-##}" '
        FNR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
        function micro(name) { return $column[name] == "" ? "–" : sprintf("%.2g", 1e6 * $column[name]) }
        { head = $column["set"] ", " $column["kind"] ": " $column["queries"] " queries, " $column["hits"] " hits" }
        head != last {
            last = head
            printf "\n%s %s\n\n", level, head
            printf "| method | false | missed | late | early, median | early, worst | work, mean | work, most | capped |\n"
            printf "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        }
        {
            printf "| `%s` | %d | %d | %d | %s | %s | %.1f | %d | %d |\n", $column["method"], $column["false_positives"],
                $column["missed"], $column["late"], micro("early_median"), micro("early_worst"),
                $column["work_mean"], $column["work_worst"], $column["capped"]
        }' "$1"
}

counts_by() { # OPTION LETTER SETS METHODS VALUE...
    option=$1; letter=$2; sets=$3; methods=$4; shift 4
    printf '\n`touchstone report ccd %s --%s %s --methods %s --timings 0 --max-boxes 20000`\n\n' "$sets" "$option" "$letter" "$methods"
    for value in "$@"; do
        # shellcheck disable=SC2086
        "$touchstone" report ccd $sets "--$option" "$value" --methods "$methods" --timings 0 --max-boxes 20000 \
            --csv "$scratch/rows" > /dev/null
        awk -F, -v OFS=, -v value="$value" '
            FNR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
            { print value, $column["method"], $column["queries"], $column["hits"], $column["false_positives"], $column["missed"], $column["late"] }
            ' "$scratch/rows"
    done | awk -F, -v letter="$letter" '
        !($1 in seen) { seen[$1]; values[++n] = $1 }
        !($2 in known) { known[$2]; methods[++m] = $2 }
        { at = $1 "," $2; queries[at] += $3; hits[at] += $4; wrong[at] += $5; missed[at] += $6; late[at] += $7 }
        END {
            printf "| %s | queries, hits |", letter; for (i = 1; i <= m; ++i) printf " `%s` |", methods[i]
            printf "\n|---|---:|"; for (i = 1; i <= m; ++i) printf "---:|"
            for (k = 1; k <= n; ++k) {
                at = values[k] "," methods[1]
                printf "\n| %s | %d, %d |", values[k], queries[at], hits[at]
                for (i = 1; i <= m; ++i) { at = values[k] "," methods[i]; printf " %d / %d / %d |", wrong[at], missed[at], late[at] }
            }
            printf "\n"
        }'
}
time_table() { # FILE
    awk -F, '
        FNR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
        function nano(name) { return sprintf("%.3g", 1000 * $column[name]) + 0 }
        { head = $column["set"] ", " $column["kind"] ": " $column["queries"] " queries" }
        head != last {
            last = head
            printf "\n| %s | false | missed | mean | median | 90 %% | 99 %% | worst |\n|---|---:|---:|---:|---:|---:|---:|---:|\n", head
        }
        {
            printf "| `%s` | %d | %d | %s | %s | %s | %s | %s |\n", $column["method"], $column["false_positives"], $column["missed"],
                nano("microseconds_mean"), nano("microseconds_median"), nano("microseconds_p90"), nano("microseconds_p99"),
                nano("microseconds_worst")
        }' "$1"
}
memory_table() { # FILE
    awk -F, '
        FNR == 1 { print "\n| run | queries | cells of 100,000 that were there at its end | seconds | most memory |"
                   print "|---|---:|---:|---:|---:|"; next }
        { printf "| %s | %d | %d | %d | %.1f MiB |\n", $1, $2, $3, $4, $5 / 1024 }' "$1"
}
public_tables() { # FILE
    awk -F, '
        FNR == 1 { next }
        { at = $1 ", " $2; if (!(at in queries)) order[++n] = at
          queries[at] = $4; time[at, $3] = $6; if ($3 == "exact_contact") hits[at] = $5 }
        END {
            print "\n| set | queries, hits | public code | `tight_inclusion` | `oriented_inclusion` | `exact_contact` |"
            print "|---|---:|---:|---:|---:|---:|"
            for (i = 1; i <= n; ++i) {
                at = order[i]; ours = time[at, "oriented_inclusion"]; exact = time[at, "exact_contact"]
                public = time[at, "public_code"]
                printf "| `%s` | %d, %d | %.0f ns | %.0f ns | %.0f ns: %.2f of tight, %.1f × the public code | %.0f ns: %.1f × |\n",
                    at, queries[at], hits[at], public, time[at, "tight_inclusion"], ours,
                    ours / time[at, "tight_inclusion"], public / ours, exact, public / exact
            }
        }' "$1"
}

cast_tables() {
    awk -F, '
        FNR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
        $column["set"] != last {
            last = $column["set"]
            printf "\n## Hulls of %d points, %d samples\n\n", $column["points"], $column["samples"]
            printf "| method | iterations | most | to 0.9 / 0.95 / 0.99 of the first contact | contract kept | late | d(T) / s d(0), mean |\n"
            printf "|---|---:|---:|---:|---:|---:|---:|\n"
        }
        {
            reached = $column["to_0.9"] == "" ? "–" : sprintf("%.1f / %.1f / %.1f", $column["to_0.9"], $column["to_0.95"], $column["to_0.99"])
            printf "| `%s` | %.1f ± %.1f | %d | %s | %d | %d | %.2f |\n", $column["method"], $column["iterations"],
                $column["deviation"], $column["most_iterations"], reached, $column["contract_kept"], $column["late"],
                $column["mean_kept"]
        }' "$scratch/rows"
}

# Means of iterations beside those that the paper prints, in standard errors of their difference.
published_casts() { # FILE
    awk -F, '
        BEGIN {
            printed["small,published_accd"] = "76.4 93.8"; printed["small,published_linear"] = "32.9 40.9"
            printed["small,published_quad"] = "27.5 29.3"; printed["small,published_quad_pw"] = "16.3 10.6"
            printed["large,published_accd"] = "103.9 119.5"; printed["large,published_linear"] = "40.9 55.3"
            printed["large,published_quad"] = "34.2 37.0"; printed["large,published_quad_pw"] = "14.3 7.9"
            printf "| hulls of | method | iterations | in the paper | difference, standard errors |\n|---:|---|---:|---:|---:|\n"
        }
        FNR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
        { key = $column["set"] "," $column["method"] }
        key in printed {
            split(printed[key], paper, " "); n = $column["samples"]
            error = sqrt(($column["deviation"] ^ 2 + paper[2] ^ 2) / n)
            printf "| %d | `%s` | %.2f ± %.1f | %.1f ± %.1f | %+.1f |\n", $column["points"], $column["method"],
                $column["iterations"], $column["deviation"], paper[1], paper[2], ($column["iterations"] - paper[1]) / error
        }' "$1"
}

ccd() {
    head_of 'Contact-time methods against the truth'
    sets='samples end_of_step small_box_not_first degenerate sheets:n=8 cloth:n=4'
    # The slowest two run to any cap on motions in one plane; this one keeps the page quick.
    ask="report ccd $sets --timings 0 --max-boxes 20000"
    "$touchstone" $ask --csv "$scratch/rows" > "$scratch/printed"
    printf '\n`touchstone %s`\n\n' "$ask"
    printf 'Every query is decided by exact arithmetic. *False* hits are safe; what is *missed*, and a time that is *late*, let\n'
    printf 'bodies pass into each other. *Early*: how long before the true first touch, in millionths of the step. *Work*: boxes,\n'
    printf 'intervals or steps. *Capped*: answers that were given at 20,000 boxes. Times of running depend on the machine and are\n'
    printf 'not here: `touchstone report ccd` measures them. [The methods](../methods/continuous.md)\n'
    impact_tables "$scratch/rows"
    recorded='simulate arch --generator semi_local --steps 2 --record-queries DIR'
    # shellcheck disable=SC2086
    "$touchstone" $(echo "$recorded" | sed "s|DIR|$scratch/recorded|") > /dev/null 2>&1
    "$touchstone" report ccd "$scratch/recorded" --timings 0 --max-boxes 20000 --csv "$scratch/own" > /dev/null
    sed "s|$scratch/||" "$scratch/own" > "$scratch/rows"
    printf '\nQueries of our own come from `touchstone %s`: all vertices and triangles and all edges of stones that are\n' "$recorded"
    printf 'near each other in the first two steps of the Arch. Its stones touch with whole faces, so most of these queries are\n'
    printf 'degenerate: motions in one plane, and points that come within rounding of each other.\n'
    printf '`touchstone report ccd DIR --timings 0 --max-boxes 20000`\n'
    impact_tables "$scratch/rows"
    printf '\n## With other tolerances, and with a separation\n\n'
    printf 'False / missed / late, all queries of both kinds together; δ is 1e-6 where it is not said. With a separation d, elements\n'
    printf 'that come within d in the maximum norm count as touching, and the truth is that at d.\n'
    own='tight_inclusion,oriented_inclusion,exact_contact'
    counts_by tolerance 'δ' 'samples end_of_step degenerate' "$own,interval_box" 1e-2 1e-4 1e-8 1e-12
    counts_by separation 'd' samples "$own" 1e-2 1e-4 1e-8 1e-16
    printf '\n## Times, query by query\n\n'
    printf 'From [`ccd_times.csv`](ccd_times.csv), which [`ccd_times.sh`](experiments/ccd_times.sh) makes where a clone of the\n'
    printf '[published samples](https://github.com/Continuous-Collision-Detection/Sample-Queries) is: processor time in nanoseconds\n'
    printf 'of one query on one core, asked again and again, δ = 1e-6, at most 1e6 boxes. `exact` is the truth itself.\n'
    time_table "$results/ccd_times.csv"
    printf '\n## Sixty million queries\n\n'
    printf 'From [`sixty_million.csv`](sixty_million.csv), which [`sixty_million.sh`](experiments/sixty_million.sh) makes: a folder of\n'
    printf '60 names of one file of a million queries, `touchstone report ccd FOLDER --methods exact_contact --timings 0 --out DIR`\n'
    printf 'on one thread at low priority beside other work, ended by SIGKILL in the middle and started again. Every count of its\n'
    printf 'table is 60 times that of an undisturbed run over the one file, and all else the same.\n'
    memory_table "$results/sixty_million.csv"
    printf '\n## Times beside the public code\n\n'
    printf 'From [`public_times.csv`](public_times.csv), which [`public_tight_inclusion.sh`](experiments/public_tight_inclusion.sh)\n'
    printf 'makes where a clone of [the public code](https://github.com/Continuous-Collision-Detection/Tight-Inclusion) is: mean\n'
    printf 'processor time of a query, all rows in one run on one core of a machine at work: compare within a line. Queries\n'
    printf 'are asked one after the other here, and none twice, so that branches are guessed worse than above.\n'
    public_tables "$results/public_times.csv"
    cat << 'END'

## What the paper reports

Wang et al. [2021], Table 1, on the whole of their benchmark, of which `samples` is a small part: false positives / missed.

| | hand-made, vertex-face (12 K) | hand-made, edge-edge (15 K) | simulation, vertex-face (18 M) | simulation, edge-edge (41 M) | here |
|---|---:|---:|---:|---:|---|
| IRF | 87 / 0 | 141 / 0 | 2 / 0 | 71 / 0 | `interval_box` |
| UIRF | 146 / 0 | 268 / 0 | 18 / 0 | 16,781 / 0 | `interval_time` |
| FPRF | 9 / 70 | 5 / 147 | 0 / 5,184 | 0 / 2,317 | `cubic_roots` |
| TCCD | 903 / 0 | 404 / 0 | 95,638 / 0 | 82,277 / 0 | `bernstein_signs` |
| RRP | 0 / 5 | 0 / 8 | 0 / 0 | 0 / 0 | `root_parity` |
| TI | 108 / 0 | 214 / 0 | 2 / 0 | 17 / 0 | `tight_inclusion` |
END
    printf '\n## FCL\n\n'
    printf 'From [`fcl_times.csv`](fcl_times.csv), which [`fcl_times.sh`](experiments/fcl_times.sh) makes where FCL is installed:\n'
    printf 'its continuous query (0.7.0) by `touchstone-engine-fcl_impacts`, with interval Newton and with `--closed-form`.\n'
    printf 'Its test whether a root lies in the face or on the edges has a fixed tolerance of 1e-5, whatever the size.\n'
    impact_tables "$results/fcl_times.csv" "###"
}

c5d() {
    head_of 'Casts of convex bodies'
    printf '\nA cast gives a time T with s d(0) ≤ d(T) < α s d(0), or says that there is no contact; s = 1e-6, α = 10.\n'
    printf '[The methods](../methods/convex_cast.md), where the times are.\n'
    printf '\n`touchstone report c5d --samples 500 --timings 0`\n'
    "$touchstone" report c5d --samples 500 --timings 0 --csv "$scratch/rows" > /dev/null
    cast_tables
    printf '\n## Turned, mirrored, stretched, sheared, tiny and far away\n\n'
    printf '`touchstone report c5d --samples 40 --transforms all --timings 0`\n\n'
    "$touchstone" report c5d --samples 40 --transforms all --timings 0 --csv "$scratch/rows" > /dev/null
    awk -F, '
        FNR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
        { method = $column["method"]; if (!(method in asked)) order[++n] = method
          asked[method] += $column["samples"]; kept[method] += $column["contract_kept"]; late[method] += $column["late"] }
        END {
            printf "| method | contract kept, of %d | late |\n|---|---:|---:|\n", asked[order[1]]
            for (i = 1; i <= n; ++i) printf "| `%s` | %d | %d |\n", order[i], kept[order[i]], late[order[i]]
        }' "$scratch/rows"
    printf '\n## Table 1 of the paper\n\n'
    printf 'From [`c5d_samples.csv`](c5d_samples.csv), which [`c5d_samples.sh`](experiments/c5d_samples.sh) makes in minutes:\n'
    printf '`touchstone report c5d --samples 10000 --timings 0`. The paper has other samples of the same kind, and as many.\n\n'
    published_casts "$results/c5d_samples.csv"
    cp "$results/c5d_samples.csv" "$scratch/rows"
    cast_tables
}

engines() {
    head_of 'Physics engines on the fundamental and the complex cases'
    printf '\nFrom [`engines.csv`](engines.csv), which [`engines.sh`](experiments/engines.sh) makes where the engines are\n'
    printf 'installed: first query, half-step pose, 2026-11-28, the versions that [engines](../use/engines.md) names. Share of the\n'
    printf 'expected normals that are found, in per cent, and in brackets right contacts of all. "none": no contacts. A dash:\n'
    printf 'the engine cannot represent a body.\n\n'
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
        !($1 in known) { known[$1]; cases[++n] = $1 }
        !($2 in asked) { asked[$2]; engines[++m] = $2 }
        { at = $1 SUBSEP $2
          contacts[at] = $column["contacts"]
          cell[at] = sprintf("%.0f (%d/%d)", 100 * $column["coverage"], $column["correct"], $column["contacts"]) }
        END {
            printf "| |"; for (c = 1; c <= n; ++c) { name = cases[c]; gsub("_", " ", name); printf " %s |", name }
            printf "\n|---|"; for (c = 1; c <= n; ++c) printf "---|"
            for (e = 1; e <= m; ++e) {
                name = engines[e]; gsub("_", " ", name); printf "\n| %s |", name
                for (c = 1; c <= n; ++c) {
                    at = cases[c] SUBSEP engines[e]
                    printf " %s |", contacts[at] == "" ? "–" : contacts[at] == 0 ? "none" : cell[at]
                }
            }
            printf "\n"
        }' "$results/engines.csv"
}

# A line of the table of masonry in motion.
stands() { # CASE STEPS [SETTING]
    "$touchstone" simulate "$1" --generator semi_local --iterations 100 --steps "$2" ${3:+--set "$3"} > "$scratch/printed"
    awk -v name="$1" -v steps="$2" -v setting="${3:+\`$3\`}" '
        /^Contacts: / { least = $5; most = $7; sub(/,/, "", least); sub(/,/, "", most) }
        /^Largest drift: / { drift = $3 " " $4; tilt = $0; sub(/.*largest tilt: /, "", tilt); sub(/ .*/, "", tilt)
            who = $0; sub(/^[^(]*\(/, "", who); sub(/\); largest tilt:.*/, "", who) }
        /^After step / { end = /has fallen/ ? who " falls" : "stands" }
        END { printf "| `%s` | %s | %s | %s | %s | %s | %s |\n", name, setting, steps,
            least == most ? least : least " to " most, drift, tilt, end }' "$scratch/printed"
}

masonry() {
    head_of 'Pillar, Wall and Arch, query by query'
    titles
    printf '\nContacts; the share of them, in per cent, whose normal is within 1° / 10° of a right one; P, the area that the\n'
    printf 'contacts span, of the true contact area. In brackets the range over 12 shifts of the whole scene by at most 0.5 mm\n'
    printf 'per axis. `touchstone report pillar wall arch --profile PROFILE --query N --jitter 12`\n'
    for profile in published corrected; do
        rows "$scratch/query2" pillar wall arch --profile $profile --query 2 --jitter 12
        rows "$scratch/query3" pillar wall arch --profile $profile --query 3 --jitter 12
        for case in pillar wall arch; do
            printf '\n## `%s`, `%s`\n\n' $case $profile
            printf '| method | contacts, query 2 | 1°/10° | P | contacts, query 3 | 1°/10° | P |\n|---|---:|---:|---:|---:|---:|---:|\n'
            awk -F, -v titles="$scratch/titles" -v wanted=$case "$shared_awk"'
                $column["case"] == wanted {
                    n = $column["contacts"]
                    shares = n ? sprintf("%.0f/%.0f", 100 * $column["correct_at_1"] / n, 100 * $column["correct_at_10"] / n) : "–"
                    cells[generator] = cells[generator] sprintf(" %d [%d…%d] | %s | %.3f [%.3f…%.3f] |", n,
                        $column["jitter_contacts_min"], $column["jitter_contacts_max"], shares, $column["area_coverage"],
                        $column["jitter_area_coverage_min"], $column["jitter_area_coverage_max"])
                }
                END { for (i = 1; i <= methods; ++i) if (order[i] in cells) print "| " title[order[i]] " |" cells[order[i]] }
            ' "$scratch/titles" "$scratch/query2" "$scratch/query3"
        done
    done
    cat << 'END'

## Five thousand steps

The semi-local method with its default settings in motion (`gap=close`, a warm start, conjugate directions), 100 sweeps in each step
of 0.01 s, friction 0.5: `touchstone simulate CASE --generator semi_local --iterations 100 --steps N`, and where a setting is named
`--set` it. Contacts are those of all steps; drift and tilt are the largest of any body at the end. *Falls*: a body has turned by
more than 15°, or moved by more than 5 % of the scene's height.

| case | setting | steps | contacts | drift | tilt | at the end |
|---|---|---:|---:|---:|---:|---|
END
    stands pillar 5000
    stands arch 5000
    stands wall 5000
    stands wall 5000 solver.gap=ignore
    "$touchstone" contacts wall --generator semi_local --format csv > "$scratch/contacts"
    all=$(($(wc -l < "$scratch/contacts") - 1)) # the first line has the names of the columns
    printf '\n`touchstone contacts wall --generator semi_local` finds %d contacts.\n' "$all"
    cat << 'END'
The brick that ends its top layer lies half over the end of the one brick that bears it, with its centre of mass exactly above that end
(`testcases/cases/tests/wall_and_arch_test.cpp`): an exact answer leaves it balanced, and a lean outwards, however small, grows by
e^(4.78 t). It stands since a scene that begins at rest begins with impulses that hold it, and since what rests goes on resting
where the motion found is below what the sweeps resolve ([rest](../methods/solver.md#rest)).
END
}

scaling() {
    head_of 'The work of the tables on many processes'
    titles
    methods=$(sed 's/,.*//' "$scratch/titles" | paste -sd, -)
    processors=$(getconf _NPROCESSORS_ONLN)
    # First what is measured: of the same folders the rest is simulated.
    in_turns study counts --steps 90 --jobs 1 > "$scratch/long"
    in_turns audit all --threads 1 >> "$scratch/long"
    in_turns report all --jitter 80 --threads 1 --pictures none >> "$scratch/long"
    in_turns league --rows "$methods" --threads 1 --steps 35 --pictures none >> "$scratch/long"
    in_crowds study counts --steps 15 --jobs 1 > "$scratch/short"
    in_crowds audit fundamental complex --threads 1 >> "$scratch/short"
    in_crowds report all --threads 1 --pictures none >> "$scratch/short"
    in_crowds league spikes wedges wall --rows "$methods" --threads 1 --steps 0 --pictures none >> "$scratch/short"
    printf '\n## Measured\n\nProcesses of one command filled one folder side by side on %s processors. Two efficiencies against one process: *by the\n' "$processors"
    printf 'clock*, with as many processors as there are at most, which is what a user waits for; *by work*, processor time of one over the\n'
    printf 'sum of all, which says what sharing costs and depends less on what else the machine does. All came to the same tables.\n'
    printf '\nOne process and two, in turns, %s runs of each, and %s of two with a folder each, which share nothing: what the machine itself leaves of\n' \
        "$turns" $((turns / 2))
    printf 'twice the speed, and how much more processor time the same work takes when both processors are busy. Medians, with the least\nand the most in brackets; *cells made twice* are those of all runs together.\n\n'
    shared_head
    cat "$scratch/long"
    printf '\n### More processes\n\nShort commands, in which starting and ending weigh more: in turns, %s times each.\n\n' "$rounds"
    shared_head
    cat "$scratch/short"
    printf '\n## Simulated\n\nFrom a folder that one process filled by each command of the first table: `touchstone gather DIR… --scaling FILE`. See\n[clusters](../use/cluster.md).\n\n'
    "$touchstone" gather "$scratch"/alone-* --scaling "$scratch/scaling" > /dev/null 2> "$scratch/progress" ||
        { cat "$scratch/progress" >&2; exit 1; }
    sed '1,2d' "$scratch/scaling"
}

# Of the program touchstone-motion-trials, which is built with TOUCHSTONE_BENCHMARKS, beside touchstone.
motion_trials() {
    head_of 'Random bodies in motion'
    trials=$(dirname "$touchstone")/touchstone-motion-trials
    "$trials" 0 5000 > "$scratch/first" &
    "$trials" 5000 5000 > "$scratch/second"
    wait $!
    cat << 'END'

Boxes, wedges, L-shapes and cylinders from 0.01 to 10 m, dropped, thrown, slid and spun, on a floor, over the edge or the
corner of a table, or as the top of a stack of three, in steps of 1 to 20 ms and at speeds up to 20 m/s
(`testcases/trials/motion_trials.h`). Each number is a trial, the same on every machine. A trial ends when its bodies
rest, after 4 s, or after 800 steps. The semi-local method at the defaults of its motion, with 200 sweeps at most:

```
touchstone-motion-trials 0 10000      # with -DTOUCHSTONE_BENCHMARKS=ON
touchstone-motion-trials trace 242    # each step of one of them
```

END
    awk '
        / trials: .* fell through, / {
            gsub(/;/, ","); sub(/ trials: /, " trials, ")
            n = split($0, part, ", ")
            for (i = 1; i <= n; ++i) { number = part[i]; sub(/ .*/, "", number); words = part[i]; sub(/^[0-9]+ /, "", words)
                if (!(words in sum)) order[++count] = words
                sum[words] += number }
        }
        END { print "| outcome | trials |\n|---|---:|"
            for (i = 1; i <= count; ++i) print "| " (order[i] == "trials" ? "all" : order[i]) " | " sum[order[i]] " |" }
    ' "$scratch/first" "$scratch/second"
    printf '\n## Pushed apart\n\n'
    printf 'Of every push it is looked at whether the two bodies come within 0.1 mm of each other until the next query, by the distance of\n'
    printf 'their convex parts. Of each ground, the trials with a push that is none: how many, and the largest distance, in mm and as a share\n'
    printf 'of the size of the body.\n\n'
    grep -h 'pushed apart.*; deepest' "$scratch/first" "$scratch/second" | awk '
        { ground = $4; sub(/,/, "", ground); size = $5; from = $0; sub(/.*pushed from /, "", from); sub(/ .*/, "", from)
          ++n[ground]; mm = 1e3 * from; share = from / size
          for (limit = 1; limit <= 3; ++limit) below[ground, limit] += mm <= bound[limit]
          if (mm > most[ground]) most[ground] = mm
          if (share > widest[ground]) widest[ground] = share }
        BEGIN { bound[1] = 0.2; bound[2] = 0.5; bound[3] = 1; grounds = split("floor edge corner pile", names, " ") }
        END { print "| ground | trials | up to 0.2 mm | up to 0.5 mm | up to 1 mm | largest [mm] | largest, of the size [%] |\n|---|---:|---:|---:|---:|---:|---:|"
            for (i = 1; i <= grounds; ++i) { g = names[i]
                printf "| %s | %d | %d | %d | %d | %.3g | %.2g |\n", g, n[g], below[g, 1], below[g, 2], below[g, 3], most[g], 100 * widest[g] } }'
    printf '\n## The others one by one\n\n'
    if grep -hE ': ([a-z ]* )?(fell through|fell inside|hopped|stuck|flew|gained energy|in the air|sunk|silent)[a-z ]*; deepest' "$scratch/first" "$scratch/second" \
        > "$scratch/others"; then
        sed -e 's/^/- /' -e 's/; deepest.*//' -e 's/ pushed apart//' -e 's/ pushed early//' "$scratch/others"
    else
        echo 'None.'
    fi
    cat << 'END'

## What the words mean

**Hopped**: a body that slides was pushed by the floor where it touched it at no time until the next query, or rose by more than 0.1 mm
for another reason than its own turning. **Rose as it turned**: what touches and turns rises again until the next push can
act, by ω² r t² / 2 at most, and on its own where ω² r > g, since the floor would have to hold it down. Cylinders that friction has tipped
over, and that roll over their edges, do. **Stuck**: the floor took more speed along it than friction can, or a body pushed another
both ways along one line. **Gained energy**: contacts added more than 0.1 % of what there was in a step. **In the air**: at rest more than
0.01 mm above the floor. **Sunk**: ended more than 1 % of its size in the floor. Nothing pushes bodies out of an overlap unless
`solver.stabilization` is on. **Silent**: in the floor by more than 1 % without a contact, or overlapping a table or another body
without one in two queries in a row. **Fell through**: a centre of mass came below the top of the floor. **Fell inside**: the middle
of a convex part came into another body.

**Pushed apart** is stricter than the others, and looks at every push of every pair. At the query features were to meet, or were as near
as the present speeds close in a step; then the impact of the step turned the body, and led it past. Since the solver asks, at the motion
that it found, when the features of a contact lie over each other, it lets go of those that pass beside each other
([solver](../methods/solver.md)); up to commit 760ea5ed, which did not, 283 trials had such a push.
**Pushed early** looks at each contact by itself: its own two features stayed more than 0.1 mm apart along its plane, which turns with
them, though the bodies may have touched elsewhere. In those that were traced several contacts take turns in acting, and the rounds in
which the speeds follow the motion end before these agree.
END
}

# One run of a command: so many processes side by side, all in one folder or each in its own. Appends its wall time and its processor
# time [ms] to $scratch/NAME.wall and .cpu; $folder is the (first) folder. Folders stay, as a file system looks longer for a
# place for new files where others have just gone.
side_by_side() { # NAME PROCESSES shared|apart ARGUMENT...
    name=$1 processes=$2 how=$3
    shift 3
    runs=$((${runs:-0} + 1))
    folder=$scratch/runs/$runs-1
    mkdir -p "$scratch/runs"
    begin=$(date +%s%3N)
    (
        started=
        for process in $(seq "$processes"); do
            own=$folder
            [ "$how" = shared ] || own=$scratch/runs/$runs-$process
            "$touchstone" "$@" --out "$own" > /dev/null 2> "$scratch/progress-$process" &
            started="$started $!"
        done
        process=0
        for each in $started; do
            process=$((process + 1))
            wait "$each" || [ $? -eq 1 ] || cat "$scratch/progress-$process" >> "$scratch/failed" # 1: see audit
        done
        times > "$scratch/times"
    )
    echo $(($(date +%s%3N) - begin)) >> "$scratch/$name.wall"
    if [ -e "$scratch/failed" ]; then
        cat "$scratch/failed" >&2
        echo "write.sh: of $processes processes of $* side by side one failed" >&2
        exit 1
    fi
    # Its last line is of those that have ended, user and system: 0m1.2s 0m0.3s.
    tail -n 1 "$scratch/times" | tr ms '  ' | awk '{ printf "%d\n", 1000 * (60 * $1 + $2 + 60 * $3 + $4) }' >> "$scratch/$name.cpu"
}

# Fails where a folder of the last run has other tables than $alone; appends to $scratch/NAME.twice how many of the cells were made
# more than once.
same_as_alone() { # ARGUMENT...
    for own in "$scratch/runs/$runs"-*; do
        made=$(cat "$own"/cells/times-*.csv | grep -vc '^cell,\|^tables-')
        echo $((made - $(find "$own/cells" -name '*.json' ! -name 'choice-*' | wc -l))) >> "$scratch/$name.twice"
        if ! diff -rq -x cells -x league.html -x league.md -x league_times.csv "$alone" "$own" >&2; then # a date, and times
            echo "write.sh: processes of $* side by side come to other tables than one" >&2
            exit 1
        fi
    done
}

shared_head() {
    printf '| command | processes | wall time | efficiency by the clock | processor time | by work | cells made twice |\n'
    printf '|---|---:|---:|---:|---:|---:|---:|\n'
}

# Of the numbers of a file: the median, the least and the most.
middle() { sort -n "$1" | awk '{ v[NR] = $1 } END { printf "%g %g %g\n", (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2, v[1], v[NR] }'; }

# A line on runs of which side_by_side wrote the times, beside those of one process.
shared_line() { # NAME ALONE PROCESSES shared|apart ARGUMENT...
    name=$1 one=$2 processes=$3 how=$4
    shift 4
    twice_made=$(awk '{ sum += $1 } END { print sum }' "$scratch/$name.twice")
    { middle "$scratch/$name.wall"; middle "$scratch/$name.cpu"; middle "$scratch/$one.wall"; middle "$scratch/$one.cpu"; } |
        awk -v n="$processes" -v how="$how" -v cores="$processors" -v twice="$twice_made" -v command="$*" '
            { middle[NR] = $1 / 1000; spread[NR] = $2 == $3 ? "" : sprintf(" [%.2f…%.2f]", $2 / 1000, $3 / 1000) }
            END {
                sub(/--rows [^ ]*/, "--rows METHODS", command)
                jobs = how == "apart" ? n : 1
                printf "| `%s` | %s | %.2f s%s | %.2f | %.2f s%s | %.2f | %s |\n", command, n (how == "apart" ? ", a folder each" : ""),
                    middle[1], spread[1], jobs * middle[3] / middle[1] / (n < cores ? n : cores), middle[2], spread[2],
                    jobs * middle[4] / middle[2], twice
            }'
}

# The first run is not measured: what it reads is not in the machine's memory yet. The others are compared with it.
turns=3
in_turns() { # ARGUMENT...: one process and two
    rm -f "$scratch"/*.wall "$scratch"/*.cpu "$scratch"/*.twice
    side_by_side first 1 shared "$@"
    alone=$folder
    for turn in $(seq "$turns"); do
        side_by_side one 1 shared "$@"
        [ "$turn" != 1 ] || measured=$folder
        same_as_alone "$@"
        side_by_side two 2 shared "$@"
        same_as_alone "$@"
        [ $((turn % 2)) = 1 ] || { side_by_side apart 2 apart "$@"; same_as_alone "$@"; }
    done
    shared_line one one 1 shared "$@"
    shared_line apart one 2 apart "$@"
    shared_line two one 2 shared "$@"
    mv "$measured" "$scratch/alone-$1" # for what is simulated
}

rounds=2
in_crowds() { # ARGUMENT...: 1, 2, 4 and 8 processes
    rm -f "$scratch"/*.wall "$scratch"/*.cpu "$scratch"/*.twice
    side_by_side first 1 shared "$@"
    alone=$folder
    for round in $(seq "$rounds"); do
        for crowd in 1 2 4 8; do
            side_by_side "$crowd" "$crowd" shared "$@"
            same_as_alone "$@"
        done
    done
    for crowd in 1 2 4 8; do shared_line "$crowd" 1 "$crowd" shared "$@"; done
}

tessellation() { # exact shapes as meshes of several levels; the plots go beside the page
    head_of 'What tessellation costs each method'
    folder=${TESSELLATION_FOLDER:-$scratch/tessellation}
    python3 "$results/experiments/tessellation.py" "$touchstone" "$folder"
    plots=experiments/tessellation
    [ "$check" = yes ] || { mkdir -p "$results/$plots"; cp "$folder"/*.svg "$results/$plots/"; }
    printf '\n## Plots\n\n'
    for plot in "$folder"/*.svg; do
        printf '![%s](%s/%s)\n' "$(basename "$plot" .svg)" "$plots" "$(basename "$plot")"
    done
}

rolling() { # a ball over a floor, exact and as meshes; engines whose programs are beside touchstone; the plot goes beside the page
    head_of 'A ball that rolls'
    folder=${ROLLING_FOLDER:-$scratch/rolling}
    python3 "$results/experiments/rolling.py" "$touchstone" "$folder" --engines "$(dirname "$touchstone")"
    [ "$check" = yes ] || cp "$folder/rolling.svg" "$results/experiments/"
    printf '\n## Height of the centre over R [mm] in the first 2 s\n\n![Height over time, a panel a method](experiments/rolling.svg)\n\n'
    cat << 'END'
A polyhedron that rolls loses energy facet by facet, in the mean in proportion to the length of its edges. What does not
shrink with them is the share of method and stepping.
END
}

elasticity() { # the plot goes beside the page
    head_of 'Force quality against stiffness'
    printf '\nThe moving body of the fundamental cases is elastic with ν = 0.3 and moves for ten steps of 10 ms under the barrier\n'
    printf '(`simulate SCENE --solver barrier --record`), from rest, or with the velocity of the case where the right normals are\n'
    printf 'those of its motion: the share of the normal force within 1° of a right normal and, in brackets, the largest strain. [`elastic_force_quality.py`](experiments/elastic_force_quality.py) PROGRAM 10 PLOT.\n\n'
    python3 "$results/experiments/elastic_force_quality.py" "$touchstone" 10 "$scratch/plot.svg"
    [ "$check" = yes ] || cp "$scratch/plot.svg" "$results/experiments/elasticity.svg"
    printf '\n![Share of the normal force that is right against the modulus](experiments/elasticity.svg)\n\n'
    cat << 'END'
A spike of 1e5 Pa pushes almost only where it should; one of 1e7 to 1e8 Pa less than a rigid one. At a concave edge the
edge itself is near and pushes along the bisector; how stiffness and the distance at which pairs settle share in this was
not taken apart. Where tips slide off each other (`spikes`, `spike_and_wedge`, `wedges`) a soft tip bends, and hardly any force
is where the undeformed bodies have theirs.
END
}

# Of the programs that are built with TOUCHSTONE_BENCHMARKS, beside touchstone.
barrier() {
    head_of 'The barrier in motion'
    table=$(dirname "$touchstone")/touchstone-barrier-table
    cat << 'END'

## Beside the proximal solver

`touchstone-barrier-table`: friction 0.5, steps of 10 ms, one thread; CPU time of the thread in steps 21 on, beside that of the
proximal Gauss-Seidel solver with semi-local contacts, taken step by step in the same run. *Ratio* is the one over the other.
*Asked* is what was set out to reach when Gauss-Seidel took 1.2 ms a step in the Pillar, 1.7 in the Arch and 23 in the Wall: 0.6
and 0.3 ms by triangles and by facets, 3 and 2, 15 and 12. Where its detection remembers, Gauss-Seidel has since become about
twice as fast in the Wall: there the ratio can exceed what was asked while the milliseconds do not. Of the drift it is 0.02 and 1e-9 mm in the Pillar, 0.1 in the Arch and
0.05 in the Wall without the brick that lies with its centre of mass exactly above an edge (`wall:balanced=0`); with it, that brick
tips over. Bodies settle along gravity by what d̂ leaves them, so the drift across gravity is what a stack creeps by. Force: the
share of the last step's normal force within an angle of a right normal.

END
    "$table" > "$scratch/printed"; squeezed
    cat << 'END'

## The fundamental cases in motion

`touchstone-barrier-table cases`: 0.4 s at four time steps, d̂ = 1e-4 m; CPU ms per step, all steps counted. Asked at steps of 10
ms: 0.4 where the proximal solver takes 1.2 in the Pillar.

END
    "$table" cases > "$scratch/printed"; squeezed
    printf '\n## Force quality of every method\n\n`touchstone-barrier-table forces`: the share of the normal force that acts in a right direction in the fifth step, of the contacts of\neach method under the proximal solver, and of the barrier under its own.\n\n'
    "$table" forces > "$scratch/printed"; squeezed
    trials=$(dirname "$touchstone")/touchstone-barrier-trials
    printf '\n## Fast random bodies\n\n`touchstone-barrier-trials 0 500` and `500 500`: random drops, throws, slides and spins at up to 100 m/s, steps of 1 to 40 ms.\n\n'
    "$trials" 0 500 > "$scratch/printed" &
    "$trials" 500 500 > "$scratch/progress" || true
    wait $! || true
    cat "$scratch/printed"; echo; cat "$scratch/progress"
}

step_bound() {
    head_of 'What the bound on steps costs'
    printf '\n`touchstone-bound-table`: ten steps of 10 ms and 100 sweeps, with the bound and without it in turns, twenty times;\nof each stage of each step the shortest wall time counts. Milliseconds and counts are per step. Pairs are those whose swept\nboxes overlap, in both halves of the step and after each stop; a pair of parts that is not cast was told apart by\ndistance and speed alone.\n\n'
    "$(dirname "$touchstone")/touchstone-bound-table" > "$scratch/printed"; squeezed
    printf '\nThe bound itself: [casts of convex bodies](../methods/convex_cast.md#in-scenes-a-bound-on-steps).\n'
}

engine_times() { # the medians of touchstone-engine-bench, µs per pair of bodies and contacts
    "$(dirname "$touchstone")/touchstone-engine-bench" --benchmark_repetitions=3 --benchmark_report_aggregates_only=true \
        --benchmark_format=csv > "$scratch/printed" 2> "$scratch/progress"
    awk -F, -v titles="$scratch/titles" '
        FILENAME == titles { title[$1] = $2; next }
        { gsub(/"/, "") }
        /^name,/ { for (i = 1; i <= NF; ++i) column[$i] = i; next }
        !sub(/_median,/, ",") { next }
        {
            split($1, part, "/"); scene = part[1]; method = part[2]
            if (!(method in known)) { known[method]; methods[++n] = method }
            pairs[scene] = $column["pairs"]; contacts[scene, method] = $column["contacts"]
            time[scene, method] = $column["real_time"] / $column["pairs"]
        }
        END {
            printf "\n| | Wall, %d pairs | contacts | Pillar, %d pairs | contacts |\n|---|---:|---:|---:|---:|\n", pairs["wall"], pairs["pillar"]
            for (i = 1; i <= n; ++i) {
                method = methods[i]; own = method; sub(/ remembering$/, "", own)
                name = own in title ? title[own] (own == method ? "" : ", remembering") : method
                gsub(/_/, " ", name)
                printf "| %s | %.1f | %d | %.1f | %d |\n", name, time["wall", method], contacts["wall", method],
                    time["pillar", method], contacts["pillar", method]
            }
        }' "$scratch/titles" "$scratch/printed"
}

speed() {
    speed=$(dirname "$touchstone")/touchstone-speed
    head_of 'Speed'
    titles
    printf 'Built with: %s. Load of the machine at the beginning: %s.\n' "$("$speed" conditions | sed 's/^[^;]*; //')" "$(cut -d ' ' -f 1 /proc/loadavg)"
    cat << 'END'

Times hold for that machine and day. Those that were recorded once, of older commits beside newer ones, stand
[on a page of their own](speed_recorded.md).

## Pairs of tetrahedra

`touchstone-speed kernels docs/results/research_kernels.csv`: processor time of one thread, medians of 15 rounds, in double
precision with the profile `corrected`, on the surface pairs of Pillar and Wall whose boxes overlap, the scenes sunk into
themselves by a ten-thousandth of their height, so that rounding does not decide which pairs touch; for closest points
"touching" means within reach of the eroded bodies. The [research code's times](research_kernels.csv) are in 32-bit floats, on the
same pairs, recorded once on a machine of this kind. The last column is the least time of these rounds beside the least of a fixed
piece of arithmetic on the same pairs, taken in turns: `touchstone-speed check` compares it with the figures of the last release
([`speed.csv`](../../testcases/baselines/speed.csv)), and `./runtests.sh --all` fails where one is more than a tenth larger, on
the processor and with the compiler of that release.
END
    "$speed" kernels "$results/research_kernels.csv"
    cat << 'END'

What bounds the rest is arithmetic: a touching pair of the SATs evaluates 36 edge axes for 8 vertices
([how](detection.md#where-the-work-went-and-goes)). The baseline build of the same kernels has vectors half as wide, and gives
the same bytes. Whole queries, what their time goes into, and how it grows: [detection](detection.md).

## Queries that remember

`touchstone-speed queries`, processor time of one thread. Scenes at rest, as a simulation leaves them: each query finds every
body that can move up to 1e-13 m from where it was. *From nothing* makes the colliders and finds the contacts; *remembering*
does the same with what was kept of the query before ([how](detection.md#what-is-kept-from-step-to-step)), to the same bytes.
Medians of 200 queries, in turns.
END
    "$speed" queries
    cat << 'END'

## Growing walls

`touchstone-speed growth`, one query of a Wall from nothing in a process of its own; *of it the query's* is what colliders and
contacts take beyond the scene. Where there are many bodies of few tets, these are in the world only while they are asked about
(`generators/placed_bodies.h`). What a query allocates stays below 600 bytes for a brick, 180 for a contact, which itself has 120,
and 32 MB for what is placed or not joined yet: `query_memory_test` measures it. A simulation's
memory keeps no more of a brick than that and what is known of its pairs: below 4 kB (Opposing), where its tets took 5 kB more.
END
    "$speed" growth
    cat << 'END'

## The solver

`touchstone-speed solver`, 100 sweeps of the first query of a scene sunk into itself by a ten-thousandth of its height; medians
of 15 rounds, in turns. Nanoseconds are processor time per contact and sweep, on one thread, in the order given and in colours
(`solver.sweep=coloured`); *rows and ends* is how many sweeps in colours take as long as all the rest of a solve. Whole solves in
colours are by the clock, on one thread and on two: a round of 512 contacts or more is shared, so small scenes are left to one
([how](../methods/solver.md)). The research code, in 32-bit floats on a slower machine of the kind, took 55–69 ns, 125 ns at
8,000–12,000 contacts.
END
    "$speed" solver
    cat << 'END'

## Beside physics engines

`touchstone-engine-bench`, medians of three, one thread: one query of one pair that touches, microseconds. Engines time their own
query inside their program, with the bodies in place; talking to them is not in it. Ours are timed with the colliders made; bodies
that rest in every bit are remembered best. Hull on hull is a smaller question, one convex shape each and at most four points.
Where an engine finds nothing its time is that of finding nothing.
END
    engine_times
}

# What a unit scene comes to in STEPS steps. Answers are kept in $IPC_FOLDER where that is set, by the version of the program;
# a run that a signal ended is no answer. Of the cases in $recorded there is a recording as well, when the run has reached its end.
# CASE may be a scene file; NAME tells runs with further arguments from others.
run_unit_scene() { # CASE STEPS [DT] [FRICTION] [NAME ARGUMENT...]
    scene=$1 steps=$2 dt=${3:-} friction=${4:-} name=$(basename "$1" .json)
    unit=${IPC_FOLDER:-$scratch/ipc}/$("$touchstone" --version | head -n 1 | tr -c 'A-Za-z0-9.\n' _)/$name${3:+_$3}${4:+_friction_$4}${5:+_$5}
    [ ! -e "$unit.done" ] || return 0
    if [ $# -gt 5 ]; then shift 5; else set --; fi
    mkdir -p "$(dirname "$unit")"
    rm -f "$unit".*
    record=
    case " ${recorded:-} " in *" $name "*) record=$unit.part.h5 ;; esac
    (
        code=0
        "$touchstone" simulate "$scene" --solver barrier --steps "$steps" ${dt:+--dt "$dt"} ${friction:+--friction "$friction"} --times "$@" \
            --csv "$unit.csv" ${record:+--record "$record"} > "$unit.out" 2> "$unit.err" || code=$?
        times > "$unit.cpu" # the last line is of what this shell has run
        echo "$code" > "$unit.status"
    )
    code=$(cat "$unit.status")
    [ "$code" -ne 0 ] || [ -z "$record" ] || mv "$record" "$unit.h5"
    [ "$code" -ge 128 ] || : > "$unit.done"
}

has_steps() { [ -e "$unit.csv" ] && grep -q '^[0-9]' "$unit.csv"; } # whether that run took any

# Why that run ended before its time.
reason() {
    sed -n 's/^touchstone: error: //p' "$unit.err" | grep -m 1 . || echo "it ended with status $(cat "$unit.status")"
}

# The CPU time of that run in seconds, start-up and all; nothing where it is not known.
cpu_seconds() {
    [ ! -s "$unit.cpu" ] || sed -nE '$s/^([0-9]+)m([0-9.]+)s .*/\1 \2/p' "$unit.cpu" | awk '{ print 60 * $1 + $2 }'
}

# A line of the table of the unit scenes: what a run came to, judged by the program's own answers.
unit_scene() { # CASE STEPS
    run_unit_scene "$1" "$2"
    title=$("$touchstone" list cases | sed -n "s/^$1  *//p" | sed 's/   *.*//')
    if ! has_steps; then
        printf '| `%s` | %s | %s | | | | | | fails: %s |\n' "$1" "$title" "$2" "$(reason)"
        return
    fi
    awk -F, -v name="$1" -v title="$title" -v asked="$2" -v cpu="$(cpu_seconds)" -v why="$(reason)" '
        /^#/ { next }
        !rows && /^step,/ { for (i = 1; i <= NF; ++i) column[$i] = i; next }
        {
            ++rows; sweeps = $column["sweeps"]; total += sweeps
            if (sweeps > most) most = sweeps
            if ($column["contacts"] > pairs) pairs = $column["contacts"]
            share = $column["least_volume_share"]; if (share != "" && (least == "" || share < least)) least = share
            if ($column["inverted_tets"] > inverted) inverted = $column["inverted_tets"]
            end = $column["kinetic_energy_J"]; if (end > highest) highest = end
        }
        END {
            verdict = inverted ? "at most " inverted " tets inside out at a time" : "holds"
            if (rows < asked) verdict = "ended after " rows " steps: " why
            printf "| `%s` | %s | %d | %.1f, %d | %d | %.3f | %s | %.3g of %.3g | %s |\n", name, title, rows, total / rows, most,
                pairs, least, cpu == "" ? "" : sprintf("%.1f", 1e3 * cpu / rows), end, highest, verdict
        }' "$unit.csv"
}

# A line of the table of the rods: a run of 6 s beside what the paper says of it.
rods() { # DT STEPS CONSTRAINTS ITERATIONS SECONDS TOTAL of the paper
    run_unit_scene ipc_rods "$2" "$1"
    if ! has_steps; then
        printf '| %s | %s | fails: %s | | | | %s | %s | %s | %s |\n' "$1" "$2" "$(reason)" "$3" "$4" "$5" "$6"
        return
    fi
    awk -F, -v step="$1" -v asked="$2" -v cpu="$(cpu_seconds)" -v constraints="$3" -v paper="$4" -v seconds="$5" -v all="$6" '
        /^#/ { next }
        !rows && /^step,/ { for (i = 1; i <= NF; ++i) column[$i] = i; next }
        {
            ++rows; total += $column["sweeps"]
            contacts += $column["contacts"]; if ($column["contacts"] > most) most = $column["contacts"]
        }
        END {
            steps = rows < asked ? rows " of " asked : rows
            printf "| %s | %s | %d, %d | **%.2f** | %s | %d | %s | %s | %s | %s |\n", step, steps, contacts / rows, most, total / rows,
                cpu == "" ? "" : sprintf("%.3f", cpu / rows), total, constraints, paper, seconds, all
        }' "$unit.csv"
}

# How far a vertex of any body has fallen at most, how far one has gone across gravity, and the height of the lowest, between two
# steps of that run.
ends_of() { # FROM TO
    rm -rf "$scratch/ends"
    "$touchstone" export "$unit.h5" --to csv --out "$scratch/ends" --steps "$1:$2" --every "$(($2 - $1))" > "$scratch/printed" \
        2> "$scratch/progress"
    awk -F, -v from="$1" '
        FNR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
        {
            at = $column["body"] "," $column["vertex"]; x = $column["position_x"]; y = $column["position_y"]; z = $column["position_z"]
            if ($column["step"] == from) { x0[at] = x; y0[at] = y; z0[at] = z; next }
            if (y0[at] - y > fall) fall = y0[at] - y
            gone = sqrt((x - x0[at]) ^ 2 + (z - z0[at]) ^ 2); if (gone > drift) drift = gone
            if (low == "" || y < low) low = y
        }
        END { printf "%.3g %.3g %.6g\n", fall, drift, low }' "$scratch/ends/vertices.csv"
}

shows() { # CASE STEPS TEXT [FRICTION]
    run_unit_scene "$1" "$2" '' "${4:-}"
    if [ ! -s "$unit.h5" ]; then
        printf '| `%s` | %s | fails: %s | | |\n' "$1" "$3" "$(reason)"
        return
    fi
    printf '| `%s` | %s | %s |\n' "$1" "$3" "$(ends_of 0 "$2" | sed 's/ / | /g')"
}

# How far the cubes of the stack go across gravity, in mm.
stack() { # FRICTION YOUNG TEXT ARGUMENT...
    friction=$1 young=$2 text=$3; shift 3
    "$touchstone" scene export ipc_14 | sed "s/\"young\": [^,}]*/\"young\": $young/" > "$scratch/stack.json"
    run_unit_scene "$scratch/stack.json" 200 '' "$friction" "${young}_$(echo "$text" | tr -cd 'a-z0-9')" "$@"
    if [ ! -s "$unit.h5" ]; then
        printf '| %s | %s | %s | fails: %s | |\n' "$friction" "$young" "$text" "$(reason)"
        return
    fi
    printf '| %s | %s | %s | %s | %s |\n' "$friction" "$young" "$text" \
        "$(ends_of 0 40 | awk '{ printf "%.3g", 1000 * $2 }')" "$(ends_of 40 200 | awk '{ printf "%.3g", 1000 * $2 }')"
}

ipc() {
    recorded='ipc_14 ipc_27 ipc_arch ipc_chain_10 ipc_chain_35 ipc_tet_slots ipc_tight_cube stack' # what `shows` and `stack` are asked about
    head_of 'The unit scenes of incremental potential contact'
    cat << 'END'

Scenes of Li et al. [2020] as their authors published them ([scripts](../formats/scripts.md)), with the steps, materials and
tolerances that stand in them, by `touchstone simulate CASE --solver barrier --steps N`, to the end of their time; 02 and 03, whose
time is 100 s, to that of the others. *Holds*: every step converged, no edge meets a face after any step, proven by integers, and no
tet is inside out, which fixed corotated ones may be; a run in which one of these does not hold ends with its reason. Newton steps per
step, on the mean and at most; contacts between bodies, at most (of edges and corners that come from several elements one); the
smallest J; ms of CPU time per step, the start of the program and, in scenes of the last table, recordings included (empty: not taken); kinetic energy at the end of the highest, in J: the highest itself where bodies have
slid off each other and fall, since there is no floor.

| case | | steps | Newton steps | contacts | J | ms | energy | verdict |
|---|---|---:|---:|---:|---:|---:|---:|---|
END
    for case in $(seq -f 'ipc_%02g' 1 26); do
        case $case in
        ipc_15 | ipc_16) unit_scene "$case" 100 ;;
        ipc_04 | ipc_06 | ipc_09 | ipc_1[0-4]) unit_scene "$case" 200 ;;
        *) unit_scene "$case" 2000 ;;
        esac
    done
    unit_scene ipc_27 125
    unit_scene ipc_28 2000
    unit_scene ipc_30 200
    unit_scene ipc_mass_ratio 120
    for case in ipc_tet_slots ipc_tight_cube; do unit_scene "$case" 100; done
    for case in ipc_chain_10 ipc_chain_35; do unit_scene "$case" 250; done
    unit_scene ipc_arch 2000
    cat << 'END'

## Four twisted rods

`touchstone simulate ipc_rods --solver barrier --dt H --steps N`: 2.5 K nodes, 6.9 K tets, twisted for 6 s, beside Table 1 of the
paper, whose seconds are those of a 4-core Intel Core i7 of 2.9 GHz; here they are CPU time of one thread of the machine above.
Contacts are those between rods, on the mean and at most; the paper's constraints are pairs of elements, of a rod with itself, too. In the longest steps the rods' ends are
[led in parts](../methods/elastic.md#a-step).

| h [s] | steps | contacts | Newton steps per step | s per step | Newton steps | paper: constraints | per step | s per step | in all |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
END
    rods 0.002 3000 '137, 430' 2.12 0.29 6351
    rods 0.005 1200 '194, 584' 2.37 0.36 2843
    rods 0.01 600 '269, 707' 2.65 0.38 1591
    rods 0.025 240 '435, 1.0K' 2.69 0.38 645
    rods 0.05 120 '551, 1.2K' 3.06 0.46 368
    rods 0.1 60 '597, 1.3K' 4.75 0.73 285
    rods 0.2 30 '607, 1.2K' 14.37 1.79 431
    rods 0.5 12 '653, 1.4K' 100.58 11.39 1207
    rods 1 6 '708, 1.3K' 188.17 18.41 1129
    rods 2 3 '843, 1.3K' 522.00 52.02 1566
    cat << 'END'

## What the scenes show

From recordings of the same runs (`--record`), of which `touchstone export --to csv --steps 0:N --every N` has the vertices: the
farthest that a vertex has fallen at the end, the farthest that one has gone across gravity, and the height of the lowest, in
metres. A link that is lost falls by 122 m in 5 s. The cube comes to the floor of its slot and leaves it again: there are walls
behind it and at both sides and none in front, so that a cube that is pressed flat pushes itself off the wall behind, and without
friction nothing holds it ([`unit_scenes_test.cpp`](../../testcases/motion/tests/unit_scenes_test.cpp)).

| scene | what to look for | fallen | gone | lowest |
|---|---|---:|---:|---:|
END
    shows ipc_14 200 'a stack'
    shows ipc_tet_slots 100 'the bottom of the slots at -0.5'
    shows ipc_tight_cube 100 'a floor at -0.001'
    shows ipc_27 125 'no link lost'
    shows ipc_chain_10 250 'no link lost'
    shows ipc_chain_35 250 'no link lost'
    shows ipc_arch 2000 'stands after 20 s'
    shows ipc_arch 160 'with μ = 0.1 it is falling after 1.6 s' 0.1
    cat << 'END'

## Why the stack falls

`ipc_14` has no friction: its script names none. Then a stack of soft cubes is unstable. A weight W that lies δ beside the middle
of a cube of edge a tilts its top by 12 W δ/(E a³), and the tilt drives the weight on. With four such cubes above, offsets grow by
the factor e in √(E/(48 ρ)) / g, which is 0.47 s here; in the second row below it is 0.51 s, from the kinetic energy from 1 s to
2 s. They begin with what the drop leaves of cubes whose tets are not symmetric, and with d̂, since the board's diagonal pushes what
stands on it aside. With four times the stiffness the drop leaves offsets so small that the steps' accuracy holds the stack: its kinetic
energy is 0 from 2.4 s on. With friction nothing grows. `simulate` with the exported scene, `--friction` and `--set`: how far a
vertex goes across gravity in the first second, in which the cubes fall on each other, and in the four after it, in mm; the stack is 555 mm
high. With `primitives=facets` the centre of mass of all cubes stays over its place (the test named above).

| friction | E [Pa] | barrier | first second | from 1 s to 5 s |
|---:|---:|---|---:|---:|
END
    stack 0 1e6 'as in the script'
    fine='`primitives=facets`, `dhat=1e-6`, `accuracy=1e-7`'
    stack 0 1e6 "$fine" --set barrier.primitives=facets --set barrier.dhat=1e-6 --set barrier.accuracy=1e-7
    stack 0 4e6 "$fine" --set barrier.primitives=facets --set barrier.dhat=1e-6 --set barrier.accuracy=1e-7
    stack 0.5 1e6 '`accuracy=2e-5`' --set barrier.accuracy=2e-5
}

status=0
for page in "$@"; do
    destination=$results/$page.md
    case $page in
    readme) destination=$results/../../README.md ;;
    fundamental | field | audit | reproduce | studies | ccd | c5d | engines | masonry | fundamental_motion | motion_trials | scaling | barrier | step_bound | ipc | tessellation | rolling | elasticity | speed) ;;
    *) echo "write.sh: there is no page $page" >&2; exit 2 ;;
    esac
    "$page" > "$scratch/page"
    sed -i -e :a -e '/^\n*$/{$d;N;ba' -e '}' "$scratch/page" # no empty line at its end
    if [ "$check" = no ]; then
        cp "$scratch/page" "$destination"
        continue
    fi
    grep -v '^Program: ' "$scratch/page" > "$scratch/now"
    grep -v '^Program: ' "$destination" > "$scratch/committed" || true
    if ! diff -u --label "$page, committed" --label "$page, as the program answers" \
            "$scratch/committed" "$scratch/now" >&2; then
        echo "$page is not what the program answers; docs/results/write.sh PROGRAM $page writes it again" >&2
        status=1
    fi
done
exit $status
