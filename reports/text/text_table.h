#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace touchstone::reports {

/// The cells of a line.
using TableLine = std::vector<std::string>;

/// Returns the number of characters as a terminal shows them: bytes that do not continue another.
std::size_t shown_width(const std::string& text);

/// Writes a Markdown table whose columns are as wide as their widest cell, so that it is readable
/// on a terminal too. The first line is the head; all lines have equally many cells, already
/// escaped.
void write_text_table(std::ostream& out, std::vector<TableLine> lines);

}  // namespace touchstone::reports
