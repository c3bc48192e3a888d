#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace touchstone::reports {

using TableLine = std::vector<std::string>;

/// Characters, as a terminal shows them: bytes that do not continue another.
std::size_t shown_width(const std::string& text);

/// A Markdown table whose columns are as wide as their widest cell, so that it reads well on a
/// terminal too. The first line is the head; all lines have as many cells, escaped already.
void write_text_table(std::ostream& out, std::vector<TableLine> lines);

}  // namespace touchstone::reports
