#pragma once

#include <span>
#include <string>
#include <string_view>

#include "viewer/state/application.h"

namespace touchstone::viewer {

/// A command of the program, available to keys, menus, the command line (`--do`) and scripts, which
/// all use the same table.
struct Command {
    std::string_view id;         ///< stable id, used in scripts: "color-by"
    std::string_view arguments;  ///< "verdict|generator|pair|separation"; empty: none
    std::string_view keys;       ///< keys: "Space", "Ctrl+Z"; for
                                 ///< commands with arguments: "G: next"
    std::string_view group;      ///< heading in the help: "View"
    std::string_view meaning;    ///< description, one line
    /// Carries out the command. Throws UsageError or UnknownName for arguments that do not fit.
    void (*run)(Application& application, std::span<const std::string> arguments);
};
/// Returns the table of commands, in the order of the help.
std::span<const Command> all_commands();

/// Runs a line like "color-by pair", whose first word is a command's id. Words in double quotes may
/// contain blanks. Throws UnknownName for an unknown command, and the errors of the command.
void run_command(Application& application, std::string_view line);

/// Returns the line that a key stands for, like "play" for "Space"; empty when there is none.
std::string_view command_for_key(std::string_view key);

}  // namespace touchstone::viewer
