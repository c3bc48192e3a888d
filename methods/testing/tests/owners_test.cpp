// What is special about one method, case or metric stands in its entry of the table. Reads the
// source tree, and runs from its root.

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "methods/testing/catch.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 7> kFolders{
    "methods", "generators", "rigid_solver", "testcases", "reports", "viewer", "python"};

/// Where ids of the tables may stand: a folder or a file, and why.
struct Owner {
    std::string_view path;
    std::string_view why;
};
constexpr std::array<Owner, 10> kOwners{{
    {"generators/", "the methods themselves, and their table"},
    {"testcases/cases/", "the cases themselves, and their table"},
    {"testcases/files/scene_expected.h", "keys of scene files, one of which is also a method's id"},
    {"testcases/motion/solvers.cpp", "the table of solvers"},
    {"testcases/scenes/test_case.h", "names of groups, one of which is also a method's id"},
    {"testcases/bench/", "measures methods that it names"},
    {"testcases/study/paper_tables.cpp", "numbers that the paper prints of cases and methods"},
    {"testcases/study/experiment.cpp", "the table of the paper's experiments"},
    {"reports/tables/study_claims.cpp", "sentences that the paper says of methods"},
    {"viewer/program/thumbnails.cpp", "chooses a method, as a user does"},
}};

std::string read(const fs::path& path) {
    std::ifstream stream(path);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

/// The first group of all matches.
void add_matches(std::set<std::string>& ids, const std::string& text, const char* pattern) {
    const std::regex regex(pattern);
    for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match) {
        ids.insert((*match)[1]);
    }
}

struct TableIds {
    std::set<std::string> named;    ///< of generators, solvers and cases: they may not stand
                                    ///< elsewhere at all
    std::set<std::string> metrics;  ///< keys of files too, so only a comparison with one is wrong
};

TableIds table_ids() {
    TableIds ids;
    add_matches(ids.named, read("generators/registry.cpp"), R"rx(\.id = "(\w+)")rx");
    add_matches(ids.named, read("testcases/cases/registry.cpp"), R"rx(\.id = "(\w+)")rx");
    add_matches(ids.named, read("testcases/motion/solvers.cpp"), R"rx(\.id = "(\w+)")rx");
    add_matches(ids.named, read("testcases/cases/field_cases.cpp"), R"rx(\{"(h\d\d_\w+)",)rx");
    add_matches(ids.metrics, read("methods/quality/metrics.cpp"),
                R"rx(\{"(\w+)", "[^"]*", MetricUnit)rx");
    return ids;
}

/// The line's text literals, each with what stands before it. Comments are left out.
struct Literal {
    std::string before;
    std::string text;
};
std::vector<Literal> literals_of(const std::string& line) {
    std::vector<Literal> literals;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line.compare(i, 2, "//") == 0) {
            break;
        }
        if (line[i] != '"') {
            continue;
        }
        std::size_t end = i + 1;
        while (end < line.size() && line[end] != '"') {
            end += line[end] == '\\' ? 2 : 1;
        }
        literals.push_back({line.substr(begin, i - begin), line.substr(i + 1, end - i - 1)});
        i = end;
        begin = end + 1;
    }
    return literals;
}

bool is_wrong(const Literal& literal, const TableIds& ids) {
    const bool compared = literal.before.ends_with("== ") || literal.before.ends_with("!= ");
    return ids.named.contains(literal.text) || (compared && ids.metrics.contains(literal.text));
}

std::vector<std::string> faults_of(const std::string& file, std::istream& source,
                                   const TableIds& ids) {
    std::vector<std::string> faults;
    std::string line;
    for (int number = 1; std::getline(source, line); ++number) {
        for (const Literal& literal : literals_of(line)) {
            if (is_wrong(literal, ids)) {
                faults.push_back(file + ":" + std::to_string(number) + ": \"" + literal.text +
                                 "\" is an entry of a table: make a field of it");
            }
        }
    }
    return faults;
}

bool is_owner(const std::string& file) {
    return file.find("/tests/") != std::string::npos ||
           std::ranges::any_of(kOwners,
                               [&](const Owner& owner) { return file.starts_with(owner.path); });
}

std::vector<std::string> faults_of_tree(const TableIds& ids) {
    std::vector<std::string> faults;
    for (const std::string_view folder : kFolders) {
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
            const std::string file = entry.path().generic_string();
            const std::string extension = entry.path().extension().string();
            if ((extension == ".cpp" || extension == ".h") && !is_owner(file)) {
                std::ifstream source(entry.path());
                const std::vector<std::string> more = faults_of(file, source, ids);
                faults.insert(faults.end(), more.begin(), more.end());
            }
        }
    }
    std::ranges::sort(faults);
    return faults;
}

}  // namespace

TEST_CASE("what is special about an entry of a table stands in the entry", "[owners]") {
    const TableIds ids = table_ids();
    CHECK(ids.named.contains("opposing"));
    CHECK(ids.named.contains("pillar"));
    CHECK(ids.named.contains("proximal"));
    CHECK(ids.named.contains("h02_cubes_exactly_touching"));
    CHECK(ids.metrics.contains("excess"));
    for (const std::string& fault : faults_of_tree(ids)) {
        FAIL_CHECK(fault);
    }
    for (const Owner& owner : kOwners) {
        CAPTURE(owner.path);
        CHECK(fs::exists(owner.path));
    }
}

TEST_CASE("an id in another file is found, in a comment or a file's key it is not", "[owners]") {
    const TableIds ids{{"opposing"}, {"excess"}};
    const auto count = [&](const char* line) {
        std::istringstream source(line);
        return faults_of("a.cpp", source, ids).size();
    };
    CHECK(count(R"(if (id == "opposing") {)") == 1);
    CHECK(count(R"({"a \" b", "opposing", "opposing"})") == 2);
    CHECK(count(R"(if (metric.id == "excess") {)") == 1);
    CHECK(count(R"(json["excess"] = 1;  // not "opposing")") == 0);
    CHECK(count(R"(text = "the opposing one";)") == 0);
}

}  // namespace touchstone
