#!/bin/sh
# The two programs of docs/use/own_method that people start from get their rows, with the same figures;
# one that fails tells why. Status 77: skipped, as there is no Python.
#   templates_test.sh PROGRAM COMPILER
set -eu
touchstone=$1 compiler=$2
templates=$(cd "$(dirname "$0")/../../../docs/use/own_method" && pwd)
command -v python3 > /dev/null || exit 77
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() { echo "templates_test: $*" >&2; exit 1; }

"$compiler" -std=c++17 -O0 -Wall -Wextra -Werror "$templates/lowest_vertex.cpp" -o lowest_vertex
"$touchstone" report fundamental --generators opposing --generator-command "python3 $templates/lowest_vertex.py" \
    --generator-command ./lowest_vertex --generator-time-limit 60 --csv rows.csv > table
for title in lowest_vertex lowest_vertex_cpp; do
    grep -q "$title" table || fail "the table has no row of $title"
done
python3 - rows.csv << 'END' || fail "the two have different figures"
import csv, sys
rows = list(csv.DictReader(line for line in open(sys.argv[1], encoding="utf-8") if line[0] != "#"))
def figures(name):
    return [{k: v for k, v in row.items() if not k.startswith("generator")}
            for row in rows if row["generator"] == name]
first, second = figures("lowest_vertex"), figures("lowest_vertex_cpp")
found = sum(int(row["contacts"]) for row in first)
assert len(first) == 10 and found > 0, (len(first), found)
assert first == second
END

# What people forget first: the row, and the last line of standard error, ask for it. Python does not wait
# with its lines where this is set.
unset PYTHONUNBUFFERED
sed 's/, flush=True//' "$templates/lowest_vertex.py" > forgetful.py
! cmp -s forgetful.py "$templates/lowest_vertex.py" || fail "the template does not flush"
status=0
"$touchstone" report wedges --generators opposing --generator-command "python3 forgetful.py" \
    --generator-time-limit 1 > table 2> errors || status=$?
[ $status -eq 1 ] || fail "a method that never answered left the status $status"
grep -q 'no answer within 1 s; does it flush' errors || fail "nothing asks for a flush: $(cat errors)"

# An exception in the method is told, and the program lives on.
sed 's/^    top = .*/    raise ValueError("no top")/' "$templates/lowest_vertex.py" > raising.py
status=0
"$touchstone" report wedges spikes --generators opposing --generator-command "python3 raising.py" \
    --generator-time-limit 60 > table 2> errors || status=$?
[ $status -eq 1 ] || fail "a method that raises left the status $status"
grep -q 'failed in all of its 2 rows.*ValueError: no top' errors || fail "not told: $(cat errors)"
