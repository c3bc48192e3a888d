#!/usr/bin/env bash
# Builds Touchstone and runs every test. See --help.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source cmake/setup.sh

usage() {
    cat <<'END'
Usage: ./runtests.sh [--quick | --all] [--help]

Installs what the build and the tests need and is missing (Debian packages; as root or with sudo),
then checks, with warnings as errors:
  format         clang-format 14 leaves every tracked .h and .cpp as it is
  quick start    ./quickstart.sh, from another folder, leaves its reports
  baseline       no answer of a built-in case, of any generator, has moved
  release        GCC, optimised: those tests pass that compute much, or hang on optimised code, on
                 the instruction set or on a window, and the report's page in Chromium, if there is
                 one; Debian's five physics engines keep our conventions; the league in small
  python         the Python module, installed with pip into a virtual environment, passes its tests
  packages       Debian's packages and the tarball, unpacked elsewhere, print what the build prints
  asan           Clang 16, address and undefined-behaviour sanitizers: builds without the front
                 ends, all other tests pass (the layers of the folders are one of them), each header
                 compiles alone if one changed, clang-tidy finds nothing in the sources that changed,
                 each reader of files survives a second of fuzzing

  --quick        for a first look while developing: all but asan
  --all          every test in both, all checks of undefined behaviour, the engines for Node too,
                 the timings built, kernels held against the last released times, the tests that take longer (hundreds of seeds, the whole of the
                 field), a minute of fuzzing for each reader of files, Chromium installed for the
                 report's page, Slurm for job arrays, the packages installed in a fresh Debian (as
                 root); the sanitized build without SuiteSparse, and with neither precompiled headers
                 nor several files compiled together, which hide a missing include

The last line carries the totals; the exit status is 0 when nothing failed. May be repeated.
END
}

quick=false
all=false
for argument in "$@"; do
    case $argument in
        --quick) quick=true ;;
        --all) all=true ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done

passed=0
failures=()
jobs=$(build_jobs)
readonly tidy_most=6

# check NAME COMMAND...: one more passed or failed; the run goes on either way, the status is
# the command's.
check() {
    local name=$1
    shift
    say "$name"
    if "$@"; then
        passed=$((passed + 1))
    else
        failures+=("$name")
        return 1
    fi
}

