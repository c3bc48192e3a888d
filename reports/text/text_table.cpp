#include "reports/text/text_table.h"

#include <algorithm>
#include <ostream>

namespace touchstone::reports {
namespace {

constexpr std::size_t kSmallestWidth = 3;  // a rule of Markdown has three dashes

}  // namespace

std::size_t shown_width(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

void write_text_table(std::ostream& out, std::vector<TableLine> lines) {
    std::vector<std::size_t> widths(lines[0].size(), kSmallestWidth);
    for (const TableLine& line : lines) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            widths[i] = std::max(widths[i], shown_width(line[i]));
        }
    }
    TableLine rules;
    for (const std::size_t w : widths) {
        rules.push_back(std::string(w, '-'));
    }
    lines.insert(lines.begin() + 1, rules);
    for (const TableLine& line : lines) {
        out << '|';
        for (std::size_t i = 0; i < line.size(); ++i) {
            out << ' ' << line[i] << std::string(widths[i] - shown_width(line[i]), ' ') << " |";
        }
        out << '\n';
    }
}

}  // namespace touchstone::reports
