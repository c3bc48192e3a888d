#pragma once

#include <iosfwd>

#include "reports/tables/contact_list.h"
#include "reports/tables/report.h"
#include "reports/text/terminal_table.h"

namespace touchstone::reports {

/// Writes a report for people at a terminal: a line per method, the best first; then case by case
/// the result of each; then what could not be asked or told. Long parts are cut short, and the
/// place of the rest is named.
void write_terminal(std::ostream& out, const Report& report, const TerminalStyle& style);

/// Writes a line per contact, and above them how they were asked for.
void write_terminal(std::ostream& out, const ContactList& list, const TerminalStyle& style);

}  // namespace touchstone::reports
