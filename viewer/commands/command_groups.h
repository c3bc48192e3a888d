#pragma once

#include <span>

#include "viewer/commands/commands.h"

// The rows of the command table, each group in the file of its name.

namespace touchstone::viewer {

std::span<const Command> scene_commands();
std::span<const Command> time_commands();
std::span<const Command> view_commands();
std::span<const Command> display_commands();
std::span<const Command> contact_commands();
std::span<const Command> program_commands();

}  // namespace touchstone::viewer
