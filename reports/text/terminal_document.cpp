#include "reports/text/terminal_document.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

namespace touchstone::reports {
namespace {

bool is_punctuation(char c) {
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
           (c >= '{' && c <= '~');
}

/// Returns the text without the backslashes that keep it plain.
std::string unescaped(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escapes = text[i] == '\\' && i + 1 < text.size() && is_punctuation(text[i + 1]);
        plain += text[escapes ? ++i : i];
    }
    return plain;
}

std::string trimmed(std::string_view text) {
    const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
    const std::size_t end = text.find_last_not_of(' ');
    return end == std::string_view::npos ? "" : std::string(text.substr(begin, end + 1 - begin));
}

/// Returns the cells of "| a | b |": "a" and "b".
std::vector<std::string> cells_of(std::string_view line) {
    std::vector<std::string> cells;
    std::string cell;
    for (std::size_t i = 1; i < line.size(); ++i) {
        if (line[i] == '|') {
            cells.push_back(unescaped(trimmed(cell)));
            cell.clear();
            continue;
        }
        if (line[i] == '\\' && i + 1 < line.size()) {
            cell += line[i++];
        }
        cell += line[i];
    }
    return cells;
}

Tone tone_of_cell(const std::string& text) {
    if (text.find("✗") != std::string::npos) {
        return Tone::Bad;
    }
    return text.find("✓") != std::string::npos ? Tone::Good : Tone::Plain;
}

/// Writes the lines of one table: heads, a rule, rows.
void write_collected(std::ostream& out, const std::vector<std::string_view>& lines,
                     const TerminalStyle& style) {
    if (lines.empty()) {
        return;
    }
    TerminalTable table{cells_of(lines[0]), {}};
    for (std::size_t i = 2; i < lines.size(); ++i) {
        std::vector<TonedCell> row;
        for (const std::string& text : cells_of(lines[i])) {
            row.push_back({text, tone_of_cell(text)});
        }
        row.resize(table.heads.size());
        table.rows.push_back(std::move(row));
    }
    if (!table.heads.empty()) {
        write_terminal_table(out, table, style);
    }
}

void write_text_line(std::ostream& out, std::string_view line, const TerminalStyle& style) {
    if (line.starts_with("#")) {
        const std::string title =
            unescaped(trimmed(line.substr(std::min(line.find_first_not_of('#'), line.size()))));
        out << toned(title, Tone::Strong, style) << '\n';
    } else {
        write_wrapped(out, unescaped(line), line.starts_with("- ") ? 2 : 0, style);
    }
}

}  // namespace

void write_terminal_document(std::ostream& out, std::string_view markdown,
                             const TerminalStyle& style) {
    std::vector<std::string_view> table;
    while (!markdown.empty()) {
        const std::size_t end = std::min(markdown.find('\n'), markdown.size());
        const std::string_view line = markdown.substr(0, end);
        markdown.remove_prefix(std::min(end + 1, markdown.size()));
        if (line.starts_with("|")) {
            table.push_back(line);
            continue;
        }
        write_collected(out, table, style);
        table.clear();
        write_text_line(out, line, style);
    }
    write_collected(out, table, style);
}

}  // namespace touchstone::reports