# run_tests NAME FOLDER CTEST-ARGUMENT...: every test counts as one.
run_tests() {
    local name=$1 folder=$2 report="$PWD/$2/tests.xml" status=0 failed=() test
    shift 2
    say "$name: tests"
    rm -f "$report"
    # A display of its own, for the tests of the viewer's window.
    xvfb-run --auto-servernum --server-args="-screen 0 1280x1024x24" \
        ctest --test-dir "$folder" --parallel "$jobs" --timeout 300 --no-tests=error \
        --output-on-failure --output-junit "$report" "$@" || status=$?
    if [[ -s $report ]]; then
        passed=$((passed + $(grep -c '<testcase .* status="run"' "$report" || true)))
        mapfile -t failed < <(sed -n 's/.*<testcase name="\([^"]*\)".* status="fail".*/\1/p' "$report")
    fi
    for test in "${failed[@]}"; do
        failures+=("$name: $test")
    done
    if [[ $status -ne 0 && ${#failed[@]} -eq 0 ]]; then
        failures+=("$name: a test could not be run, see above")
    fi
}

# configure_tests NAME PRESET FOLDER CMAKE-ARGUMENT...
configure_tests() {
    local name=$1 preset=$2 folder=$3
    shift 3
    # What is tested is optimised. The tests themselves are not: they take longer to compile than to run.
    check "$name: configure" configure "$preset" "$folder" -DTOUCHSTONE_WERROR=ON -DTOUCHSTONE_TESTS=ON \
        -DTOUCHSTONE_TEST_FLAGS=-O0 "$@"
}

# build_tests NAME FOLDER CMAKE-ARGUMENT...
build_tests() {
    local name=$1 folder=$2
    shift 2
    check "$name: build, $jobs at a time" cmake --build "$folder" --parallel "$jobs" "$@" -- -k 0
}

# build_and_run NAME FOLDER LABEL: the tests of that label, see touchstone_test.
build_and_run() {
    local name=$1 folder=$2 label=$3
    check "$name: every test has a label" check_labels "$folder" || true
    build_tests "$name" "$folder" --target "${label}_tests" &&
        run_tests "$name" "$folder" --label-regex "^$label\$"
}

# A test with neither label is one that no configuration runs. Programs of the other label are not
# built, and stand for their tests.
check_labels() {
    local lost
    lost=$(ctest --test-dir "$1" --show-only --label-exclude '^(optimised|sanitized)$' |
        sed -n 's/^ *Test *#[0-9]*: //p' | grep -v '_NOT_BUILT-' || true)
    [[ -z $lost ]] || {
        printf 'no label, so never run: %s\n' "$lost" >&2
        return 1
    }
}

# The tests join the programs that the quick start has built.
test_release() {
    local name="release, GCC" folder=build/quickstart
    configure_tests "$name" release "$folder" -DTOUCHSTONE_BENCHMARKS="$($all && echo ON || echo OFF)" \
        -DTOUCHSTONE_ENGINES=ON "${plain_release[@]}" || return 0
    if $all; then
        build_tests "$name" "$folder" && run_tests "$name" "$folder" && run_long_tests "$folder" &&
            check "contact times: planted faults" \
                generators/continuous/tests/plant_mutations.py . "$folder" &&
            check "speed: no kernel is slower than released by more than 10 %" \
                "$folder/bin/touchstone-speed" check testcases/baselines/speed.csv || return 0
    else
        build_and_run "$name" "$folder" optimised
    fi
}

# Those that CTest does not know, as they are hidden by their tags.
run_long_tests() {
    local program
    for program in semi_local_test semi_local_cases_test field_test; do
        check "$program: the long ones" "$1/bin/$program" "[full]" || true
    done
    check "adding_test: an entry of each kind compiles and is asked" \
        python3 -B docs/develop/adding_test.py "$PWD" "$PWD/$1" "$PWD/$1/adding_test" settings_test \
        contract_test impact_methods_test kernel_agreement_test \
        'touchstone_testcases_tests:*cases*' 'touchstone_quality_test:[quality]' || true
}

# The module joins the libraries that the quick start has built. Debian's own interpreter, whatever
# other comes first in the path.
test_python() {
    local name=python folder=build/runtests/venv report=build/runtests/python.xml status=0 test
    local failed=()
    check "$name: install" install_module "$folder" || return 0
    say "$name: tests"
    rm -f "$report"
    TOUCHSTONE_PROGRAM=$PWD/build/quickstart/bin/touchstone "$folder/bin/python" -m pytest \
        --quiet --junit-xml "$report" || status=$?
    if [[ -s $report ]]; then
        # A test that was skipped or failed has something inside.
        passed=$((passed + $(grep -o '<testcase [^>]*/>' "$report" | wc -l)))
        mapfile -t failed < <(grep -oP '<testcase [^>]*name="\K[^"]*(?="[^>]*><(failure|error))' "$report")
    fi
    for test in "${failed[@]}"; do
        failures+=("$name: $test")
    done
    if [[ $status -ne 0 && ${#failed[@]} -eq 0 ]]; then
        failures+=("$name: a test could not be run, see above")
    fi
}

install_module() {
    /usr/bin/python3 -m venv --clear --system-site-packages "$1" &&
        TOUCHSTONE_BUILD=build/quickstart "$1/bin/pip" install --verbose --no-build-isolation --no-deps \
            --no-index .
}

# Of the programs and the module that stand in the folder of the quick start by now.
test_packages() {
    local place status
    # pip has built the module for the interpreter of its environment, which is Debian's.
    check "packages: packed and used" cmake/packaging/test.sh build/quickstart || return 0
    $all || return 0
    for place in clean_root container_test; do
        say "packages: $place"
        status=0
        cmake/packaging/$place.sh build/quickstart || status=$?
        case $status in
            0) passed=$((passed + 1)) ;;
            77) ;;  # it says why
            *) failures+=("packages: $place") ;;
        esac
    done
}

test_sanitized() {
    local name="asan, Clang" folder=build/runtests/asan
    # Without line numbers: the preset `asan` has them, for whoever looks into a report.
    configure_tests "$name" asan "$folder" -DCMAKE_CXX_FLAGS_DEBUG=-O1 \
        -DCMAKE_CXX_COMPILER=clang++-16 -DCMAKE_C_COMPILER=clang-16 \
        -DCMAKE_DISABLE_PRECOMPILE_HEADERS="$($all && echo ON || echo OFF)" \
        -DCMAKE_UNITY_BUILD="$($all && echo OFF || echo ON)" \
        -DTOUCHSTONE_SANITIZE_POINTERS="$($all && echo ON || echo OFF)" \
        -DTOUCHSTONE_SUITESPARSE="$($all && echo OFF || echo ON)" \
        -DTOUCHSTONE_VIEWER=OFF -DTOUCHSTONE_FUZZ=ON || return 0
    if $all; then
        build_tests "$name" "$folder" && run_tests "$name" "$folder"
    else
        build_and_run "$name" "$folder" sanitized
    fi
    check "headers alone" check_headers || true
    check "clang-tidy" check_tidy || true
    local seconds=1
    $all && seconds=60
    build_tests "$name, fuzzing" "$folder" --target fuzz_readers &&
        check "fuzzing, $seconds s for each reader" testcases/files/tests/fuzz/run.sh "$folder" "$seconds" ||
        true
}

# TBB itself is not built with the sanitizer, which therefore does not see how it hands work over: loops
# take threads of their own here, and every report counts.
test_threads() {
    local name="tsan, Clang" folder=build/runtests/tsan
    configure_tests "$name" tsan "$folder" -DCMAKE_CXX_COMPILER=clang++-16 \
        -DCMAKE_C_COMPILER=clang-16 -DCMAKE_UNITY_BUILD=ON -DTOUCHSTONE_VIEWER=OFF || return 0
    build_tests "$name" "$folder" --target threaded_tests &&
        TSAN_OPTIONS="halt_on_error=1" \
            run_tests "$name" "$folder" --label-regex '^threaded$'
}

check_format() {
    git ls-files -z -- '*.h' '*.cpp' | xargs -0 clang-format-14 --dry-run --Werror
}

# changed PATTERN: the files that differ from the base: TOUCHSTONE_BASE, else what origin/main and HEAD
# share, else the commit before HEAD. With --all every file.
changed() {
    if $all; then
        git ls-files -- "$1"
        return
    fi
    local base=${TOUCHSTONE_BASE:-}
    if [[ -z $base ]]; then
        base=$(git merge-base HEAD origin/main 2>/dev/null || true)
        if [[ -z $base || $base == "$(git rev-parse HEAD)" ]]; then
            base=$(git rev-parse --verify --quiet HEAD~1 || true)
        fi
    fi
    if [[ -n $base ]]; then
        git diff --name-only --diff-filter=d "$base" -- "$1"
    fi
}

# tidy_units FOLDER: of the sources on standard input, what they are compiled as: the files that hold
# several of them, whose headers are then read and looked at once. A source that no target has is left.
tidy_units() {
    local folder=$1 source unit
    while read -r source; do
        unit=$(grep -rlF --include='unity_*_cxx.cxx' "\"$PWD/$source\"" "$folder" | sort | head -n 1 || true)
        if [[ -z $unit ]] && grep -qF "\"$PWD/$source\"" "$folder/compile_commands.json"; then
            unit=$source
        fi
        printf '%s\n' "$unit"
    done | sed '/^$/d' | sort -u
}

# It takes half a minute a unit, so a plain run looks at the first $tidy_most and says how many it left.
# The analyzer follows the calls of the main file alone, and a unit has no function of its own.
check_tidy() {
    local folder=build/runtests/tidy sources units
    mapfile -t sources < <(changed '*.cpp' | grep -v '^python/\|/bench/\|/engines/' || true)
    [[ ${#sources[@]} -gt 0 ]] || { echo "no source changed"; return 0; }
    configure asan "$folder" -DTOUCHSTONE_TESTS=ON -DTOUCHSTONE_FUZZ=ON -DCMAKE_CXX_COMPILER=clang++-16 \
        -DCMAKE_C_COMPILER=clang-16 -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON "${together[@]}" \
        >/dev/null || return
    # What the sources include and the build itself writes.
    cmake --build "$folder" --target touchstone_commit touchstone_glad >/dev/null || return
    mapfile -t units < <(printf '%s\n' "${sources[@]}" | tidy_units "$folder")
    if ! $all && [[ ${#units[@]} -gt $tidy_most ]]; then
        echo "${#units[@]} units changed: looking at $tidy_most, not at $((${#units[@]} - tidy_most))"
        units=("${units[@]:0:$tidy_most}")
    fi
    printf '%s\0' "${units[@]}" |
        xargs -0 -P "$jobs" -n 1 clang-tidy-16 --quiet --warnings-as-errors='*' -p "$folder" \
            --checks='-clang-analyzer-*,-bugprone-suspicious-include'
}

# A header may lack what another, that was changed, no longer includes: so all, or none.
check_headers() {
    if [[ -z $(changed '*.h') ]]; then
        echo "no header changed"
        return
    fi
    cmake --build build/runtests/asan --parallel "$jobs" \
        --target all_verify_interface_header_sets -- -k 0
}

check_quick_start() {
    local root=$PWD file
    rm -rf out/quickstart
    (cd / && "$root/quickstart.sh") || return
    for file in html csv json; do
        compgen -G "out/quickstart/*.$file" >/dev/null || {
            echo "quickstart.sh left no $file in out/quickstart" >&2
            return 1
        }
    done
}

check_baseline() {
    build/quickstart/bin/touchstone check --baseline testcases/baselines/builtin.json
}

install_missing "${build_packages[@]}" "${test_packages[@]}" "${python_packages[@]}" \
    "${engine_packages[@]}"
if $all; then
    install_missing "${browser_packages[@]}" "${cluster_packages[@]}" "${node_packages[@]}" \
        mmdebstrap buildah
fi

check "format" check_format || true
check "quick start" check_quick_start || true
check "baseline" check_baseline || true
test_release || true
test_python || true
test_packages || true
if ! $quick; then
    test_sanitized || true
fi
if $all; then
    test_threads || true
fi

say "Totals"
for failure in "${failures[@]}"; do
    echo "FAILED: $failure"
done
echo "$passed passed, ${#failures[@]} failed"
[[ ${#failures[@]} -eq 0 ]]
