#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "methods/mesh/files/tests/fuzz/reader_check.h"
#include "testcases/files/tests/fuzz/scene_check.h"

// A fuzzer for all readers: `--reader=NAME` says which one it is for. See docs/develop/fuzzing.md.

namespace touchstone::testing {
namespace {

constexpr std::string_view kScene = "scene";
constexpr std::string_view kScript = "script";

// libFuzzer calls two functions that share no argument.
std::string_view fuzzed_reader;

/// The name that `--reader=` gives; libFuzzer itself ignores what begins with two dashes.
std::string_view find_reader(int argc, char** argv) {
    constexpr std::string_view kOption = "--reader=";
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument.starts_with(kOption)) {
            return argument.substr(kOption.size());
        }
    }
    return {};
}

bool is_known(std::string_view reader) {
    return reader == kScene || reader == kScript ||
           std::ranges::find(all_reader_names(), reader) != std::ranges::end(all_reader_names());
}

}  // namespace
}  // namespace touchstone::testing

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    using namespace touchstone::testing;
    fuzzed_reader = find_reader(*argc, *argv);
    if (!is_known(fuzzed_reader)) {
        std::cerr << "fuzz_readers: --reader=NAME says what is fuzzed; known: " << kScene << ", "
                  << kScript;
        for (const std::string_view name : all_reader_names()) {
            std::cerr << ", " << name;
        }
        std::cerr << '\n';
        std::exit(2);
    }
    return 0;
}

// NOLINTNEXTLINE(readability-identifier-naming): likewise.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace touchstone::testing;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (fuzzed_reader == kScene) {
        check_scene(bytes);
    } else if (fuzzed_reader == kScript) {
        check_script(bytes);
    } else {
        check_reader(fuzzed_reader, bytes);
    }
    return 0;
}
