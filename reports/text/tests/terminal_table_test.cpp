#include "reports/text/terminal_table.h"

#include <sstream>
#include <vector>

#include "methods/testing/catch.h"
#include "reports/text/terminal_document.h"
#include "reports/text/text_table.h"

using namespace touchstone::reports;
using Catch::Matchers::Contains;

namespace {

/// As a report of ten cases with nine methods has it, and more columns.
TerminalTable make_table(int columns) {
    TerminalTable table{{"Case"}, {}};
    for (int i = 0; i < columns; ++i) {
        table.heads.push_back(i % 2 == 0 ? "Consistent vertex" : "Volume-SAT");
    }
    for (const char* const name : {"Spike in crack", "A wall whose name is very long, height=12"}) {
        table.rows.push_back({{name}});
        for (int i = 0; i < columns; ++i) {
            table.rows.back().push_back(i % 3 == 0 ? TonedCell{"50/100", Tone::Bad}
                                                   : TonedCell{"✓", Tone::Good});
        }
    }
    return table;
}

std::vector<std::string> lines_of(const TerminalTable& table, const TerminalStyle& style) {
    std::ostringstream out;
    write_terminal_table(out, table, style);
    std::istringstream in(out.str());
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

}  // namespace

TEST_CASE("no line of a terminal's table is wider than the terminal", "[reports]") {
    const int columns = GENERATE(1, 3, 9, 12, 47);
    const int width = GENERATE(40, 60, 80, 120, 200);
    std::size_t cells = 0;
    for (const std::string& line : lines_of(make_table(columns), {width, false})) {
        CAPTURE(line, columns);
        CHECK(static_cast<int>(shown_width(line)) <= width);
        CHECK_FALSE(line.ends_with(" "));
        for (std::size_t at = line.find("50/100"); at != std::string::npos;
             at = line.find("50/100", at + 1)) {
            ++cells;
        }
    }
    CHECK(cells == 2 * static_cast<std::size_t>((columns + 2) / 3));  // none is cut or left out
}

TEST_CASE("names that begin alike are still told apart when cut", "[reports]") {
    TerminalTable table{{"Case", "Coverage"}, {}};
    for (const char* const name :
         {"planar_regions_of_many_stones_width=4", "planar_regions_of_many_stones_width=8"}) {
        table.rows.push_back({{name}, {"100"}});
    }
    const std::vector<std::string> lines = lines_of(table, {26, false});
    REQUIRE(lines.size() == 3);
    CHECK_THAT(lines[1], Contains("…") && Contains("width=4"));
    CHECK_THAT(lines[2], Contains("…") && Contains("width=8"));
    CHECK(lines[1] != lines[2]);
}

TEST_CASE("a list that no line holds is broken at its commas", "[reports]") {
    std::ostringstream out;
    write_wrapped(out, "wall  A wall of stones  layers=4,width=8,height=0.25,gap=0.001,seed=7", 4,
                  {30, false});
    CHECK(
        out.str() ==
        "wall  A wall of stones\n    layers=4,width=8,\n    height=0.25,gap=0.001,\n    seed=7\n");
}

TEST_CASE("a table that fits keeps its heads whole, in one line", "[reports]") {
    const std::vector<std::string> lines = lines_of(make_table(2), {120, false});
    REQUIRE(lines.size() == 3);
    CHECK_THAT(lines[0], Contains("Consistent vertex") && Contains("Volume-SAT"));
    const std::vector<std::string> narrow = lines_of(make_table(9), {150, false});
    REQUIRE(narrow.size() > 3);
    CHECK_THAT(narrow[0], Contains("Consistent") && !Contains("Consistent vertex"));
}

TEST_CASE("numbers stand at the right of their column, words at the left", "[reports]") {
    const TerminalTable table{{"Name", "Count", "Word"},
                              {{{"a"}, {"7"}, {"x"}}, {{"bcd"}, {"1234567"}, {"longer"}}}};
    const std::vector<std::string> lines = lines_of(table, {80, false});
    CHECK(lines == std::vector<std::string>{"Name    Count  Word",  //
                                            "a           7  x",     //
                                            "bcd   1234567  longer"});
}

TEST_CASE("colours are there when asked for, and change nothing else", "[reports]") {
    const std::vector<std::string> plain = lines_of(make_table(2), {80, false});
    std::vector<std::string> coloured = lines_of(make_table(2), {80, true});
    CHECK_THAT(coloured[1], Contains("\x1b[1;31m50/100\x1b[0m") && Contains("\x1b[32m✓\x1b[0m"));
    for (std::string& line : coloured) {
        for (std::size_t at = line.find('\x1b'); at != std::string::npos; at = line.find('\x1b')) {
            line.erase(at, line.find('m', at) + 1 - at);
        }
    }
    CHECK(coloured == plain);
}

TEST_CASE("a Markdown document is shown without its marks, its tables as wide as the terminal",
          "[reports]") {
    std::ostringstream out;
    write_terminal_document(
        out,
        "# Title\n\nText that is\n\n| Case | What |\n| --- | --- |\n| a\\_b\\|c | ✓ |\n"
        "| d | ✗ area |\n\n- an item that is long\n",
        {16, false});
    CHECK(out.str() ==
          "Title\n\nText that is\n\nCase   What\na_b|c  ✓\nd      ✗ area\n\n- an item that\n  is "
          "long\n");
}

TEST_CASE("wrapped text breaks between words", "[reports]") {
    std::ostringstream out;
    write_wrapped(out, "one two three four", 2, {9, false});
    CHECK(out.str() == "one two\n  three\n  four\n");
}
