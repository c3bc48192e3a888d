#include "reports/writers/junit_writer.h"

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "reports/text/text_escape.h"

namespace touchstone::reports {
namespace {

using MovementsByRow = std::map<RowKey, std::vector<const Movement*>>;

struct Suite {
    std::string case_id;
    std::vector<RowKey> rows;
    int failures = 0;
};

/// In the order in which the cases come first.
std::vector<Suite> make_suites(std::span<const RowKey> rows, const MovementsByRow& moved) {
    std::vector<Suite> suites;
    std::map<std::string, std::size_t> index;
    for (const RowKey& row : rows) {
        const auto [place, is_new] = index.emplace(row.case_id, suites.size());
        if (is_new) {
            suites.push_back({row.case_id, {}, 0});
        }
        suites[place->second].rows.push_back(row);
        suites[place->second].failures += moved.contains(row) ? 1 : 0;
    }
    return suites;
}

std::string test_name(const RowKey& row) {
    return row.generator_id + ", query " + std::to_string(row.query) + ", " + row.profile + ", " +
           row.pose + (row.run == 0 ? "" : ", run " + std::to_string(row.run));
}

void write_test(std::ostream& out, const RowKey& row, const MovementsByRow& moved) {
    out << "    <testcase classname=\"touchstone." << xml_escaped(row.case_id) << "\" name=\""
        << xml_escaped(test_name(row)) << '"';
    const auto found = moved.find(row);
    if (found == moved.end()) {
        out << "/>\n";
        return;
    }
    out << ">\n      <failure message=\"" << found->second.size()
        << " moved, first: " << xml_escaped(found->second.front()->what) << "\">";
    for (const Movement* movement : found->second) {
        out << xml_escaped(movement->what) << ": was " << xml_escaped(movement->before) << ", is "
            << xml_escaped(movement->after) << '\n';
    }
    out << "</failure>\n    </testcase>\n";
}

}  // namespace

void write_junit(std::ostream& out, std::span<const RowKey> rows,
                 std::span<const Movement> movements) {
    MovementsByRow moved;
    for (const Movement& movement : movements) {
        moved[movement.key].push_back(&movement);
    }
    out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"touchstone check\" "
           "tests=\""
        << rows.size() << "\" failures=\"" << moved.size() << "\">\n";
    for (const Suite& suite : make_suites(rows, moved)) {
        out << "  <testsuite name=\"" << xml_escaped(suite.case_id) << "\" tests=\""
            << suite.rows.size() << "\" failures=\"" << suite.failures << "\">\n";
        for (const RowKey& row : suite.rows) {
            write_test(out, row, moved);
        }
        out << "  </testsuite>\n";
    }
    out << "</testsuites>\n";
}

}  // namespace touchstone::reports
