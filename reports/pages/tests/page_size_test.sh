#!/usr/bin/env bash
# page_size_test.sh TOUCHSTONE SOURCE-FOLDER: makes the page of all cases and all methods, with a picture of each row, and
# bounds the page and the table of wrong contacts beside it.
set -euo pipefail

readonly most_page=5000000      # what a phone is to load [bytes]
readonly most_contacts=5000000 # a hundred contacts of each row at most [bytes]
readonly picture=40000          # what a picture of the viewer takes, about [bytes]

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -B "$2/noise_viewer.py" "$folder" $picture
TOUCHSTONE_VIEWER=$folder/viewer "$1" report all --pictures all --out "$folder/all" >"$folder/table"

status=0
# bound FILE MOST: and what is there at least, as an empty file would be small, too.
bound() {
    local size
    size=$(stat -c %s "$folder/all/$1")
    echo "$1: $size bytes, at most $2"
    [[ $size -gt 100000 && $size -lt $2 ]] || status=1
}
bound report.html $most_page
bound wrong_contacts.csv $most_contacts
beside=$(find "$folder/all/pictures" -name '*.png' | wc -l || true)
inside=$(grep -o 'src="data:image/png' "$folder/all/report.html" | wc -l || true)
named=$(grep -o 'src="pictures/[^"]*"' "$folder/all/report.html" | sort -u | wc -l || true)
echo "$inside pictures in the page, $beside beside it, of which it names $named"
[[ $inside -gt 0 && $beside -gt 100 && $named -eq $beside ]] || status=1
exit $status
