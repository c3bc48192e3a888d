#!/bin/sh
# Fills a study by Snakemake: in parts that are joined, with a part that is killed and begun again.
# Compares with one process. Ends with 77 where Snakemake is not installed.
#
#   snakemake_test.sh PROGRAM SNAKEFILE FOLDER
set -eu
program=$1
snakefile=$2
folder=$3

if ! command -v snakemake > /dev/null; then
    echo "skipped: snakemake is not installed (package snakemake)"
    exit 77
fi

rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
study="study counts --steps 3 --profile corrected --jobs 1"
# shellcheck disable=SC2086
"$program" $study --out whole > whole.md 2> whole.errors

# Kills itself once, in the middle of the second part, as a cluster does to what takes too long.
cat > killed_once << END
#!/bin/sh
case "\$*" in
*"--part 2/3"*)
    if mkdir "$folder/killed" 2> /dev/null; then
        "$program" "\$@" &
        worker=\$!
        until [ -n "\$(find parted/parts/2/cells -name 'experiment-*.json' 2> /dev/null)" ]; do
            kill -0 \$worker 2> /dev/null || break
        done
        kill -9 \$worker 2> /dev/null
        exit 1
    fi ;;
esac
exec "$program" "\$@"
END
chmod +x killed_once

run() {
    snakemake --snakefile "$snakefile" --cores 2 \
        --config parts=3 study="$study" out=parted touchstone="$folder/killed_once" > snakemake.out 2>&1
}
if run; then
    echo "the part that was killed is not missed"
    exit 1
fi
[ -d killed ] || { echo "nothing was killed"; tail -n 20 snakemake.out; exit 1; }
run || { echo "begun again it fails:"; tail -n 20 snakemake.out; exit 1; }

status=0
for file in whole/*.* whole/cells/experiment-*.json whole.md; do
    other=parted/${file#whole/}
    [ "$file" != whole.md ] || other=parted/summary.md
    if ! cmp "$file" "$other"; then
        status=1
    fi
done
made=$(cat parted/parts/*/cells/times-*.csv | grep -c '^experiment-')
asked=$(find whole/cells -name 'experiment-*.json' | wc -l)
echo "$asked cells in three parts, made $made times, one part killed and begun again"
# One may be killed between keeping its cell and noting the time.
[ "$made" -le "$asked" ] && [ "$made" -ge $((asked - 1)) ] || status=1
exit $status
