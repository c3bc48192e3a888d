#include "reports/text/terminal_table.h"

#include <algorithm>
#include <ostream>
#include <string_view>

#include "reports/text/text_table.h"

namespace touchstone::reports {
namespace {

constexpr int kGap = 2;  // between columns, where there is room
constexpr int kNarrowGap = 1;
constexpr int kNarrowestHead = 5;   // width down to which heads are cut
constexpr int kNarrowestName = 12;  // width down to which the rows' names are cut
constexpr int kNarrowestCell =
    8;  // width down to which cells are cut, in a table that no terminal holds

int width_of(const std::string& text) { return static_cast<int>(shown_width(text)); }

/// Returns the first `count` characters.
std::string first_characters(const std::string& text, int count) {
    std::size_t end = 0;
    for (int seen = 0; end < text.size(); ++end) {
        const bool starts = (static_cast<unsigned char>(text[end]) & 0xC0) != 0x80;
        if (starts && ++seen > count) {
            break;
        }
    }
    return text.substr(0, end);
}

std::string cut_to(const std::string& text, int width) {
    return width_of(text) <= width ? text : first_characters(text, width - 1) + "…";
}

/// Cuts a text in its middle: what tells names apart stands at their ends as often as at their
/// beginnings.
std::string cut_in_middle(const std::string& text, int width) {
    const int length = width_of(text);
    if (length <= width) {
        return text;
    }
    const int last = (width - 1) / 2;
    const std::string begin = first_characters(text, length - last);
    return first_characters(text, width - 1 - last) + "…" + text.substr(begin.size());
}

/// Returns the words of a head, of which each may stand on a line of its own. A hyphen or
/// underscore stays with what is before it.
std::vector<std::string> pieces_of(const std::string& head) {
    std::vector<std::string> pieces(1);
    for (const char c : head) {
        if (c == ' ') {
            pieces.emplace_back();
            continue;
        }
        pieces.back() += c;
        if (c == '-' || c == '_' || c == ',') {
            pieces.emplace_back();
        }
    }
    std::erase(pieces, "");
    return pieces;
}

/// Returns the head in lines of at most `width`: as many of its words on each as fit.
std::vector<std::string> broken(const std::string& head, int width) {
    if (width_of(head) <= width) {
        return {head};
    }
    std::vector<std::string> lines;
    for (const std::string& piece : pieces_of(head)) {
        const bool joins =
            !lines.empty() && lines.back().find_last_of("-_,") + 1 == lines.back().size();
        const std::string longer =
            lines.empty() ? piece : lines.back() + (joins ? "" : " ") + piece;
        if (!lines.empty() && width_of(longer) <= width) {
            lines.back() = longer;
        } else {
            lines.push_back(cut_to(piece, width));
        }
    }
    return lines;
}

bool looks_like_number(const std::string& text) {
    return (!text.empty() && std::string_view("0123456789-+").find(text[0]) != std::string::npos) ||
           text.starts_with("–") || text.starts_with("✓");
}

/// The layout of a table.
struct ColumnLayout {
    std::vector<int> widths;
    std::vector<bool> right_aligned;
    int gap = kGap;

    int total(std::size_t first, std::size_t last) const {
        int sum = widths[0];
        for (std::size_t i = first; i < last; ++i) {
            sum += gap + widths[i];
        }
        return sum;
    }
};

int widest_cell(const TerminalTable& table, std::size_t column) {
    int widest = 1;
    for (const std::vector<TonedCell>& row : table.rows) {
        widest = std::max(widest, width_of(row[column].text));
    }
    return widest;
}

int longest_piece(const std::string& head) {
    int longest = 1;
    for (const std::string& piece : pieces_of(head)) {
        longest = std::max(longest, width_of(piece));
    }
    return longest;
}

/// Heads on one line where the terminal is wide enough; else broken, and no wider than `most`.
ColumnLayout lay_out(const TerminalTable& table, const TerminalStyle& style) {
    const std::size_t columns = table.heads.size();
    ColumnLayout layout;
    for (std::size_t i = 0; i < columns; ++i) {
        layout.widths.push_back(std::max(widest_cell(table, i), width_of(table.heads[i])));
        int numbers = 0;
        int words = 0;
        for (const std::vector<TonedCell>& row : table.rows) {
            numbers += looks_like_number(row[i].text) ? 1 : 0;
            words += !row[i].text.empty() && !looks_like_number(row[i].text) ? 1 : 0;
        }
        layout.right_aligned.push_back(i > 0 && numbers > words);
    }
    const auto fits = [&] { return layout.total(1, columns) <= style.width; };
    int longest = 0;
    for (const std::string& head : table.heads) {
        longest = std::max(longest, longest_piece(head));
    }
    for (int most = longest; most >= kNarrowestHead && !fits(); --most) {
        for (std::size_t i = 1; i < columns; ++i) {
            layout.widths[i] =
                std::max(widest_cell(table, i), std::min(longest_piece(table.heads[i]), most));
        }
    }
    if (!fits()) {
        layout.gap = kNarrowGap;
    }
    const int name = layout.widths[0];
    if (!fits()) {
        const int too_much = layout.total(1, columns) - style.width;
        layout.widths[0] = std::max(std::min(name, kNarrowestName), name - too_much);
    }
    if (!fits()) {
        layout.gap = kGap;
        layout.widths[0] = std::min(name, std::max(kNarrowestName, style.width / 3));
    }
    const int most = std::max(kNarrowestCell, style.width - layout.gap - layout.widths[0]);
    for (std::size_t i = 1; i < columns; ++i) {
        layout.widths[i] = std::min(layout.widths[i], most);
    }
    return layout;
}

/// A line of a block, without spaces at its end.
class Line {
 public:
    Line(const TerminalStyle& style, int gap) : style_(style), gap_(gap) {}

