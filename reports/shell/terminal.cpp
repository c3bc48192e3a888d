#include "reports/shell/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string_view>

#include "reports/text/terminal_document.h"

namespace touchstone::reports {
namespace {

constexpr int kNarrowest = 40;  // below it no table is readable
constexpr int kWidest = 1000;

std::string_view environment(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

/// Returns the width that is stated; 0 when none is.
int stated_width() {
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col;
    }
    const char* const columns = std::getenv("COLUMNS");
    return columns == nullptr ? 0 : std::atoi(columns);
}

}  // namespace

bool prints_to_terminal() { return ::isatty(STDOUT_FILENO) != 0; }

void print_document(const std::function<void(std::ostream&)>& write) {
    if (!prints_to_terminal()) {
        write(std::cout);
        return;
    }
    std::ostringstream markdown;
    write(markdown);
    write_terminal_document(std::cout, markdown.view(), terminal_style());
}

TerminalStyle terminal_style() {
    TerminalStyle style;
    if (const int width = stated_width(); width > 0) {
        style.width = std::clamp(width, kNarrowest, kWidest);
    }
    style.colour =
        prints_to_terminal() && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
    return style;
}

}  // namespace touchstone::reports
