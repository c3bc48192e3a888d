#include <cstddef>
#include <cstdint>
#include <string_view>

#include "methods/mesh/tests/fuzz/reader_check.h"

// One program per reader: TOUCHSTONE_FUZZED_READER is its name. See docs/fuzzing.md.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    touchstone::testing::check_reader(TOUCHSTONE_FUZZED_READER,
                                      std::string_view(reinterpret_cast<const char*>(data), size));
    return 0;
}
