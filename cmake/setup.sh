# shellcheck shell=bash disable=SC2034
# What quickstart.sh and runtests.sh share; sourced by them from the root of the repository.

readonly build_packages=(
    g++ cmake ninja-build
    libeigen3-dev libqhull-dev libtbb-dev libtet1.5-dev libtinyxml2-dev
    libcli11-dev nlohmann-json3-dev libhdf5-dev libssl-dev libcgal-dev libgmp-dev zlib1g-dev
    gnuplot-nox
    pkg-config libglfw3-dev libimgui-dev libstb-dev python3-glad libegl-dev fonts-dejavu-core
)
readonly test_packages=(
    catch2 libvalijson-dev libbenchmark-dev libtinygltf-dev libassimp-dev
    libsiconos-numerics-dev
    xvfb xauth xdotool xclip dpkg-dev file zsh fish
    clang-16 libclang-rt-16-dev clang-format-14 clang-tidy-16
)

# Of the Python module.
readonly python_packages=(
    python3-dev python3-venv python3-pip python3-setuptools python3-wheel python3-numpy
    pybind11-dev python3-pytest
)

# For the test of the report's page alone: 400 MB. Without them it is skipped.
readonly browser_packages=(chromium nodejs)
# For the tests of job arrays and of workflows alone; --all installs them. Without them they are skipped.
readonly cluster_packages=(slurmctld slurmd slurm-client snakemake)
# Of the programs that ask physics engines; wanted by --engines and by the tests.
readonly engine_packages=(libbullet-dev libode-dev libfcl-dev libccd-dev libmujoco-dev)
# Of those for Node, unless both are there in whatever way: Debian's npm brings hundreds of packages.
node_packages=()
if ! command -v node >/dev/null || ! command -v npm >/dev/null ||
    [[ $(node --version | sed 's/^v\([0-9]*\).*/\1/') -lt 18 ]]; then
    node_packages=(nodejs npm)
fi
readonly node_packages

# Several files at a time read the headers, and compile what templates make of them, once: half the
# time. Who changes a file and builds again is better off without, so the plain presets are.
readonly together=(-DCMAKE_UNITY_BUILD=ON)
# Debug information is a third of the time that a file takes, and nobody debugs these builds.
readonly plain_release=("-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG" "${together[@]}")

# Warnings are errors with the compiler that the code is kept clean for; the quick start and the tests
# say the same, so that the second builds on the objects of the first.
werror() {
    [[ $(g++ -dumpversion 2>/dev/null) == 12* ]] && echo ON || echo OFF
}

say() { printf '\n==> [%d s] %s\n' "$SECONDS" "$*"; }

fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

as_root() {
    if [[ $(id -u) -eq 0 ]]; then
        "$@"
    else
        sudo "$@"
    fi
}

apt_get() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@"; }

is_installed() {
    [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

# The package lists have a lock of their own, which apt does not wait for. A source that cannot be
# reached may be one that nobody needs here, so the installation that follows is the judge.
update_package_lists() {
    local try
    for try in 1 2 3; do
        apt_get update && return
        [[ $try -eq 3 ]] || sleep 10
    done
    echo "The package lists could not be updated in full; going on with those at hand."
}

# install_missing PACKAGE...: root or sudo is needed only when something is missing.
install_missing() {
    local package missing=()
    command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
        fail "this is no Debian (no apt-get): use Debian 12, or install the needs yourself: $*"
    for package in "$@"; do
        is_installed "$package" || missing+=("$package")
    done
    if [[ ${#missing[@]} -eq 0 ]]; then
        say "All $# packages are installed"
        return
    fi
    [[ $(id -u) -eq 0 ]] || command -v sudo >/dev/null ||
        fail "neither root nor sudo: as root, run apt-get install ${missing[*]}"
    say "Installing ${missing[*]}"
    update_package_lists
    apt_get install --yes --no-install-recommends "${missing[@]}" ||
        fail "apt-get could not install ${missing[*]}; the scripts are made for Debian 12"
}

# As many compilers at once as there are cores, and 1.8 GB of memory for each.
build_jobs() {
    local jobs available limit
    jobs=$(nproc)
    available=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB$/\1/p' /proc/meminfo 2>/dev/null || true)
    limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null || true)
    if [[ $limit =~ ^[0-9]+$ && $((limit / 1024)) -lt ${available:-$((limit / 1024 + 1))} ]]; then
        available=$((limit / 1024))
    fi
    if [[ -n $available && $((available / 1800000)) -lt $jobs ]]; then
        jobs=$((available / 1800000))
    fi
    echo $((jobs > 1 ? jobs : 1))
}

# configure PRESET FOLDER CMAKE-ARGUMENT...: into a build folder of its own, so that those which
# a developer makes with the plain presets keep their settings.
configure() {
    local preset=$1 folder=$2
    shift 2
    if [[ -z ${CMAKE_CXX_COMPILER_LAUNCHER:-} ]] && command -v ccache >/dev/null; then
        # It knows a file by the bytes of its headers, which a precompiled header changes every time.
        set -- -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON "$@"
    fi
    cmake --preset "$preset" -B "$folder" "$@"
}
