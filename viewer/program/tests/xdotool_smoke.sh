#!/usr/bin/env bash
# xdotool_smoke.sh VIEWER FOLDER: a person opens the window, presses T for the dark theme and ends
# the program with Ctrl+Q. Run it in a display that nobody sees; settings go into FOLDER.
set -euo pipefail

readonly viewer=$1
export XDG_CONFIG_HOME=$2

"$viewer" internal_edges --generator opposing &
readonly program=$!
trap 'kill "$program" 2>/dev/null || true' EXIT

# The title says so once the scene is there.
window=$(timeout 60 xdotool search --sync --onlyvisible --name 'Internal edges, Opposing' | head -1)
press() {
    xdotool keydown --window "$window" "$1"
    sleep 0.3
    xdotool keyup --window "$window" "$1" 2>/dev/null || true  # the key may have ended the program
    sleep 0.3
}
xdotool windowfocus "$window" 2>/dev/null || true
press t
xdotool keydown --window "$window" ctrl
press q
xdotool keyup --window "$window" ctrl 2>/dev/null || true

trap - EXIT
wait "$program"
grep -q '"theme": "dark"' "$XDG_CONFIG_HOME/touchstone/viewer.json"
