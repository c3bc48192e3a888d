#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <span>
#include <string>

#include "reports/shell/output_format.h"
#include "reports/writers/movement_writer.h"

namespace touchstone::reports {

/// Adds `--format` as `check` and `compare` have it.
void add_movement_format(CLI::App& command, std::optional<std::string>& format);

/// Throws UsageError for an unknown format.
OutputFormat find_movement_format(const std::optional<std::string>& format);

/// Prints what moved; for GitHub also appends the table to the job's summary, the file that
/// $GITHUB_STEP_SUMMARY names. Throws FileError when it cannot.
void print_movements(std::span<const Movement> movements, const MovementSides& sides,
                     OutputFormat format);

}  // namespace touchstone::reports
