#pragma once

#include <iosfwd>

#include "reports/tables/columns.h"
#include "reports/tables/contact_list.h"
#include "reports/tables/report.h"

namespace touchstone {

/// One cell as text: numbers with all their digits; text quoted where it must be, without control
/// characters, and with a ' in front where a spreadsheet would take it for a formula.
std::string csv_cell(const TableValue& value);

/// An element of a body by its vertices: "face:6 7 11".
std::string feature_text(const Feature& feature);

/// The cells with commas between, and a line feed.
void write_csv_line(std::ostream& out, const std::vector<TableValue>& values);

/// One line per row under a line of column ids. RFC 4180 with line feeds.
void write_csv(std::ostream& out, const Report& report);

/// One line per contact.
void write_csv(std::ostream& out, const ContactList& list);

}  // namespace touchstone
