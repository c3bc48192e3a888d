#include "reports/writers/junit_writer.h"

#include <tinyxml2.h>

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "methods/base/printable.h"
#include "reports/tables/regression/movement_table.h"

namespace touchstone::reports {
namespace {

using tinyxml2::XMLPrinter;
using MovementsByRow = std::map<RowKey, std::vector<const Movement*>>;

struct Suite {
    std::string case_id;
    std::vector<RowKey> rows;
    int failures = 0;
};

/// Makes the suites in the order in which the cases first occur.
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

/// Adds an attribute. The printer escapes what is special in XML, but no control characters of
/// terminals.
void push(XMLPrinter& printer, const char* attribute, const std::string& value) {
    printer.PushAttribute(attribute, printable(value).c_str());
}

std::string test_name(const RowKey& row) {
    return row.generator_id + ", query " + std::to_string(row.query) + ", " + row.profile + ", " +
           row.pose + (row.run == 0 ? "" : ", run " + std::to_string(row.run));
}

void push_test(XMLPrinter& printer, const RowKey& row, const MovementsByRow& moved) {
    printer.OpenElement("testcase");
    push(printer, "classname", "touchstone." + row.case_id);
    push(printer, "name", test_name(row));
    const auto found = moved.find(row);
    if (found != moved.end()) {
        printer.OpenElement("failure");
        push(
            printer, "message",
            std::to_string(found->second.size()) + " moved, first: " + found->second.front()->what);
        std::string text;
        for (const Movement* movement : found->second) {
            const std::string word = turn_word(movement->turn);
            text += printable(movement->what + ": was " + movement->before + ", is " +
                              movement->after + (word.empty() ? "" : " (" + word + ")")) +
                    '\n';
        }
        printer.PushText(text.c_str());
        printer.CloseElement();
    }
    printer.CloseElement();
}

void push_failed_methods(XMLPrinter& printer, std::span<const std::string> failed) {
    if (failed.empty()) {
        return;
    }
    printer.OpenElement("testsuite");
    push(printer, "name", "methods");
    push(printer, "tests", std::to_string(failed.size()));
    push(printer, "failures", std::to_string(failed.size()));
    for (const std::string& line : failed) {
        printer.OpenElement("testcase");
        push(printer, "classname", "methods");
        push(printer, "name", line.substr(0, line.find(' ')));
        printer.OpenElement("failure");
        push(printer, "message", line);
        printer.CloseElement();
        printer.CloseElement();
    }
    printer.CloseElement();
}

}  // namespace

void write_junit(std::ostream& out, std::span<const RowKey> rows,
                 std::span<const Movement> movements, std::span<const std::string> failed) {
    MovementsByRow moved;
    for (const Movement& movement : movements) {
        moved[movement.key].push_back(&movement);
    }
    XMLPrinter printer;
    printer.PushHeader(false, true);
    printer.OpenElement("testsuites");
    push(printer, "name", "touchstone check");
    push(printer, "tests", std::to_string(rows.size() + failed.size()));
    push(printer, "failures", std::to_string(moved.size() + failed.size()));
    for (const Suite& suite : make_suites(rows, moved)) {
        printer.OpenElement("testsuite");
        push(printer, "name", suite.case_id);
        push(printer, "tests", std::to_string(suite.rows.size()));
        push(printer, "failures", std::to_string(suite.failures));
        for (const RowKey& row : suite.rows) {
            push_test(printer, row, moved);
        }
        printer.CloseElement();
    }
    push_failed_methods(printer, failed);
    printer.CloseElement();
    out << printer.CStr();
}

}  // namespace touchstone::reports
