#pragma once

#include <iosfwd>
#include <string>
#include <vector>

// Tables for people at a terminal: as wide as it is, and in colour where it shows colours.

namespace touchstone::reports {

/// The abilities of a terminal.
struct TerminalStyle {
    int width = 80;  ///< [characters]
    bool colour = false;
};

enum class Tone {
    Plain,
    Good,   ///< right, better: green
    Bad,    ///< wrong, worse: red and bold
    Faint,  ///< text beside the matter
    Strong  ///< heads
};

/// Returns the text in its colour; unchanged where there are no colours.
std::string toned(const std::string& text, Tone tone, const TerminalStyle& style);

/// A cell of a table with its colour.
struct TonedCell {
    std::string text;  ///< printable, on one line
    Tone tone = Tone::Plain;
};

/// A table for people at a terminal.
struct TerminalTable {
    std::vector<std::string> heads;            ///< headings of the columns, printable
    std::vector<std::vector<TonedCell>> rows;  ///< rows as long as `heads`; the first cell names
                                               ///< the row
};

/// Writes the table so that no line is longer than the terminal is wide. Where it does not fit,
/// heads are broken into several lines, then cut short with "…", then the rows' names in their
/// middle, since names differ at their ends as often as at their beginnings; where that
/// does not do either, the columns come in several blocks, each with the rows' names. Numbers stand
/// at the right of their column.
void write_terminal_table(std::ostream& out, const TerminalTable& table,
                          const TerminalStyle& style);

/// Writes the text in lines no longer than the terminal is wide, each but the first begun by
/// `indent` spaces. A word that no line holds is broken behind its commas.
void write_wrapped(std::ostream& out, const std::string& text, int indent,
                   const TerminalStyle& style);

}  // namespace touchstone::reports
