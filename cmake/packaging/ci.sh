#!/usr/bin/env bash
# The steps of action.yml, for continuous integration.
#   ci.sh install   unpacks the tarball of the programs and adds it to the path of later steps.
#                   TOUCHSTONE_PACKAGES: its address, its file, or a folder with it; empty: the release
#                   TOUCHSTONE_REF of the repository TOUCHSTONE_REPOSITORY
#   ci.sh run       runs touchstone with the words in TOUCHSTONE_COMMAND
set -euo pipefail

fail() { echo "touchstone: $*" >&2; exit 1; }

# Prints the path of the tarball.
fetch() {
    local from=${TOUCHSTONE_PACKAGES:-} folder=$1
    if [[ -z $from ]]; then
        [[ -n ${TOUCHSTONE_REPOSITORY:-} && -n ${TOUCHSTONE_REF:-} ]] ||
            fail "say where the packages are: the input packages"
        from=${GITHUB_SERVER_URL:-https://github.com}/$TOUCHSTONE_REPOSITORY/releases/download
        from+=/$TOUCHSTONE_REF/touchstone-Linux-x86_64.tar.gz
    fi
    if [[ $from == *://* ]]; then
        curl --fail --silent --show-error --location --retry 3 --output "$folder/touchstone.tar.gz" "$from" ||
            fail "cannot fetch $from"
        echo "$folder/touchstone.tar.gz"
        return
    fi
    if [[ -d $from ]]; then
        local found=("$from"/touchstone-*.tar.gz)
        from=${found[0]}
    fi
    [[ -f $from ]] || fail "there is no $from"
    echo "$from"
}

install() {
    local place=${RUNNER_TEMP:-/tmp}/touchstone tarball
    rm -rf "$place"
    mkdir -p "$place"
    tarball=$(fetch "$place")
    tar -xzf "$tarball" -C "$place" --strip-components=1
    "$place/bin/touchstone" --version | sed -n 1p
    echo "$place/bin" >> "${GITHUB_PATH:?}"
}

run() {
    local words
    read -ra words <<< "${TOUCHSTONE_COMMAND:-}"
    [[ ${#words[@]} -gt 0 ]] || return 0
    touchstone "${words[@]}"
}

case ${1:-} in
    install | run) "$1" ;;
    *) fail "ci.sh takes install or run" ;;
esac
