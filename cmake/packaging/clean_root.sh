#!/usr/bin/env bash
# Installs the packages in a fresh Debian 12 that has nothing else, and runs the main job there: the
# table of the fundamental cases, a picture, the module. Needs root and mmdebstrap, and Debian's archive.
#   cmake/packaging/clean_root.sh BUILD          Status 77: skipped, and why.
set -euo pipefail
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")

fail() { echo "clean root: $*" >&2; exit 1; }
skip() { echo "clean root: skipped: $*"; exit 77; }

# inside ROOT PACKAGES EXPECTED: called by mmdebstrap once the system stands.
inside() {
    local root=$1 packages=$2 expected=$3
    in_root() { chroot "$root" "$@"; }
    local home  # a folder within the root that anyone may write to
    home=$(chroot --userspec=nobody:nogroup "$root" mktemp --directory)
    as_user() { chroot --userspec=nobody:nogroup "$root" env HOME="$home" TOUCHSTONE_CACHE_DIR="$cache" "$@"; }

    # The tarball first, while none of its libraries is there.
    mkdir -p "$root/opt/any place" "$root/packages"
    tar -xzf "$packages"/touchstone-*.tar.gz -C "$root/opt/any place" --strip-components=1
    local cache=$home/of-tarball
    as_user "/opt/any place/bin/touchstone" report fundamental > "$expected.tarball"
    cmp "$expected" "$expected.tarball" || fail "the program of the tarball prints another table"

    # The packages, as the container file has them installed.
    cp "$packages"/*.deb "$root/packages/"
    local install
    install=$(sed -n '/^RUN apt-get/,/[^\\]$/p' "$here/Containerfile" | sed 's/^RUN //; s/\\$//' | tr '\n' ' ')
    [[ $install == *"/packages/*.deb"* ]] || fail "the container file does not install the packages"
    in_root env DEBIAN_FRONTEND=noninteractive sh -c "$install"
    cache=$home/of-package
    as_user touchstone report fundamental --out "$home/out" > "$expected.package"
    cmp "$expected" "$expected.package" || fail "the installed program prints another table"
    grep -q '<svg' "$root$home/out/report.html" || fail "the page has no plots"
    grep -q 'data:image/png' "$root$home/out/report.html" || fail "the page has no pictures"
    as_user python3 -c '
import sys, touchstone
print(touchstone.report("fundamental").to_markdown(), end="")
touchstone.screenshot("wedges", "opposing", file=sys.argv[1], size=(320, 240))' "$home/wedges.png" > "$expected.module"
    cmp "$expected" "$expected.module" || fail "the module prints another table"
    [[ $(head -c 4 "$root$home/wedges.png" | tail -c 3) == PNG ]] || fail "the module drew no picture"
    # Nothing stays behind.
    in_root apt-get purge --yes touchstone python3-touchstone
    [[ -z $(find "$root/usr" -ipath '*touchstone*') ]] ||
        fail "files stay behind: $(find "$root/usr" -ipath '*touchstone*' | head -n 3)"
}

if [[ ${1:-} == --inside ]]; then
    shift
    inside "$@"
    exit
fi

[[ $(id -u) -eq 0 ]] || skip "it needs root"
command -v mmdebstrap > /dev/null || skip "there is no mmdebstrap"
build=$(realpath "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$build/bin/touchstone" report fundamental > "$scratch/expected"
mmdebstrap --quiet --variant=apt --format=null \
    --customize-hook="'$here/clean_root.sh' --inside \"\$1\" '$build/packages' '$scratch/expected'" bookworm
echo "the packages are right in a clean root"
