#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

namespace touchstone::reports {

/// What `touchstone compare` is told.
struct CompareOptions {
    std::string before;
    std::string after;
    double tolerance = 1e-9;
    std::optional<std::string> junit;
};

CLI::App* add_compare_command(CLI::App& app, CompareOptions& options);

/// Prints what differs between two reports. Returns 0 when nothing does, else 1.
int run_compare(const CompareOptions& options);

}  // namespace touchstone::reports
