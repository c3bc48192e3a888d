#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "reports/shell/run_options.h"

namespace touchstone::reports {

/// What `touchstone audit` is told.
struct AuditCommandOptions {
    std::vector<std::string> cases;       ///< none: the group `fundamental`
    std::vector<std::string> generators;  ///< ids; none: all
    RunOptions run;
    bool summary = false;  ///< a line per generator instead of one per case and generator
    std::optional<std::string> json;
    std::optional<std::string> csv;
};

CLI::App* add_audit_command(CLI::App& app, AuditCommandOptions& options);

/// Prints which answers a retelling of the scene changes. Returns 0 when none, else 1.
int run_audit_command(const AuditCommandOptions& options);

}  // namespace touchstone::reports
