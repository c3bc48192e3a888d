#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testcases/study/study.h"

namespace touchstone::reports {

/// Programs that are to answer beside the built-in methods.
struct CommandOptions {
    std::vector<std::string> commands;  ///< of `--generator-command`
    double time_limit = 10.0;           ///< for each of their replies [s]
};

/// What `report`, `contacts` and, without the query, `simulate` are told.
struct RunOptions {
    std::string profile = "corrected";
    std::optional<std::string> pose;
    int query = 1;
    std::optional<int> threads;
    std::vector<std::string> assignments;  ///< of `--set`
    CommandOptions commands;
};

/// What the options say beside the cases, as words of a command line that asks the same.
std::vector<std::string> option_words(const RunOptions& options);

/// "a,b": as options take several.
std::string joined(std::span<const std::string> words);

/// Throws UsageError when the option's value is not in low…high.
void check_range(const char* option, int value, int low, int high);

void add_command_options(CLI::App& command, CommandOptions& options);

/// The methods of the run: starts the programs and appends them to those of the built-in table, in
/// their order. Throws UsageError and FileError.
MethodList make_methods(const CommandOptions& options);

/// Whom a table of several generators is about: those named and the programs of the command line;
/// all of the run's when none is named.
std::vector<std::string> asked_generators(const std::vector<std::string>& ids,
                                          const CommandOptions& options, const MethodList& methods);

/// Threads, single settings and further generators.
void add_assignment_options(CLI::App& command, RunOptions& options);
/// These, and the profile.
void add_settings_options(CLI::App& command, RunOptions& options);
/// These, and which query at which pose.
void add_run_options(CLI::App& command, RunOptions& options);

/// Throws UsageError when one option is given two values, or a setting nobody reads.
void check_assignments(std::span<const Assignment> assignments,
                       std::span<const std::string> generators);

/// Nothing: one per core. Throws UsageError for impossible numbers.
void set_threads(StudyRequest& request, const std::optional<int>& threads);

/// The request without its jitter. `generators`: ids of `methods`, each counts once. Throws
/// UsageError for what does not exist, cannot be set or contradicts itself.
StudyRequest make_request(const RunOptions& options, std::vector<std::string> cases,
                          std::span<const std::string> generators, MethodList methods = {});

}  // namespace touchstone::reports
