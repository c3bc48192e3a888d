#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testcases/study/study.h"

namespace touchstone::reports {

/// External programs to run in addition to the built-in methods.
struct CommandOptions {
    std::vector<std::string> commands;  ///< commands of `--generator-command`
    double time_limit = 10.0;           ///< limit for each of their replies [s]
};

/// The options of `report`, `contacts` and, except for the query, `simulate`.
struct RunOptions {
    std::string profile = "corrected";
    std::optional<std::string> pose;
    int query = 1;
    std::optional<int> threads;
    std::vector<std::string> assignments;  ///< assignments of `--set`
    CommandOptions commands;
};

/// Returns the options besides the cases as words of a command line for the same request.
std::vector<std::string> option_words(const RunOptions& options);

/// Throws UsageError when the option's value is not in low…high.
void check_range(const char* option, int value, int low, int high);

/// Returns "SETTING=VALUE" for an option that stands for a setting. Throws UsageError, naming both,
/// for a value that is not finite: a setting has no word for it.
std::string number_assignment(const char* option, const char* setting, double value);

/// Adds the options for external programs.
void add_command_options(CLI::App& command, CommandOptions& options);

/// Returns the methods of the run: those of the built-in table, followed by the programs, which it
/// starts, in their order. Throws UsageError and FileError.
MethodList make_methods(const CommandOptions& options);

/// Returns the generators of a table of these cases: those named and the programs of the command
/// line; the usual ones of the run when none is named, see usual_generators. `stock`: that of the
/// run.
std::vector<std::string> asked_generators(const std::vector<std::string>& ids,
                                          const CommandOptions& options, const MethodList& methods,
                                          std::span<const std::string> cases, SceneStock& stock);

/// Adds the options for threads, single settings and further generators.
void add_assignment_options(CLI::App& command, RunOptions& options);
/// Adds these options, and that for the profile.
void add_settings_options(CLI::App& command, RunOptions& options);
/// Adds these options, and those for the query and its pose.
void add_run_options(CLI::App& command, RunOptions& options);

/// Throws UsageError when one option is given two values, or a setting nobody reads.
void check_assignments(std::span<const Assignment> assignments,
                       std::span<const std::string> generators);
/// Throws the same for the request of these assignments: its generators read them, and so do the
/// methods that move bodies for these.
void check_assignments(std::span<const Assignment> assignments, const StudyRequest& request);

/// Sets the number of threads; nothing: one per core. Throws UsageError for impossible numbers.
void set_threads(StudyRequest& request, const std::optional<int>& threads);

/// Makes the request, except for its jitter. `generators`: ids of `methods`, each counts once.
/// Throws UsageError for what does not exist, cannot be set or contradicts itself.
StudyRequest make_request(const RunOptions& options, std::vector<std::string> cases,
                          std::span<const std::string> generators, MethodList methods = {});

}  // namespace touchstone::reports
