#!/usr/bin/env bash
# page_test.sh TOUCHSTONE SOURCE-FOLDER: makes a report and a league and has page_test.mjs look at their pages in
# headless Chromium. Status 77, "skipped", without Node.js or Chromium.
set -euo pipefail

node=$(command -v node || command -v nodejs || true)
chromium=$(command -v chromium || command -v chromium-browser || true)
if [[ -z $node || -z $chromium ]]; then
    echo "skipped: needs the packages nodejs and chromium"
    exit 77
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# A scene whose names are up to no good stands among the cases.
"$1" scene export spikes |
    sed -e 's|^  "name": .*|  "name": "x</script><img src=http://localhost:9/x onerror=alert(1)>",|' \
        -e 's|"title": *"[^"]*"|"title": "<script>document.title = 1</script>"|' >"$folder/hostile.json"
# Stands in for the viewer, with pictures so large that the page has room for three of them.
python3 -B "$2/noise_viewer.py" "$folder" 450000
TOUCHSTONE_VIEWER=$folder/viewer "$1" report spikes cliff_edges internal_edges pillar "$folder/hostile.json" --history 3 \
    --generators closest_points,intersection,growth --pictures wrong --out "$folder" >"$folder/table"
"$1" league spikes cliff_edges internal_edges "$folder/hostile.json" \
    --rows semi_local,opposing,growth,closest_points --steps 0 --pictures none --out "$folder" >"$folder/table"
"$node" "$2/page_test.mjs" "$chromium" "$folder/report.html" "$folder/league.html" "${@:3}"
