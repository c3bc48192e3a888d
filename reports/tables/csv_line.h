#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "reports/tables/columns.h"

namespace touchstone::reports {

/// One cell as text: numbers with all their digits; text quoted where it must be, without control
/// characters, and with a ' in front where a spreadsheet would take it for a formula.
std::string csv_cell(const TableValue& value);

/// Writes the cells with commas between, and a line feed.
void write_csv_line(std::ostream& out, const std::vector<TableValue>& values);

}  // namespace touchstone::reports
