#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "reports/tables/report.h"
#include "testcases/cells/track.h"

namespace touchstone::reports {

/// A value in a table; nothing: an empty cell.
using TableValue = std::variant<std::monostate, int, double, std::string>;

/// Returns the value, or an empty one for nothing.
template <typename Value>
TableValue table_value(const std::optional<Value>& value) {
    return value ? TableValue(*value) : TableValue();
}

/// Returns a figure of a cell: a whole number for a count, empty for nothing.
template <class CellType>
TableValue figure_value(const Figure<CellType>& figure, const CellType& cell) {
    const std::optional<double> value = figure.read(cell, figure.index);
    if (!value) {
        return {};
    }
    return figure.is_count ? TableValue(static_cast<int>(*value)) : TableValue(*value);
}

/// Returns "yes" or "no".
inline TableValue yes_or_no(bool value) { return std::string(value ? "yes" : "no"); }

/// A column of a report's table.
struct Column {
    std::string id;
    std::function<TableValue(const Report&, const StudyRow&)> value;
    bool of_refusals = false;  ///< true: it has a value without an answer, too
};

/// Returns the columns of flat tables: what was asked, counts, all metrics, the paper's
/// values, agreement, ranges, audit, kinds of verdicts, provenance.
std::vector<Column> report_columns();

/// Returns the settings that made the row, as `profile=… study.…=… GENERATOR.…=…`: what `--set`
/// takes.
std::string settings_text(const Provenance& provenance, std::string_view generator_id);

}  // namespace touchstone::reports
