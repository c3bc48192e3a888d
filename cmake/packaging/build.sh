#!/usr/bin/env bash
# Makes the packages: Debian's of the programs and of the Python module, and a tarball of the programs
# with their libraries, in BUILD/packages. On Debian 12, as root or with sudo where something is missing.
#   cmake/packaging/build.sh [BUILD] [-DCMAKE-VARIABLE=VALUE...]      BUILD: default build/package
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source cmake/setup.sh

build=build/package
if [[ ${1:-} != -* && -n ${1:-} ]]; then
    build=$1
    shift
fi
# git: what is packed says its commit.
git=()
[[ ! -e .git ]] || git=(git)
install_missing "${build_packages[@]}" "${python_packages[@]}" "${git[@]}" dpkg-dev file
jobs=$(build_jobs)

say "Building ($jobs at a time) in $build"
# Debian's own interpreter, whatever other comes first in the path.
arguments=(-DTOUCHSTONE_PYTHON=ON -DPython_EXECUTABLE="$(realpath /usr/bin/python3)")
if [[ -e $build/CMakeCache.txt ]]; then
    cmake -B "$build" "${arguments[@]}" "$@"
else
    configure release "$build" -DCMAKE_CXX_COMPILER=g++ -DCMAKE_C_COMPILER=gcc -DTOUCHSTONE_TESTS=OFF \
        "${plain_release[@]}" "${arguments[@]}" "$@"
fi
targets=(touchstone touchstone_texts touchstone-tetgen-worker touchstone-viewer touchstone_python)
cmake --build "$build" --parallel "$jobs" --target "${targets[@]}"

say "Packing"
cmake/packaging/pack.sh "$build"
