#include "reports/tables/step_table.h"

#include <algorithm>
#include <limits>
#include <sstream>
#include <string>

#include "methods/testing/catch.h"

using namespace touchstone::reports;
using Catch::Matchers::Contains;

namespace {

std::string table_of(int width, bool bounded = false) {
    ListedStep row;
    row.step = 12;
    row.time = 0.12;
    row.contacts = 24;
    std::ostringstream out;
    write_step_heading(out, width, bounded);
    write_step_line(out, row, width, bounded);
    return out.str();
}

std::size_t longest_line(const std::string& text) {
    std::istringstream lines(text);
    std::size_t longest = 0;
    for (std::string line; std::getline(lines, line);) {
        longest = std::max(longest, line.size());
    }
    return longest;
}

}  // namespace

TEST_CASE("steps are listed in lines that fit the terminal", "[reports]") {
    const int width = GENERATE(40, 60, 80, 100, 120);
    const bool bounded = GENERATE(false, true);
    CHECK(longest_line(table_of(width, bounded)) <= static_cast<std::size_t>(width));
    std::ostringstream line;
    write_step_line(line, {}, width, bounded);
    CHECK(longest_line(line.str()) <= static_cast<std::size_t>(width));
}

TEST_CASE("a narrow list of steps names what it leaves out", "[reports]") {
    CHECK_THAT(table_of(80),
               Contains("no room for: ") && Contains("diverg.") && Contains("max mm"));
    CHECK_THAT(table_of(30), Contains("contacts"));
    const std::string wide = table_of(std::numeric_limits<int>::max());
    CHECK(wide.find("no room for") == std::string::npos);
    CHECK_THAT(wide, Contains("diverg.") && Contains("solve ms") && !Contains("bound ms"));
    CHECK_THAT(table_of(std::numeric_limits<int>::max(), true),
               Contains("stops") && Contains("first at") && Contains("bound ms"));
}
