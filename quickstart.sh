#!/usr/bin/env bash
# From a fresh clone on Debian 12 to the first table. See --help.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source cmake/setup.sh

usage() {
    cat <<'END'
Usage: ./quickstart.sh [--engines] [--help] [-DCMAKE-VARIABLE=VALUE...]

Installs what the build needs and is missing (Debian packages; as root or with sudo), builds
Touchstone, prints how all generators do on the ten fundamental cases, a line each first, and writes
the same as HTML, CSV and JSON to out/quickstart/. May be repeated.
--engines also installs ten physics engines and builds the programs that ask them (docs/use/engines.md):
five of Debian, and five of npm's registry, for which it needs Node 18 or later.
What begins with -D is handed to CMake.
END
}

# The tests may have switched them on in the same folder.
engines=(-DTOUCHSTONE_ENGINES=OFF)
asks_engines=false
if [[ ${1:-} == --engines ]]; then
    engines=(-DTOUCHSTONE_ENGINES=ON)
    asks_engines=true
    shift
fi
case ${1:-} in
    '' | -D?*) ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
esac

readonly build=build/quickstart out=out/quickstart
jobs=$(build_jobs)

if $asks_engines; then
    install_missing "${build_packages[@]}" "${engine_packages[@]}" "${node_packages[@]}"
else
    install_missing "${build_packages[@]}"
fi

say "Building ($jobs at a time) in $build"
configure release "$build" -DCMAKE_CXX_COMPILER=g++ -DCMAKE_C_COMPILER=gcc -DTOUCHSTONE_TESTS=OFF \
    -DTOUCHSTONE_PYTHON=OFF -DTOUCHSTONE_WERROR="$(werror)" "${plain_release[@]}" "${engines[@]}" "$@"
cmake --build "$build" --parallel "$jobs"

say "The fundamental cases, all generators"
mkdir -p out
"$build/bin/touchstone" report fundamental --out "$out"

pages=("$out"/*.html)
[[ -s ${pages[0]} ]] || fail "the report left no HTML page in $out"
say "Done. Open $PWD/${pages[0]}"
echo "Next: $build/bin/touchstone --help"
