#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "generators/continuous/impact_method.h"

namespace touchstone::reports {

/// What contact-time methods are asked besides the queries.
struct ImpactSettingsOptions {
    std::vector<std::string> assignments;  ///< "impact.OPTION=VALUE"
    std::optional<std::string> kind;       ///< of files whose path does not say it
};
void add_impact_settings(CLI::App& command, ImpactSettingsOptions& options);

/// Throws UsageError for what is out of range or unknown.
ImpactSettings checked_settings(const ImpactSettingsOptions& options);

}  // namespace touchstone::reports
