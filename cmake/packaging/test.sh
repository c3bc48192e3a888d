#!/usr/bin/env bash
# Packs what is built in BUILD and uses the packages, unpacked in folders of their own: the programs
# print the same tables, the module finds its worker, the steps of action.yml run.
#   cmake/packaging/test.sh BUILD
set -euo pipefail
shopt -s inherit_errexit
build=$(realpath "$1")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() { echo "packages: $*" >&2; exit 1; }

"$here/pack.sh" "$build"
packages=("$build"/packages/touchstone_*.deb "$build"/packages/python3-touchstone_*.deb)
tarball=("$build"/packages/touchstone-*.tar.gz)

# field PACKAGE NAME PATTERN
field() {
    local value
    value=$(dpkg-deb --field "$1" "$2")
    [[ $value =~ $3 ]] || fail "${1##*/}: $2 is '$value', not $3"
}
version='^[0-9]+\.[0-9]+\.[0-9]+$'
field "${packages[0]}" Package '^touchstone$'
field "${packages[0]}" Version "$version"
field "${packages[0]}" Architecture "^$(dpkg --print-architecture)$"
field "${packages[0]}" Depends 'libc6 .*libtbb12'
field "${packages[0]}" Depends 'libtet1.5'
field "${packages[1]}" Package '^python3-touchstone$'
field "${packages[1]}" Depends 'touchstone \(= [0-9.]+\).*python3-numpy'
field "${packages[1]}" Depends 'python3 \(<< 3\.[0-9]+\)'
for package in "${packages[@]}"; do
    field "$package" Maintainer '.+ <.+@.+>'
    field "$package" Description 'AGPL'
done

for package in "${packages[@]}"; do
    dpkg-deb --extract "$package" "$scratch/a root"
    name=$(dpkg-deb --field "$package" Package)
    documents="$scratch/a root/usr/share/doc/$name"
    for file in copyright AGPL-3 notices/libcgal-dev notices/libtet1.5; do
        [[ -s $documents/$file ]] || fail "$name lacks $file"
    done
done
for file in man/man1/touchstone.1 bash-completion/completions/touchstone \
    zsh/vendor-completions/_touchstone fish/vendor_completions.d/touchstone.fish; do
    [[ -s $(echo "$scratch/a root/usr/share/$file"*) ]] || fail "the programs lack $file"
done
mkdir "$scratch/any place"
tar -xzf "${tarball[0]}" -C "$scratch/any place" --strip-components=1
[[ -z $(find "$scratch" -name '*.a' -o -name '*.h') ]] || fail "libraries and headers are in the packages"
[[ -s "$scratch/any place/share/doc/touchstone/notices/libtbb12" ]] ||
    fail "the tarball has libraries without their notices"

export TOUCHSTONE_CACHE_DIR=$scratch/cache
"$build/bin/touchstone" report fundamental > "$scratch/expected"
for program in "$scratch/a root/usr/bin/touchstone" "$scratch/any place/bin/touchstone"; do
    # Every mesh anew, by the worker of the package.
    rm -rf "$TOUCHSTONE_CACHE_DIR"
    (cd / && "$program" report fundamental) > "$scratch/printed"
    cmp "$scratch/expected" "$scratch/printed" || fail "$program prints another table"
done
env --unset=LD_LIBRARY_PATH ldd "$scratch/any place/bin/touchstone" | grep "any place/.*/libtbb" > /dev/null ||
    fail "the tarball does not use its own libraries"

rm -rf "$TOUCHSTONE_CACHE_DIR"
(cd / && PYTHONPATH="$scratch/a root/usr/lib/python3/dist-packages" /usr/bin/python3 -c '
import touchstone
print(touchstone.report("fundamental").to_markdown(), end="")') > "$scratch/printed"
cmp "$scratch/expected" "$scratch/printed" || fail "the module prints another table"

# As a runner would: the steps of the action, each with the path that the ones before have added to.
mkdir "$scratch/runner"
export RUNNER_TEMP=$scratch/runner GITHUB_PATH=$scratch/runner/path
TOUCHSTONE_PACKAGES=$build/packages "$here/ci.sh" install
PATH="$(cat "$GITHUB_PATH"):$PATH" TOUCHSTONE_COMMAND="report wedges --generators opposing" \
    "$here/ci.sh" run | grep Opposing > /dev/null || fail "the action runs no command"
echo "the packages are right"
