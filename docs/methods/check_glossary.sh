#!/bin/sh
# Fails when the glossary lacks a metric, a verdict or a promise of the audit that the program has.
#   check_glossary.sh PROGRAM
set -eu
glossary=$(cd "$(dirname "$0")" && pwd)/glossary.md
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
"$1" list metrics | awk 'NR > 1 { print $1 }' > "$scratch/ids"
"$1" report wedges --generators opposing --csv "$scratch/rows" > /dev/null
grep -v '^#' "$scratch/rows" | head -n 1 | tr ',' '\n' |
    sed -n 's/^verdict_//p; /^audit_/p' >> "$scratch/ids"
[ "$(wc -l < "$scratch/ids")" -gt 15 ] || { echo "glossary: too few ids were found" >&2; exit 1; }
missing=0
while read -r id; do
    grep -q "^| \`$id\` |" "$glossary" || { echo "glossary: lacks $id" >&2; missing=1; }
done < "$scratch/ids"
exit $missing
