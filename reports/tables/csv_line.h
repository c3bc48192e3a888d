#pragma once

#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "reports/tables/columns.h"

namespace touchstone::reports {

/// Returns a cell as text: numbers with all their digits; text quoted where it must be, without
/// control characters, and with a ' in front where a spreadsheet would take it for a formula.
std::string csv_cell(const TableValue& value);

/// Writes the cells with commas between, and a line feed.
void write_csv_line(std::ostream& out, const std::vector<TableValue>& values);

/// A line of a table, as values with names.
using NamedValues = std::vector<std::pair<std::string, TableValue>>;

/// Writes a table whose lines all have the same names; those of the first line head it.
void write_named(std::ostream& out, const std::vector<NamedValues>& lines);

}  // namespace touchstone::reports
