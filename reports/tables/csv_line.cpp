#include "reports/tables/csv_line.h"

#include <algorithm>
#include <ostream>
#include <string_view>

#include "methods/base/printable.h"
#include "reports/text/number_text.h"

namespace touchstone::reports {
namespace {

/// Spaces in front, and the wide forms of the signs, do not keep every spreadsheet from it.
bool looks_like_formula(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    for (const std::string_view sign : {"=", "+", "-", "@", "＝", "＋", "－", "＠"}) {
        if (text.starts_with(sign)) {
            return true;
        }
    }
    return false;
}

std::string csv_quoted(std::string text) {
    text = printable(text);
    if (looks_like_formula(text)) {
        text.insert(0, 1, '\'');
    }
    if (text.find_first_of(",\"") == std::string::npos) {
        return text;
    }
    std::string result = "\"";
    for (const char c : text) {
        result += c == '"' ? "\"\"" : std::string(1, c);
    }
    return result + '"';
}

struct CellText {
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(int value) const { return std::to_string(value); }
    std::string operator()(double value) const { return exact_text(value); }
    std::string operator()(const std::string& value) const { return csv_quoted(value); }
};

}  // namespace

std::string csv_cell(const TableValue& value) { return std::visit(CellText{}, value); }

void write_csv_line(std::ostream& out, const std::vector<TableValue>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        out << (i == 0 ? "" : ",") << csv_cell(values[i]);
    }
    out << '\n';
}

}  // namespace touchstone::reports
