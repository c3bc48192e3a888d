#pragma once

#include <CLI/App.hpp>

namespace touchstone::reports {

/// Takes all words after it as they are: they are the viewer's.
CLI::App* add_view_command(CLI::App& app);

/// Becomes touchstone-viewer, which stands beside this program; returns only by throwing. Throws
/// Error, naming the remedy, when there is none.
[[noreturn]] void run_view(const CLI::App& command);

}  // namespace touchstone::reports
