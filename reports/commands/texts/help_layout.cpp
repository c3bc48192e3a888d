#include "reports/commands/texts/help_layout.h"

#include <algorithm>

#include "reports/shell/terminal.h"
#include "reports/text/text_table.h"

namespace touchstone::reports {
namespace {

constexpr std::size_t kDescriptionIndent = 10;  // from here on a line goes on with a description

/// Where the description of an option begins in its line; of other lines the first word.
std::size_t description_of(std::string_view line) {
    const std::size_t word = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t gap = line.find("  ", word);
    if (word == 0 || word >= kDescriptionIndent || gap == std::string_view::npos) {
        return word;
    }
    return std::min(line.find_first_not_of(' ', gap), line.size());
}

std::string wrapped_line(std::string_view line, std::size_t width) {
    const std::size_t begin = description_of(line);
    std::string text(line.substr(0, begin));
    const std::string indent(begin == 0 ? 2 : shown_width(text), ' ');
    std::size_t used = shown_width(text);
    bool is_first = true;
    for (std::size_t at = begin; at < line.size();) {
        const std::size_t end = std::min(line.find(' ', at), line.size());
        const std::string word(line.substr(at, end - at));
        at = end + 1;
        if (word.empty()) {
            continue;
        }
        const std::size_t more = shown_width(word) + (is_first ? 0 : 1);
        if (!is_first && used + more > width) {
            text.append(1, '\n').append(indent).append(word);
            used = indent.size() + shown_width(word);
        } else {
            text += (is_first ? "" : " ") + word;
            used += more;
        }
        is_first = false;
    }
    return text;
}

}  // namespace

std::string wrapped_help(std::string_view help, int width) {
    std::string text;
    for (std::size_t at = 0; at < help.size();) {
        const std::size_t end = std::min(help.find('\n', at), help.size());
        const std::string line(help.substr(at, end - at));
        const bool fits = shown_width(line) <= static_cast<std::size_t>(std::max(width, 1));
        const bool is_example = line.starts_with("  touchstone ");
        text += fits || is_example
                    ? line
                    : wrapped_line(line, static_cast<std::size_t>(std::max(width, 1)));
        text += end < help.size() ? "\n" : "";
        at = end + 1;
    }
    return text;
}

std::string help_for_output(const std::string& help) {
    return prints_to_terminal() ? wrapped_help(help, terminal_style().width) : help;
}

}  // namespace touchstone::reports
