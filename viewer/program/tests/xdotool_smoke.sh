#!/usr/bin/env bash
# xdotool_smoke.sh VIEWER FOLDER: a person opens the window, goes to a wrong contact with N, copies it
# with Ctrl+C, presses T for the dark theme and ends the program with Ctrl+Q. Run it in a display that
# nobody sees; settings go into FOLDER.
set -euo pipefail

readonly viewer=$1
export XDG_CONFIG_HOME=$2

"$viewer" wedges --generator opposing &
readonly program=$!
trap 'kill "$program" 2>/dev/null || true' EXIT

# The title says so once the scene is there.
window=$(timeout 60 xdotool search --sync --onlyvisible --name 'Wedges, Opposing' | head -1)
press() {
    xdotool keydown --window "$window" "$1"
    sleep 0.3
    xdotool keyup --window "$window" "$1" 2>/dev/null || true  # the key may have ended the program
    sleep 0.3
}
press_with_control() {
    xdotool keydown --window "$window" ctrl
    press "$1"
    xdotool keyup --window "$window" ctrl 2>/dev/null || true
}
xdotool windowfocus "$window" 2>/dev/null || true
press t
if command -v xclip > /dev/null; then
    for _ in {1..30}; do  # on a busy machine the contacts may come after the title
        press n
        press_with_control c
        copied=$(timeout 10 xclip -selection clipboard -o 2>/dev/null || true)
        [[ -n $copied ]] && break
    done
    python3 -c '
import json, sys
contact = json.loads(sys.argv[1])
assert contact["scene"] == "wedges" and contact["verdict"] == "oblique", contact' "$copied"
fi
press_with_control q

trap - EXIT
wait "$program"
grep -q '"theme": "dark"' "$XDG_CONFIG_HOME/touchstone/viewer.json"
