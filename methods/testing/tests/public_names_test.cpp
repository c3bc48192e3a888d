// No type of the headers has the full name of another one. Runs from the root of the source tree.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

/// Headers by the full names of the types that they define.
using Definitions = std::map<std::string, std::vector<std::string>>;

/// Types defined at the outermost level of a header. The house style starts those, and the lines
/// that open and close a namespace, in the first column.
void add_definitions(const fs::path& root, const std::string& header, Definitions& definitions) {
    static const std::regex kOpens(R"(^(?:inline )?namespace ([A-Za-z0-9_:]+) \{)");
    static const std::regex kCloses(R"(^\}  // namespace ([A-Za-z0-9_:]+))");
    static const std::regex kType(
        R"(^(?:struct|class|enum class|enum) (?:\[\[[a-z]+\]\] )?([A-Za-z0-9_]+)(?: final)?(?: :.*)? \{)");
    static const std::regex kAlias(R"(^using ([A-Za-z0-9_]+) =)");
    std::vector<std::string> scopes;
    std::ifstream stream(root / header);
    for (std::string line; std::getline(stream, line);) {
        std::smatch match;
        if (std::regex_search(line, match, kOpens)) {
            scopes.push_back(match[1]);
        } else if (std::regex_search(line, kCloses) && !scopes.empty()) {
            scopes.pop_back();
        } else if (std::regex_search(line, match, kType) ||
                   std::regex_search(line, match, kAlias)) {
            std::string name;
            for (const std::string& scope : scopes) {
                name += scope + "::";
            }
            definitions[name + match[1].str()].push_back(header);
        }
    }
}

Definitions find_definitions(const fs::path& root) {
    std::vector<std::string> headers;
    for (const std::string_view folder :
         {"methods", "generators", "rigid_solver", "testcases", "reports", "viewer", "python"}) {
        if (!fs::is_directory(root / folder)) {
            continue;
        }
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
            const std::string path = fs::relative(entry.path(), root).generic_string();
            if (path.ends_with(".h") && path.find("/tests/") == std::string::npos) {
                headers.push_back(path);
            }
        }
    }
    std::ranges::sort(headers);
    Definitions definitions;
    for (const std::string& header : headers) {
        add_definitions(root, header, definitions);
    }
    return definitions;
}

std::vector<std::string> find_doubles(const fs::path& root) {
    std::vector<std::string> doubles;
    for (const auto& [name, headers] : find_definitions(root)) {
        // A header may define a name for one processor or the other.
        const auto other = std::ranges::find_if(
            headers, [&](const std::string& header) { return header != headers[0]; });
        if (other != headers.end()) {
            doubles.push_back(name + " in " + headers[0] + " and " + *other);
        }
    }
    return doubles;
}

void write_header(const fs::path& root, const std::string& path, std::string_view text) {
    fs::create_directories((root / path).parent_path());
    std::ofstream(root / path) << text;
}

}  // namespace

TEST_CASE("no public name stands twice", "[names]") {
    const fs::path root = fs::current_path();
    const Definitions definitions = find_definitions(root);
    REQUIRE(definitions.contains("touchstone::ContactPoint"));
    REQUIRE(definitions.contains("touchstone::Vec3"));
    REQUIRE(definitions.contains("touchstone::viewer::Plot"));

    for (const std::string& found : find_doubles(root)) {
        FAIL_CHECK(found);
    }
}

TEST_CASE("a public name that stands twice is found", "[names]") {
    const testing::TemporaryFolder tree;
    write_header(tree.path(), "reports/a.h",
                 "namespace touchstone {\nstruct Plot {\n    struct Inner {};\n};\n"
                 "}  // namespace touchstone\n");
    write_header(tree.path(), "viewer/b.h",
                 "namespace touchstone::viewer {\nclass Plot {\n};\nstruct Inner {\n};\n"
                 "}  // namespace touchstone::viewer\n");
    CHECK(find_doubles(tree.path()).empty());

    const auto text =
        GENERATE(as<std::string>(), "struct Plot {\n};\n", "enum class Plot : int {\n",
                 "using Plot = int;\n", "class Plot final : Base {\n");
    CAPTURE(text);
    write_header(tree.path(), "viewer/c.h",
                 "namespace touchstone {\n" + text + "}  // namespace touchstone\n");
    const std::vector<std::string> doubles = find_doubles(tree.path());
    REQUIRE(doubles.size() == 1);
    CHECK(doubles[0] == "touchstone::Plot in reports/a.h and viewer/c.h");
}

}  // namespace touchstone
