#pragma once

#include "viewer/program/options.h"

namespace touchstone::viewer {

/// Runs the program from its first to its last frame, with a window, or off-screen for a
/// screenshot. Returns the exit status. Throws the errors of opening a window, of drawing and of
/// scripts.
int run_session(const ViewerOptions& options);

}  // namespace touchstone::viewer
