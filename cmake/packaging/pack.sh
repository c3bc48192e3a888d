#!/usr/bin/env bash
# Packs what is built in BUILD, into BUILD/packages. What is installed by CMake alone, the libraries
# with the headers, is not built for it.
#   cmake/packaging/pack.sh BUILD
set -euo pipefail
cd "$1"
rm -rf packages
for generator in DEB TGZ; do
    log=$(mktemp)
    cpack -G "$generator" > "$log" 2>&1 || { cat "$log" >&2; exit 1; }
    rm "$log"
done
rm -rf packages/_CPack_Packages
ls -l packages
