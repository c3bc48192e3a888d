#!/usr/bin/env bash
# Fuzzes the readers of files, so many seconds each: run.sh BUILD SECONDS [READER...]. BUILD has been
# configured with TOUCHSTONE_FUZZ; it also keeps what is found. See docs/develop/fuzzing.md.
set -euo pipefail

if [[ $# -lt 2 ]]; then
    echo "usage: ${0##*/} BUILD SECONDS [READER...]" >&2
    exit 2
fi
build=$(realpath "$1")
seconds=$2
readers=("${@:3}")
if [[ ${#readers[@]} -eq 0 ]]; then
    readers=(gmsh medit obj off ply scene script stl tetgen vtk vtu)
fi
cd "$(dirname "${BASH_SOURCE[0]}")/../../../.."

for reader in "${readers[@]}"; do
    samples=methods/mesh/files/tests/fuzz/samples/$reader
    if [[ $reader == scene || $reader == script ]]; then
        samples=testcases/files/tests/fuzz/samples/$reader
    fi
    mkdir -p "$build/fuzz/$reader"
    log=$build/fuzz/$reader.log
    # A crash leaves its input beside the log.
    if ! "$build/bin/fuzz_readers" --reader="$reader" -max_total_time="$seconds" -timeout=20 \
        -rss_limit_mb=2048 -max_len=4096 -artifact_prefix="$build/fuzz/$reader-" \
        "$build/fuzz/$reader" "$samples" >"$log" 2>&1; then
        tail -n 40 "$log"
        echo "$reader: failed, see $log" >&2
        exit 1
    fi
    echo "$reader: $(tail -n 1 "$log")"
done
