#pragma once

#include <iosfwd>
#include <string_view>

#include "reports/text/terminal_table.h"

namespace touchstone::reports {

/// Writes our own Markdown for people at a terminal: tables that fit its width, wrapped text,
/// headings in bold, no marks. What a table marks as right or wrong, ✓ and ✗, is coloured.
void write_terminal_document(std::ostream& out, std::string_view markdown,
                             const TerminalStyle& style);

}  // namespace touchstone::reports
