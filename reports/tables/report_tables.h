#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/tables/report.h"

namespace touchstone::reports {

/// A cell of a table for people.
struct TableCell {
    std::string ours;
    std::string range;                          ///< range under the shifts; empty without any
    std::string paper;                          ///< value of the paper; empty where none is shown
    std::optional<bool> agrees = std::nullopt;  ///< agreement with the paper; nothing: rounding
                                                ///< decides, or nothing is compared
    std::optional<bool> right = std::nullopt;   ///< verdict; nothing: no right answer is known, or
                                                ///< more is worse but not wrong
};

/// Test cases across, generators down; `checks` the other way round.
struct ReportTable {
    std::string id;                     ///< "coverage"
    std::string title;                  ///< "Coverage (%)"
    std::string note;                   ///< explanation of a cell
    std::string heading = "Generator";  ///< heading of the rows' titles
    std::vector<std::string> columns;
    /// The cells of one row below the heading.
    struct Row {
        std::string title;
        std::vector<std::optional<TableCell>> cells;  ///< cells; nothing: not asked
    };
    std::vector<Row> rows;
    int agreeing = 0;  ///< cells that agree with the paper
    int compared = 0;  ///< cells that have a paper's value
};

/// Returns " ✓", " ✗", or nothing: what colour says on a page, for text without any.
std::string right_mark(const TableCell& cell);

/// Exchanges rows and columns.
ReportTable transposed(const ReportTable& table);

/// Returns "= 97.9", "≠ 97.9", or the value alone with "paper " in front; empty without the
/// paper's.
std::string paper_text(const TableCell& cell);

/// Makes the tables: coverage, quality and excess, as the paper's Table 8 has them; of area
/// coverage and normal alignment those in which some row has a value. First, where rows are
/// checked, `checks`: which generator fails which case, and in what.
std::vector<ReportTable> make_tables(const Report& report);

}  // namespace touchstone::reports
