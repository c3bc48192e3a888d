#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "generators/continuous/impact_method.h"

namespace touchstone::reports {

/// The options for asking contact-time methods, apart from the queries.
struct ImpactSettingsOptions {
    std::vector<std::string> assignments;  ///< assignments "impact.OPTION=VALUE"
    std::optional<std::string> kind;       ///< kind of queries in files whose path does not say it
};
/// Adds these options to a command.
void add_impact_settings(CLI::App& command, ImpactSettingsOptions& options);

/// Throws UsageError for what is out of range or unknown.
ImpactSettings checked_settings(const ImpactSettingsOptions& options);

}  // namespace touchstone::reports
