#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace touchstone::reports {

struct StudyOptions {
    std::string study;                     ///< an experiment's id
    std::vector<std::string> profiles;     ///< ids; none: both
    std::vector<std::string> generators;   ///< ids; none: those the paper shows
    std::optional<int> steps;              ///< of `counts`; nothing: 500
    std::uint64_t seed = 1;                ///< of the shifts
    std::optional<int> jobs;               ///< runs at a time; nothing: one per core
    std::vector<std::string> assignments;  ///< of `--set`
    std::optional<std::string> out;        ///< folder for tables, plots and finished runs
};

CLI::App* add_study_command(CLI::App& app, StudyOptions& options);

/// Returns the exit status: 130 when Ctrl-C ended it early.
int run_study_command(const StudyOptions& options);

}  // namespace touchstone::reports
