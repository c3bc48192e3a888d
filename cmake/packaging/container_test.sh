#!/usr/bin/env bash
# Builds the image of the container file, and runs the main job in it as a job of a cluster would. Needs
# root, buildah, mmdebstrap and Debian's archive; no registry of images is asked, and no daemon or
# control group is needed.
#   cmake/packaging/container_test.sh BUILD           the image gets the packages of BUILD
#   cmake/packaging/container_test.sh BUILD --whole   it compiles them itself, as the container file says
# Status 77: skipped, and why.
set -euo pipefail
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
build=$(realpath "$1")
whole=${2:-}

fail() { echo "container: $*" >&2; exit 1; }
skip() { echo "container: skipped: $*"; exit 77; }
[[ $(id -u) -eq 0 ]] || skip "it needs root"
for tool in buildah mmdebstrap; do
    command -v $tool > /dev/null || skip "there is no $tool"
done

scratch=$(mktemp -d)
images() { buildah --root "$scratch/images" --runroot "$scratch/run" --storage-driver vfs "$@"; }
clean_up() {
    images rm --all > "$scratch/log" 2>&1 || true
    rm -rf "$scratch"
}
trap clean_up EXIT

# The two images that it begins with.
mmdebstrap --quiet --variant=apt --format=tar bookworm "$scratch/base.tar"
base=$(images from scratch)
images add --quiet "$base" "$scratch/base.tar" / > "$scratch/log"
for tag in 12 12-slim; do
    images commit --quiet "$base" "docker.io/library/debian:$tag" > "$scratch/log"
done
images rm "$base" > "$scratch/log"
rm "$scratch/base.tar"

context=$here/../..
file=$here/Containerfile
if [[ $whole != --whole ]]; then
    # The first stage is one that has the packages already; every other line stays.
    context=$scratch/context
    mkdir "$context"
    cp -r "$build/packages" "$context/packages"
    file=$scratch/Containerfile
    { printf 'FROM scratch AS build\nCOPY packages /source/build/package/packages\n'
      sed -n '/^FROM debian:12-slim/,$p' "$here/Containerfile"; } > "$file"
fi
images bud --quiet --isolation chroot --pull-never --file "$file" --tag touchstone "$context" > "$scratch/log" 2>&1 ||
    fail "the image is not built: $(tail -n 5 "$scratch/log")"

# A folder that processes outside and inside share, as $TOUCHSTONE of the job script has it.
mkdir "$scratch/data" "$scratch/alone"
export TOUCHSTONE_CACHE_DIR=$scratch/cache
study=(study counts --generators "opposing,vertex_only" --profile corrected --steps 2 --jobs 1)
"$build/bin/touchstone" report fundamental > "$scratch/expected"
box=$(images from --pull-never touchstone)
inside() { images run --isolation chroot --volume "$scratch/data:/data" "$box" -- touchstone "$@"; }
[[ $(images inspect --format '{{.OCIv1.Config.Entrypoint}} {{.OCIv1.Config.WorkingDir}}' "$box") == "[touchstone] /data" ]] ||
    fail "the image starts something else"
inside report fundamental > "$scratch/found"
cmp "$scratch/expected" "$scratch/found" || fail "the program of the image prints another table"
inside "${study[@]}" --part 1/2 --out /data/shared > "$scratch/log"
inside "${study[@]}" --out /data/shared > "$scratch/log"
inside "${study[@]}" --out /data/alone > "$scratch/log"
cmp "$scratch/data/shared/counts.csv" "$scratch/data/alone/counts.csv" || fail "parts come to another table"
echo "the image is right"
