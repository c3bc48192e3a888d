#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

#include "reports/commands/commands.h"

namespace touchstone::reports {

/// All commands with their options, ready to read a command line.
struct CommandLine {
    std::unique_ptr<CLI::App> app;
    std::vector<CommandRun> runs;  ///< one per command, in the order of all_commands()
};
/// Makes the program's command line, with all its commands.
CommandLine make_command_line();

/// Reads the words after the program's name and runs the command. Returns the exit status. Throws
/// UsageError, with the nearest command or option where a wrong one was written.
int run_command_line(std::vector<std::string> words);

/// Returns the program's help: each command once, on a line.
std::string command_list();

}  // namespace touchstone::reports
