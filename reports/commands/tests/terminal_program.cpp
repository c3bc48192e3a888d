#include "reports/commands/tests/terminal_program.h"

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "methods/testing/catch.h"
#include "reports/text/text_table.h"

namespace touchstone::testing {

TerminalResult run_at_terminal(const Arguments& arguments, int columns,
                               const std::vector<std::string>& variables) {
    std::vector<std::string> words{TOUCHSTONE_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<std::string> settings = variables;
    std::vector<char*> pointers;
    pointers.reserve(words.size());
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    winsize size{};
    size.ws_row = 40;
    size.ws_col = static_cast<unsigned short>(columns);
    int terminal = -1;
    const ::pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
    if (child == 0) {
        ::unsetenv("NO_COLOR");
        ::setenv("TERM", "xterm", 1);
        for (std::string& setting : settings) {
            ::putenv(setting.data());
        }
        ::execv(pointers[0], pointers.data());
        ::_exit(127);
    }
    REQUIRE(child > 0);
    TerminalResult result;
    char buffer[4096];
    // At its end the terminal gives an error, not an empty read.
    for (::ssize_t count = 0; (count = ::read(terminal, buffer, sizeof buffer)) > 0;) {
        result.output.append(buffer, static_cast<std::size_t>(count));
    }
    ::close(terminal);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return result;
}

int widest_line(const std::string& output) {
    int widest = 0;
    std::string line;
    bool in_escape = false;
    for (const char c : output) {
        if (c == '\n' || c == '\r') {  // a progress bar draws its line again
            widest = std::max(widest, static_cast<int>(reports::shown_width(line)));
            line.clear();
        } else if (c == '\x1b') {
            in_escape = true;
        } else if (in_escape) {
            in_escape = !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
        } else {
            line += c;
        }
    }
    return widest;
}

}  // namespace touchstone::testing
