#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "methods/mesh/files/tests/fuzz/reader_check.h"
#include "methods/testing/catch.h"

// A short form of fuzzing that always does the same: see docs/develop/fuzzing.md for the long one.

namespace touchstone {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> read_samples(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    std::vector<std::string> samples;
    for (const fs::path& file : files) {
        std::ostringstream text;
        text << std::ifstream(file, std::ios::binary).rdbuf();
        samples.push_back(text.str());
    }
    return samples;
}

/// Changes a few places: a bit, a byte, a part that goes or comes twice, a hard number.
std::string mutated(std::string bytes, std::mt19937& random) {
    constexpr std::array<const char*, 12> kHard{
        "-1",           "0",    "4294967296", "9223372036854775808",
        "nan",          "-inf", "1e999",      "1e-320",
        "\xEF\xBB\xBF", "\"",   "$",          "\r"};
    const auto below = [&](std::size_t end) { return random() % std::max<std::size_t>(1, end); };
    for (std::size_t change = 1 + below(4); change > 0 && !bytes.empty(); --change) {
        const std::size_t at = below(bytes.size());
        const std::size_t length = 1 + below(std::min<std::size_t>(24, bytes.size() - at));
        switch (below(5)) {
            case 0:
                bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
                break;
            case 1:
                bytes[at] = static_cast<char>(random());
                break;
            case 2:
                bytes.erase(at, length);
                break;
            case 3:
                bytes.insert(below(bytes.size()), bytes.substr(at, length));
                break;
            default:
                bytes.replace(at, below(4), kHard[below(kHard.size())]);
        }
    }
    return bytes;
}

}  // namespace

TEST_CASE("readers, inspection and repair survive changed files", "[mesh]") {
    for (const std::string_view name : testing::all_reader_names()) {
        CAPTURE(name);
        const std::vector<std::string> samples =
            read_samples(fs::path(TOUCHSTONE_MESH_SAMPLES) / name);
        CHECK_FALSE(samples.empty());
        std::mt19937 random(20181);
        for (const std::string& sample : samples) {
            CHECK_NOTHROW(testing::check_reader(name, sample));
            for (int i = 0; i < 300; ++i) {
                const std::string bytes = mutated(sample, random);
                CAPTURE(bytes);
                CHECK_NOTHROW(testing::check_reader(name, bytes));
            }
        }
    }
}

}  // namespace touchstone
