#!/usr/bin/env bash
# Does what tutorial.md says, in a folder of its own: writes its files, runs its commands, looks for the
# lines that they are said to print, and compares the pictures with those in docs/pictures.
#   tutorial.sh FOLDER-OF-PROGRAMS [--write]      --write: puts the pictures there instead
# Status 77: skipped, as there is no Python or no viewer.
set -euo pipefail
shopt -s inherit_errexit
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
pictures=$here/../pictures
PATH=$(cd "$1" && pwd):$PATH
write=${2:-}
for needed in python3 touchstone-viewer; do
    command -v "$needed" > /dev/null || { echo "tutorial: skipped: there is no $needed"; exit 77; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/work"
cp "$here/own_method/lowest_vertex.py" "$scratch/work"
cd "$scratch/work"

fail() { echo "tutorial: $*" >&2; exit 1; }

# Each code block in a file of its own: NUMBER.KIND, and in NUMBER.name the file that it is to be.
awk -v folder="$scratch" '
    /^```/ && !inside { inside = 1; ++number; kind = substr($1, 4); block = sprintf("%s/%03d.%s", folder, number, kind)
        printf "" > block
        if (NF > 1) print $2 > sprintf("%s/%03d.name", folder, number)
        next }
    /^```/ { inside = 0; close(block); next }
    inside { print > block }' "$here/tutorial.md"

# A line at a time, as they are typed. "# status N" behind it: what it ends with.
run() {
    local line wanted status
    while IFS= read -r line; do
        wanted=0
        if [[ $line =~ ^(.*[^ ])\ +#\ status\ ([0-9]+)$ ]]; then
            wanted=${BASH_REMATCH[2]}
            line=${BASH_REMATCH[1]}
        fi
        status=0
        bash -c "$line" >> "$scratch/printed" 2> "$scratch/errors" < /dev/null || status=$?
        [[ $status -eq $wanted ]] || { cat "$scratch/errors" >&2; fail "status $status, not $wanted: $line"; }
    done < "$1"
}

commands=0
for block in "$scratch"/[0-9]*.{sh,text,json,python}; do echo "$block"; done | sort > "$scratch/blocks"
while read -r block; do
    case $block in
        *.sh)
            : > "$scratch/printed"
            run "$block"
            commands=$((commands + $(wc -l < "$block"))) ;;
        *.text)
            while IFS= read -r line; do
                grep -qxF -- "$line" "$scratch/printed" || { cat "$scratch/printed" >&2; fail "not printed: $line"; }
            done < "$block" ;;
        *) cp "$block" "$(cat "${block%.*}.name")" ;;
    esac
done < "$scratch/blocks"
[[ $commands -gt 10 ]] || fail "only $commands commands were found"

# Width and height, which a PNG file has behind its head.
png_size() { od -An -j16 -N8 -tx1 "$1"; }
# Without the line that names version and commit.
drawing() { grep -v '^<!--' "$1"; }

for name in $(grep -o 'pictures/tutorial-[a-z_]*\.[a-z]*' "$here/tutorial.md" | sed 's|.*/tutorial-||'); do
    [[ -s $name ]] || fail "no command made $name"
    committed=$pictures/tutorial-$name
    if [[ $write == --write ]]; then
        cp "$name" "$committed"
    elif [[ $name == *.svg ]]; then
        cmp -s <(drawing "$name") <(drawing "$committed") ||
            fail "$name has changed; docs/use/tutorial.sh PROGRAMS --write renews it"
    else
        # Drivers differ in single pixels.
        [[ $(png_size "$name") == "$(png_size "$committed")" ]] || fail "$committed has another size"
    fi
done
echo "tutorial: $commands commands"
