#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "generators/continuous/impact_method.h"
#include "testcases/impacts/asked_methods.h"

namespace touchstone::reports {

/// The options for asking contact-time methods, apart from the queries.
struct ImpactSettingsOptions {
    std::vector<std::string> assignments;  ///< "impact.OPTION=VALUE" or "METHOD.OPTION=VALUE"
    std::optional<std::string> kind;       ///< kind of queries in files whose path does not say it
};
/// Adds these options to a command.
void add_impact_settings(CLI::App& command, ImpactSettingsOptions& options);

/// Returns the settings of all queries, and sets those of methods' own: for one method,
/// "METHOD.OPTION=VALUE" comes before "impact.OPTION=VALUE", wherever either stands. Throws
/// UsageError for what is out of range or unknown, and for options that no method has.
ImpactSettings assigned_impact_settings(const ImpactSettingsOptions& options,
                                        std::span<AskedMethod> methods);

/// Adds `--set` for options of queries and of methods.
void add_impact_set(CLI::App& command, ImpactSettingsOptions& options);

}  // namespace touchstone::reports
