#pragma once

#include <iosfwd>

#include "reports/tables/contact_list.h"
#include "reports/tables/report.h"
#include "reports/text/terminal_table.h"

namespace touchstone::reports {

/// For people at a terminal: a line per method, the best first; then case by case what each gets;
/// then what could not be asked or told. What is long is cut short, and the place of the rest
/// named.
void write_terminal(std::ostream& out, const Report& report, const TerminalStyle& style);

/// A line per contact, and how they were asked for above them.
void write_terminal(std::ostream& out, const ContactList& list, const TerminalStyle& style);

}  // namespace touchstone::reports
