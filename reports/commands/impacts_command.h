#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "generators/continuous/impact_method.h"

namespace touchstone::reports {

/// What contact-time methods are asked besides the queries.
struct ImpactSettingsOptions {
    ImpactSettings settings;
    std::string filter = "linear";
    std::optional<std::string> kind;  ///< of files whose path does not say it
};
void add_impact_settings(CLI::App& command, ImpactSettingsOptions& options);

/// Throws UsageError for what is out of range or unknown.
ImpactSettings checked_settings(const ImpactSettingsOptions& options);

struct ImpactsOptions {
    std::vector<std::string> paths;    ///< files and folders
    std::vector<std::string> methods;  ///< ids, also parted by commas
    ImpactSettingsOptions impact;
    std::optional<std::string> csv;  ///< file; nothing: standard output
};

CLI::App* add_impacts_command(CLI::App& app, ImpactsOptions& options);

/// Returns the exit status: 130 when Ctrl-C ended it early; asked again, it then goes on.
int run_impacts(const ImpactsOptions& options);

}  // namespace touchstone::reports
