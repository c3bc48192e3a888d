#pragma once

#include "viewer/program/options.h"

namespace touchstone::viewer {

/// The program from its first to its last frame: with a window, or off-screen for a screenshot.
/// Returns the exit status. Throws what opening a window, drawing, or a script throws.
int run_session(const ViewerOptions& options);

}  // namespace touchstone::viewer