    void add(const TonedCell& cell, int width, bool right_aligned) {
        const std::string text =
            is_empty_ ? cut_in_middle(cell.text, width) : cut_to(cell.text, width);
        const std::string space(static_cast<std::size_t>(width - width_of(text)), ' ');
        const std::string gap(is_empty_ ? 0 : gap_, ' ');
        is_empty_ = false;
        pending_ += gap + (right_aligned ? space : "");
        if (!text.empty()) {
            text_ += pending_ + toned(text, cell.tone, style_);
            pending_.clear();
        }
        pending_ += right_aligned ? "" : space;
    }
    const std::string& text() const { return text_; }

 private:
    const TerminalStyle& style_;
    int gap_;
    std::string text_;
    std::string pending_;  ///< spaces, if anything follows
    bool is_empty_ = true;
};

void write_columns(std::ostream& out, const TerminalTable& table, const ColumnLayout& layout,
                   std::size_t first, std::size_t last, const TerminalStyle& style) {
    std::vector<std::vector<std::string>> heads;
    std::size_t height = 0;
    for (std::size_t i = 0; i < table.heads.size(); ++i) {
        heads.push_back(broken(table.heads[i], layout.widths[i]));
        if (i == 0 || (i >= first && i < last)) {
            height = std::max(height, heads[i].size());
        }
    }
    const auto write_line = [&](const auto& cell_of) {
        Line line(style, layout.gap);
        line.add(cell_of(0), layout.widths[0], false);
        for (std::size_t i = first; i < last; ++i) {
            line.add(cell_of(i), layout.widths[i], layout.right_aligned[i]);
        }
        out << line.text() << '\n';
    };
    const bool has_heads =
        std::ranges::any_of(table.heads, [](const std::string& head) { return !head.empty(); });
    for (std::size_t k = 0; has_heads && k < height; ++k) {
        write_line([&](std::size_t i) {  // a short head stands on the last line
            const std::size_t skipped = height - std::min(height, heads[i].size());
            return TonedCell{k < skipped ? "" : heads[i][k - skipped], Tone::Strong};
        });
    }
    for (const std::vector<TonedCell>& row : table.rows) {
        write_line([&](std::size_t i) { return row[i]; });
    }
}

const char* escape_of(Tone tone) {
    switch (tone) {
        case Tone::Good:
            return "\x1b[32m";
        case Tone::Bad:
            return "\x1b[1;31m";
        case Tone::Faint:
            return "\x1b[2m";
        case Tone::Strong:
            return "\x1b[1m";
        case Tone::Plain:
            break;
    }
    return "";
}

}  // namespace

std::string toned(const std::string& text, Tone tone, const TerminalStyle& style) {
    return style.colour && tone != Tone::Plain ? escape_of(tone) + text + "\x1b[0m" : text;
}

void write_terminal_table(std::ostream& out, const TerminalTable& table,
                          const TerminalStyle& style) {
    const ColumnLayout layout = lay_out(table, style);
    const std::size_t columns = table.heads.size();
    std::size_t first = 1;
    do {
        std::size_t last = std::min(first + 1, columns);
        while (last < columns && layout.total(first, last + 1) <= style.width) {
            ++last;
        }
        if (first > 1) {
            out << '\n';
        }
        write_columns(out, table, layout, first, last, style);
        first = last;
    } while (first < columns);
}

void write_wrapped(std::ostream& out, const std::string& text, int indent,
                   const TerminalStyle& style) {
    std::string line;
    const auto add = [&](const std::string& part, const char* space) {
        if (!line.empty() && width_of(line + space) + width_of(part) > style.width) {
            out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
            line = std::string(static_cast<std::size_t>(indent), ' ') + part;
        } else {
            line += space + part;
        }
    };
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const char* space = at == 0 ? "" : " ";
        // Only a list that no line holds is broken at its commas.
        const bool is_long = width_of(text.substr(at, end - at)) + indent > style.width;
        do {
            const std::size_t next = is_long ? std::min(text.find(',', at), end - 1) + 1 : end;
            add(text.substr(at, next - at), space);
            space = "";
            at = next;
        } while (at < end);
        at = end + 1;
    }
    out << line << '\n';
}

}  // namespace touchstone::reports
