#!/bin/sh
# Fails when a relative link in a Markdown file, or a page of docs/ that a source names, leads nowhere,
# and when a work that is cited, "Name [2018]", is not in docs/references.md.
#   check_links.sh [ROOT]
# Links to a heading must name one: `page.md#heading`.
set -eu
export LC_ALL=C.UTF-8
cd "${1:-$(dirname "$0")/../..}"
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
pruned='( -name build -o -name out -o -name node_modules -o -name .git ) -prune -o'

# Links of each page, `page link` to a line, without code blocks and code spans.
find . $pruned -name '*.md' ! -path '*/golden/*' -print | LC_ALL=C sort > "$scratch/pages"
while read -r page; do
    awk -v page="$page" '
        /^ *```/ { code = !code }
        code || /^    / { next }
        {
            gsub(/`[^`]*`/, "code")
            while (match($0, /\]\([^) ]+\)/)) {
                print page, substr($0, RSTART + 2, RLENGTH - 3)
                $0 = substr($0, RSTART + RLENGTH)
            }
        }' "$page"
done < "$scratch/pages" > "$scratch/links"

# The anchors that GitHub gives to the headings of a page.
anchors() {
    sed -n 's/^##* *//p' "$1" | tr 'A-Z ' 'a-z-' | sed 's/[^[:alnum:]_-]//g'
}

faults=0
while read -r page link; do
    case $link in *://* | mailto:*) continue ;; esac
    file=${link%%#*}
    target=$page
    [ -z "$file" ] || target=$(dirname "$page")/$file
    if [ ! -e "$target" ]; then
        echo "$page: no file for the link $link" >&2
        faults=$((faults + 1))
    elif [ "$link" != "$file" ] && ! anchors "$target" | grep -qxF -- "${link#*#}"; then
        echo "$page: no heading for the link $link" >&2
        faults=$((faults + 1))
    fi
done < "$scratch/links"

# Pages and files of docs/ that sources, scripts and build files name.
find . $pruned -type f ! -name '*.svg' ! -name '*.json' ! -name '*.patch' -print |
    xargs grep -IoE '\bdocs/[[:alnum:]_./-]*[[:alnum:]_]' /dev/null | sed 's/:/ /' > "$scratch/named"
while read -r source named; do
    if [ ! -e "$named" ]; then
        echo "$source: names $named, which is not there" >&2
        faults=$((faults + 1))
    fi
done < "$scratch/named"

# Works, by the last name before the year: "Möller & Trumbore [1997]" is Trumbore [1997]. The lines of a file
# become one, without what begins a comment's line, so that name and year may stand on two.
find . $pruned -type f '(' -name '*.h' -o -name '*.cpp' -o -name '*.md' ')' ! -name references.md -print |
    xargs awk '
        FNR == 1 && NR > 1 { print "" }
        { sub(/^[ \t]*(\/\/+[!<]?|\*|>)?[ \t]*/, ""); sub(/[ \t]+$/, ""); printf "%s ", $0 }' |
    grep -oE '[[:upper:]][[:alpha:]]+( et al\.)? \[(19|20)[0-9]{2}\]' | sort -u > "$scratch/cited"
while read -r work; do
    if ! grep -qF -- "$work" docs/references.md; then
        echo "$work is cited, and not in docs/references.md" >&2
        faults=$((faults + 1))
    fi
done < "$scratch/cited"

echo "$(wc -l < "$scratch/links") links, $(wc -l < "$scratch/named") names, $(wc -l < "$scratch/cited") works, $faults faults"
[ "$faults" -eq 0 ]
