#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "reports/tables/report.h"

namespace touchstone::reports {

/// A value in a table; nothing: an empty cell.
using TableValue = std::variant<std::monostate, int, double, std::string>;

template <typename Value>
TableValue table_value(const std::optional<Value>& value) {
    return value ? TableValue(*value) : TableValue();
}

inline TableValue yes_or_no(bool value) { return std::string(value ? "yes" : "no"); }

struct Column {
    std::string id;
    std::function<TableValue(const Report&, const StudyRow&)> value;
    bool of_refusals = false;  ///< it has a value where there is no answer, too
};

/// The columns of flat tables, in their order: what was asked, counts, all metrics, the paper's
/// values, agreement, ranges, audit, kinds of verdicts, provenance.
std::vector<Column> report_columns();

/// The settings that made the row, as `profile=… study.…=… GENERATOR.…=…`: what `--set` takes.
std::string settings_text(const Provenance& provenance, std::string_view generator_id);

/// How many of the row's contacts got each verdict, in the order of VerdictKind.
std::vector<int> verdict_counts(const StudyRow& row);

/// "0.1", "1", "5", "10".
std::vector<std::string> counted_angle_names();

/// The parts of the audit by name, in their order.
struct AuditCount {
    const char* id;
    int count;
};
std::vector<AuditCount> audit_counts(const Audit& audit);

}  // namespace touchstone::reports
