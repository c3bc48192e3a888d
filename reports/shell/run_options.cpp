#include "reports/shell/run_options.h"

// The complete header: with CLI/App.hpp alone, its virtual functions are declared but not defined.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <utility>

#include "generators/external/external_generator.h"
#include "methods/base/error.h"
#include "reports/shell/option_flags.h"
#include "reports/text/number_text.h"
#include "testcases/settings/shared_owner.h"
#include "testcases/study/usual_generators.h"

namespace touchstone::reports {
namespace {

constexpr int kMostQueries = 1'000'000;

constexpr int kLongestReply = 3600;  // limit on a reply [s]

}  // namespace

std::vector<std::string> option_words(const RunOptions& options) {
    std::vector<std::string> words;
    for (const std::string& assignment : options.assignments) {
        words.insert(words.end(), {"--set", assignment});
    }
    for (const std::string& command : options.commands.commands) {
        words.insert(words.end(), {"--generator-command", command});
    }
    return words;
}

void check_range(const char* option, int value, int low, int high) {
    if (value < low || value > high) {
        throw UsageError(std::string(option) + " must be in " + std::to_string(low) + "…" +
                         std::to_string(high) + ", found " + std::to_string(value));
    }
}

std::string number_assignment(const char* option, const char* setting, double value) {
    if (!std::isfinite(value)) {
        throw UsageError(std::string(option) + ", which is " + setting +
                         ", must be a finite number");
    }
    return std::string(setting) + "=" + exact_text(value);
}

void add_command_options(CLI::App& command, CommandOptions& options) {
    command
        .add_option("--generator-command", options.commands,
                    "a program that answers queries on standard input, as a further generator; may "
                    "be repeated")
        ->type_name("CMD")
        ->allow_extra_args(false);
    command
        .add_option("--generator-time-limit", options.time_limit,
                    "for each reply of such a program, in seconds; default: 10")
        ->type_name("S");
}

MethodList make_methods(const CommandOptions& options) {
    if (!(options.time_limit > 0.0) || !(options.time_limit <= kLongestReply)) {
        throw UsageError("--generator-time-limit must be above 0 and at most " +
                         std::to_string(kLongestReply) + " seconds");
    }
    MethodList methods;
    for (const std::string& command : options.commands) {
        Generator generator = make_external_generator({command, options.time_limit});
        const std::string id = generator.id;
        for (int copy = 2; methods.contains(generator.id); ++copy) {
            generator.id = id + "_" + std::to_string(copy);
        }
        methods.add(std::move(generator));
    }
    return methods;
}

std::vector<std::string> asked_generators(const std::vector<std::string>& ids,
                                          const CommandOptions& options, const MethodList& methods,
                                          std::span<const std::string> cases, SceneStock& stock) {
    if (ids.empty()) {
        return usual_generators(methods, cases, stock);
    }
    const std::vector<std::string> all = methods.ids();  // the programs come last
    std::vector<std::string> asked = ids;
    asked.insert(asked.end(), all.end() - std::ssize(options.commands), all.end());
    return asked;
}

void add_assignment_options(CLI::App& command, RunOptions& options) {
    command.add_option("--threads", options.threads, "at most so many; default: one per core")
        ->type_name("N");
    command
        .add_option("--set", options.assignments,
                    "one setting: GENERATOR.OPTION=VALUE, study.… or solver.…; may be repeated; "
                    "see `touchstone list options`")
        ->type_name("ASSIGNMENT")
        ->allow_extra_args(false);
    add_command_options(command, options.commands);
}

void add_settings_options(CLI::App& command, RunOptions& options) {
    command.add_option("--profile", options.profile, "corrected (default) or published")
        ->type_name("NAME");
    add_assignment_options(command, options);
}

void add_run_options(CLI::App& command, RunOptions& options) {
    add_settings_options(command, options);
    command
        .add_option("--pose", options.pose,
                    "half-step or initial; default: as the case or scene file states it")
        ->type_name("POSE");
    CLI::Option* query = command.add_option(
        "--query", options.query,
        "which query, counted from 1: from the second on after so many steps less one");
    query->type_name("N");
    command
        .add_option_function<int>(
            "--paper-step", [&options](int step) { options.query = step - 1; },
            "the same as the paper counts: its step 3 holds the contacts of query 2")
        ->type_name("N")
        ->excludes(query);
}

void check_assignments(std::span<const Assignment> assignments,
                       std::span<const std::string> generators) {
    refuse_two_values(assignments);
    for (const Assignment& assignment : assignments) {
        const std::string name = assignment.owner + "." + assignment.option;
        if (!is_shared_owner(assignment.owner) &&
            std::ranges::find(generators, assignment.owner) == generators.end()) {
            throw UsageError("--set " + name + " has no effect: " + assignment.owner +
                             " is not among the generators that are asked");
        }
    }
}

void check_assignments(std::span<const Assignment> assignments, const StudyRequest& request) {
    std::vector<std::string> heard = request.generators;
    for (const std::string& id : request.generators) {
        heard.push_back(moving_method(request.settings, id));
    }
    check_assignments(assignments, heard);
}

void set_threads(StudyRequest& request, const std::optional<int>& threads) {
    if (threads && (*threads < 1 || *threads > 1024)) {
        throw UsageError("--threads must be in 1…1024, found " + std::to_string(*threads));
    }
    request.threads = threads.value_or(0);
}

StudyRequest make_request(const RunOptions& options, std::vector<std::string> cases,
                          std::span<const std::string> generators, MethodList methods) {
    if (options.query < 1) {
        throw UsageError("--query counts from 1 and --paper-step from 2; found query " +
                         std::to_string(options.query));
    }
    if (options.query > kMostQueries) {
        throw UsageError("--query must be at most " + std::to_string(kMostQueries) + ", found " +
                         std::to_string(options.query));
    }
    StudyRequest request;
    set_threads(request, options.threads);
    request.cases = std::move(cases);
    for (const std::string& id : generators) {
        methods.find(id);
        if (std::ranges::find(request.generators, id) == request.generators.end()) {
            request.generators.push_back(id);
        }
    }
    request.settings = make_study_settings(find_profile(options.profile), std::move(methods));
    std::vector<Assignment> assignments;
    for (const std::string& text : options.assignments) {
        assignments.push_back(parse_assignment(text));
        assign(request.settings, assignments.back());
    }
    check_assignments(assignments, request);
    if (options.pose) {
        request.pose = find_query_pose(*options.pose);
    }
    request.query = options.query;
    return request;
}

}  // namespace touchstone::reports
