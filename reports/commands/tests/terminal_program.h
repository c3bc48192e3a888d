#pragma once

#include <string>

#include "reports/commands/tests/run_program.h"

namespace touchstone::testing {

/// What `touchstone` prints to a terminal of that many columns, and its status.
struct TerminalResult {
    std::string output;  ///< standard output and standard error; lines end with "\r\n"
    int status = -1;
};

/// Runs `touchstone` at a terminal of its own. `variables` are set for it: "NO_COLOR=1".
TerminalResult run_at_terminal(const Arguments& arguments, int columns,
                               const std::vector<std::string>& variables = {});

/// The widest line without what sets colours [characters].
int widest_line(const std::string& output);

}  // namespace touchstone::testing
