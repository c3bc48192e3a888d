// A constant of a source file has a name of its own in the library of its folder, since the scripts
// compile many files at once. Runs from the root of the source tree.

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"

namespace touchstone {
namespace {

/// Source files by the constants that they define in the first column, as the house style does in
/// namespaces.
using ConstantFiles = std::map<std::string, std::set<std::string>>;

void add_constants(const std::filesystem::path& file, ConstantFiles& files) {
    static const std::regex kConstant(
        R"(^(?:inline )?(?:constexpr|const) [A-Za-z0-9_:<>, ]+ (k[A-Z][A-Za-z0-9_]*)\b)");
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        std::smatch match;
        if (std::regex_search(line, match, kConstant)) {
            files[match[1]].insert(file.generic_string());
        }
    }
}

/// Returns the constants of one library's folder that several of its sources define.
std::vector<std::string> find_repeated(const std::filesystem::path& folder) {
    ConstantFiles files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string path = entry.path().generic_string();
        const auto is_below = [&](std::string_view part) {
            return path.find(part) != std::string::npos;
        };
        // Programs of their own, each file or folder.
        const bool is_apart = is_below("/tests/") || is_below("/bench/") || is_below("/engines/");
        if (path.ends_with(".cpp") && !is_apart) {
            add_constants(entry.path(), files);
        }
    }
    std::vector<std::string> repeated;
    for (const auto& [name, sources] : files) {
        if (sources.size() > 1) {
            std::string text = name;
            for (const std::string& source : sources) {
                text += "\n    " + source;
            }
            repeated.push_back(text);
        }
    }
    return repeated;
}

}  // namespace

TEST_CASE("a constant of a source file has a name of its own in its library") {
    for (const char* folder : {"methods", "generators", "rigid_solver", "testcases", "reports",
                               "viewer", "python/bindings"}) {
        REQUIRE(std::filesystem::is_directory(folder));
        for (const std::string& repeated : find_repeated(folder)) {
            FAIL_CHECK("one name, several constants; give them names of their own: " << repeated);
        }
    }
}

TEST_CASE("find_repeated names constants of two sources, not those of tests") {
    const testing::TemporaryFolder folder;
    const auto write = [&](const std::string& file, const std::string& text) {
        const std::filesystem::path path = folder.path() / file;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << text;
    };
    write("one.cpp", "constexpr double kShare = 0.1;  // of the size\nconst Vec3 kUp(0, 1, 0);\n");
    write("two.cpp", "    constexpr double kShare = 0.2;\nconstexpr double kUp = 1.0;\n");
    write("tests/three.cpp", "constexpr double kShare = 0.3;\n");
    const std::vector<std::string> repeated = find_repeated(folder.path());
    REQUIRE(repeated.size() == 1);
    CHECK(repeated[0].starts_with("kUp\n"));
}

}  // namespace touchstone
