#pragma once

#include <span>

#include "viewer/commands/commands.h"

// The entries of the command table, each group in the file of its name.

namespace touchstone::viewer {

/// Returns the commands that open scenes and choose generators.
std::span<const Command> scene_commands();
/// Returns the commands for steps and playback.
std::span<const Command> time_commands();
/// Returns the commands for the camera.
std::span<const Command> view_commands();
/// Returns the commands for what is drawn.
std::span<const Command> display_commands();
/// Returns the commands for contacts: filters, selection, export.
std::span<const Command> contact_commands();
/// Returns the commands for the program itself.
std::span<const Command> program_commands();

}  // namespace touchstone::viewer
