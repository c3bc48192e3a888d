#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/tables/report.h"

namespace touchstone::reports {

/// A cell of a table for people.
struct TableCell {
    std::string ours;
    std::string range;  ///< range under the shifts; empty without any
    std::string paper;  ///< value of the paper; empty where none is shown
    std::optional<bool> agrees =
        std::nullopt;  ///< nothing: rounding decides what is compared, or nothing is
    std::optional<bool> right =
        std::nullopt;  ///< nothing: nothing says what is right, or more is worse but not wrong
};

/// Test cases across, generators down; `checks` the other way round.
struct ReportTable {
    std::string id;                     ///< "coverage"
    std::string title;                  ///< "Coverage (%)"
    std::string note;                   ///< explanation of a cell
    std::string heading = "Generator";  ///< heading of the rows' titles
    std::vector<std::string> columns;
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

/// Returns a line per way to run: profile, pose, query, shifts, version, commit.
std::vector<std::string> provenance_lines(const Provenance& provenance);

/// Explains the paper's values in the cells. Empty when no row has any.
std::vector<std::string> paper_lines(const Report& report);

/// Returns a line per table that has values of the paper, with the number of cells that agree.
std::vector<std::string> agreement_lines(const Report& report);

/// Return a line each: generators that cannot be asked about a case or gave no answer, and why;
/// pairs of which the truth cannot be told, and why; pairs whose truth rests on rounded
/// coordinates; variants that are not as they must be.
std::vector<std::string> refusal_lines(const Report& report);
std::vector<std::string> truth_lines(const Report& report);
std::vector<std::string> rounding_lines(const Report& report);
std::vector<std::string> variant_lines(const Report& report);

/// Returns a line for each row with contacts that break a promise.
std::vector<std::string> audit_lines(const Report& report);

}  // namespace touchstone::reports
