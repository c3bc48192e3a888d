#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "testcases/cells/cell_store.h"

namespace touchstone::reports {

/// The options by which several processes fill one folder, or one of several.
struct SharingOptions {
    std::optional<std::string> part;      ///< part of this process among all: "2/8"
    std::optional<double> takeover = {};  ///< time until a claim counts as left behind [s]
};

/// Adds these options to a command.
void add_sharing_options(CLI::App& command, SharingOptions& options);

/// Throws UsageError for what is no part, and for either option without a folder.
CellSharing find_sharing(const SharingOptions& options, bool has_folder);

/// Says on the error stream what a process that made one part has done, and what is next, when it
/// was not stopped but cells of other parts are missing. True if so: tables are not to be written.
bool is_part_only(const SharingOptions& options, int found, int all);

}  // namespace touchstone::reports
