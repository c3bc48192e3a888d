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
/// Returns the commands for what is wrong with a mesh.
std::span<const Command> mesh_commands();
/// Returns the commands for the program itself.
std::span<const Command> program_commands();

// What the keys for contacts do where a mesh is open. All return false, and do nothing, where none
// is.

/// Picks out the next or previous faulty element of any kind, round and round.
bool next_fault(Application& application, bool backwards);
/// Picks out the next (`step` > 0) or previous one of the kind that is shown, as in its list.
bool step_through_faults(Application& application, int step);
/// Lets go of the element; without one, shows all kinds again.
bool drop_fault(Application& application);

}  // namespace touchstone::viewer
