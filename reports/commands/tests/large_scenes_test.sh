#!/bin/sh
# large_scenes_test.sh TOUCHSTONE SCRIPT: the scenes that docs/use/large_scenes.py writes, in small,
# are scenes whose bodies touch, and move.
set -eu
touchstone=$(realpath "$1") script=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() { echo "large_scenes_test: $*" >&2; exit 1; }

python3 -B "$script" rock --arches 5 --layers 2 >rock.json
"$touchstone" contacts rock.json --generator semi_local --format csv --out rock.csv
# A wall of 130 stones whose joints have no gap; stones that meet at an edge have two contacts.
python3 - <<'CHECK' || fail "the stones do not fit"
import collections, csv, json
assert len(json.load(open("rock.json"))["bodies"]) == 2 + 5 * 2 * 13
pairs = collections.Counter()
for row in csv.DictReader(open("rock.csv")):
    pairs[row["body_a"], row["body_b"]] += 1
    assert abs(float(row["separation"])) < 1e-9, row
assert len(pairs) > 200 and set(pairs.values()) == {2, 4}
CHECK
"$touchstone" simulate rock.json --generator semi_local --iterations 50 --steps 2 >out || fail "the rock: $(cat out)"

python3 -B "$script" funnel --columns 4 --rows 1 >funnel.json
"$touchstone" simulate funnel.json --generator semi_local --iterations 50 --steps 150 --csv funnel.csv >out ||
  fail "the funnel: $(cat out)"
awk -F, '/^[0-9]/ { contacts += $3 } END { exit contacts < 10 }' funnel.csv || fail "nothing meets the funnel"
