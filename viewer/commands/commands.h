#pragma once

#include <span>
#include <string>
#include <string_view>

#include "viewer/state/application.h"

namespace touchstone::viewer {

/// One thing that the program can be told to do: by a key, a menu, the command line (`--do`) or a
/// script. All go through the same table.
struct Command {
    std::string_view id;         ///< stable, used in scripts: "color-by"
    std::string_view arguments;  ///< "verdict|generator|pair|separation"; empty: none
    std::string_view keys;       ///< "Space", "Ctrl+Z"; of commands with arguments: "G: next"
    std::string_view group;      ///< in the help: "View"
    std::string_view meaning;    ///< one line
    /// Throws UsageError or UnknownName for arguments that do not fit.
    void (*run)(Application& application, std::span<const std::string> arguments);
};
std::span<const Command> all_commands();

/// "color-by pair": the words of a line, the first one the command's id. Words in double quotes may
/// hold blanks. Throws UnknownName for an unknown command, and what the command throws.
void run_command(Application& application, std::string_view line);

/// The line that a key stands for, like "play" for "Space"; empty when there is none.
std::string_view command_for_key(std::string_view key);

}  // namespace touchstone::viewer
