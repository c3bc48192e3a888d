#pragma once

#include <functional>
#include <iosfwd>

#include "reports/text/terminal_table.h"

namespace touchstone::reports {

/// Returns true when people read what is printed: standard output is a terminal.
bool prints_to_terminal();

/// Returns the style of the terminal: as wide as the terminal, or as $COLUMNS says, or 80; in
/// colour on a terminal unless $NO_COLOR is set or $TERM is `dumb` (https://no-color.org).
TerminalStyle terminal_style();

/// Prints what writes Markdown: as it is, and on a terminal as a person reads it there.
void print_document(const std::function<void(std::ostream&)>& write);

}  // namespace touchstone::reports
