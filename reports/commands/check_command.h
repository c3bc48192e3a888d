#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "reports/shell/run_options.h"

namespace touchstone::reports {

/// What `touchstone check` is told.
struct CheckOptions {
    std::string baseline;
    bool update = false;
    std::optional<std::string> junit;
    std::optional<int> threads;
    CommandOptions commands;
    // What a new baseline asks; only with `update`.
    std::vector<std::string> cases;
    std::vector<std::string> generators;
    std::vector<int> queries;
    std::optional<std::string> profile;
    std::vector<std::string> assignments;
};

CLI::App* add_check_command(CLI::App& app, CheckOptions& options);

/// Runs what the baseline asks and prints what moved past its tolerance. Returns 0 when nothing
/// did or the file was brought up to date, else 1.
int run_check(const CheckOptions& options);

}  // namespace touchstone::reports
