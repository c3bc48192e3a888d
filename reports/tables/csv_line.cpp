#include "reports/tables/csv_line.h"

#include <ostream>

#include "methods/base/csv_text.h"
#include "reports/text/number_text.h"

namespace touchstone::reports {
namespace {

struct CellText {
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(int value) const { return std::to_string(value); }
    std::string operator()(double value) const { return exact_text(value); }
    std::string operator()(const std::string& value) const { return csv_field(value); }
};

}  // namespace

std::string csv_cell(const TableValue& value) { return std::visit(CellText{}, value); }

void write_csv_line(std::ostream& out, const std::vector<TableValue>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        out << (i == 0 ? "" : ",") << csv_cell(values[i]);
    }
    out << '\n';
}

void write_named(std::ostream& out, const std::vector<NamedValues>& lines) {
    std::vector<TableValue> values;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i == 0) {
            for (const auto& [name, value] : lines[i]) {
                values.emplace_back(name);
            }
            write_csv_line(out, values);
        }
        values.clear();
        for (const auto& [name, value] : lines[i]) {
            values.push_back(value);
        }
        write_csv_line(out, values);
    }
}

}  // namespace touchstone::reports
