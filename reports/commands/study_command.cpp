#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/join.h"
#include "methods/base/printable.h"
#include "reports/commands/commands.h"
#include "reports/plots/plot.h"
#include "reports/plots/study_plots.h"
#include "reports/provenance/cell_origin.h"
#include "reports/provenance/version.h"
#include "reports/shell/cell_keeping.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/output_file.h"
#include "reports/shell/progress_bar.h"
#include "reports/shell/run_options.h"
#include "reports/shell/sharing_options.h"
#include "reports/shell/terminal.h"
#include "reports/writers/study_writers.h"
#include "testcases/settings/shared_owner.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

struct StudyOptions {
    std::string study;                     ///< an experiment's id
    std::vector<std::string> profiles;     ///< ids; none: both
    std::vector<std::string> generators;   ///< ids; none: those the paper shows
    std::optional<int> steps;              ///< of `counts`; nothing: 500
    std::uint64_t seed = 1;                ///< of the shifts
    std::optional<int> jobs;               ///< runs at a time; nothing: one per core
    std::vector<std::string> assignments;  ///< of `--set`
    std::optional<std::string> out;        ///< folder for tables, plots and finished runs
    SharingOptions sharing;
};

constexpr int kMostJobs = 1024;
constexpr int kMostStudySteps = 1'000'000;

/// Throws UsageError for what the experiment would overwrite or cannot use.
void check_use(const StudyOptions& options, const Experiment& experiment) {
    if (options.steps) {
        if (!experiment.counted) {
            throw UsageError("--steps belongs to the study counts, not to " + experiment.id);
        }
        check_range("--steps", *options.steps, 1, kMostStudySteps);
    }
    if (options.jobs) {
        check_range("--jobs", *options.jobs, 1, kMostJobs);
    }
    const bool varies_time_step = std::ranges::any_of(
        experiment.variants, [](const Variant& variant) { return variant.time_step.has_value(); });
    for (const std::string& text : options.assignments) {
        const Assignment assignment = parse_assignment(text);
        if (varies_time_step && assignment.owner == kSolverOwner &&
            assignment.option == "time_step") {
            throw UsageError("the study " + experiment.id +
                             " sets solver.time_step itself; leave it out");
        }
    }
}

std::vector<std::string> without_repetition(const std::vector<std::string>& ids) {
    std::vector<std::string> result;
    for (const std::string& id : ids) {
        if (std::ranges::find(result, id) == result.end()) {
            result.push_back(id);
        }
    }
    return result;
}

/// Makes the runs by profile, generator and variant: the order of the tables.
std::vector<ExperimentRun> make_runs(const StudyOptions& options, const Experiment& experiment) {
    std::vector<std::string> profiles = without_repetition(options.profiles);
    if (profiles.empty()) {
        profiles = {"published", "corrected"};
    }
    const std::vector<std::string>& generators =
        options.generators.empty() ? experiment.generators : options.generators;
    std::vector<ExperimentRun> runs;
    for (const std::string& profile : profiles) {
        RunOptions run_options;
        run_options.profile = profile;
        run_options.assignments = options.assignments;
        const StudyRequest request = make_request(run_options, {}, generators);
        for (const std::string& generator : request.generators) {
            for (const Variant& variant : experiment.variants) {
                runs.push_back({.experiment = experiment.id,
                                .variant = variant,
                                .generator = generator,
                                .settings = request.settings,
                                .queries = options.steps.value_or(experiment.queries),
                                .seed = options.seed});
            }
        }
    }
    return runs;
}

std::vector<std::optional<ExperimentResult>> run_with_progress(
    const StudyOptions& options, const std::vector<ExperimentRun>& runs,
    const CellSharing& sharing) {
    ProgressBar bar("runs");
    ExperimentLoop loop;
    loop.origin = cell_origin();
    if (options.out) {
        loop.folder = *options.out;
    }
    loop.jobs = options.jobs.value_or(0);
    loop.sharing = sharing;
    loop.watcher.progress = [&](double done, int total) { bar.show(done, total); };
    loop.note = notes_above(bar);
    loop.watcher.stop = [] { return was_interrupted(); };
    return complete_runs(runs, loop);
}

int report_stop(const StudyOptions& options, std::size_t done, std::size_t asked) {
    std::cerr << "touchstone: stopped by Ctrl-C after " << done << " of " << asked << " runs; ";
    if (options.out) {
        std::cerr << "the same command goes on from there\n";
    } else {
        std::cerr << "nothing is kept without --out DIR\n";
    }
    return kInterruptedStatus;
}

void write_plots(const StudyOutcomes& outcomes, const fs::path& folder) {
    const std::optional<fs::path> gnuplot = find_gnuplot();
    if (!gnuplot) {
        std::cerr << "touchstone: note: no plots, only their data as CSV: gnuplot is not "
                     "installed; install the package gnuplot-nox and repeat the command\n";
    }
    for (const StudyPlot& plot : make_study_plots(outcomes)) {
        write_output(folder / (plot.name + ".csv"),
                     [&](std::ostream& out) { write_plot_csv(out, plot); });
        if (gnuplot) {
            const std::string svg = draw_svg(*gnuplot, plot.plot);
            write_output(folder / (plot.name + ".svg"), [&](std::ostream& out) { out << svg; });
        }
    }
}

void write_files(const StudyOutcomes& outcomes, const fs::path& folder) {
    const std::string& name = outcomes.experiment->id;
    write_output(folder / (name + ".csv"),
                 [&](std::ostream& out) { write_study_csv(out, outcomes); });
    write_output(folder / (name + ".md"),
                 [&](std::ostream& out) { write_study_markdown(out, outcomes); });
    write_plots(outcomes, folder);
}

/// Throws UsageError when a table would take the place of a finished run, through a link, FileError
/// when it cannot be written.
void check_tables(const std::string& study, const fs::path& folder) {
    std::vector<NamedFile> runs;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder / "cells", error)) {
        runs.push_back({"a finished run", entry.path()});
    }
    check_outputs(std::array{NamedFile{"--out", folder / (study + ".csv")},
                             NamedFile{"--out", folder / (study + ".md")}},
                  runs);
}

void add_study_options(CLI::App& command, StudyOptions& options) {
    command.add_option("study", options.study, join(all_experiments(), ", ", &Experiment::id))
        ->required()
        ->type_name("STUDY");
    command.add_option("--out", options.out, "keep finished runs, tables and plots in a folder")
        ->type_name("DIR");
    add_sharing_options(command, options.sharing);
    command.add_option("--jobs", options.jobs, "runs at a time; default: one per core")
        ->type_name("N");
    command.add_option("--profile", options.profiles, "published, corrected; default: both")
        ->delimiter(',')
        ->type_name("NAME,…")
        ->allow_extra_args(false);
    command
        .add_option("--generators,--generator", options.generators,
                    "ids, with commas; default: those that the paper shows")
        ->delimiter(',')
        ->type_name("ID,…")
        ->allow_extra_args(false);
    command.add_option("--steps", options.steps, "of the study counts; default: 500")
        ->type_name("N");
    command.add_option("--seed", options.seed, "of the random shifts of perturbation; default: 1")
        ->type_name("N");
    command
        .add_option("--set", options.assignments,
                    "one setting: GENERATOR.OPTION=VALUE, study.… or solver.…; may be repeated; "
                    "see `touchstone list options`")
        ->type_name("ASSIGNMENT")
        ->allow_extra_args(false);
}

/// Returns the exit status: 130 when Ctrl-C ended it early.
int run_study_command(const StudyOptions& options) {
    const Experiment& experiment = find_experiment(options.study);
    check_use(options, experiment);
    const std::vector<ExperimentRun> runs = make_runs(options, experiment);
    if (options.out) {
        check_tables(experiment.id, *options.out);
    }
    StudyOutcomes outcomes;
    outcomes.experiment = &experiment;
    outcomes.origin = {program_version(), program_commit()};
    CellSharing sharing = find_sharing(options.sharing, options.out.has_value());
    note_interrupts();
    const std::unique_ptr<TableTurn> turn = make_table_turn(options.out, sharing, "study");
    std::vector<std::optional<ExperimentResult>> results;
    const std::optional<int> left =
        fill_together(turn.get(), [&] { results = run_with_progress(options, runs, sharing); });
    if (left) {
        return *left;
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (results[i]) {
            outcomes.runs.push_back({runs[i], std::move(*results[i])});
        }
    }
    if (is_part_only(options.sharing, static_cast<int>(outcomes.runs.size()),
                     static_cast<int>(runs.size()))) {
        return 0;
    }
    if (outcomes.runs.size() < runs.size()) {
        return report_stop(options, outcomes.runs.size(), runs.size());
    }
    if (options.out) {
        write_files(outcomes, *options.out);
    }
    finish_tables(turn.get(), 0);
    print_document([&](std::ostream& out) { write_study_markdown(out, outcomes); });
    flush_standard_output();
    return 0;
}

}  // namespace

CommandRun add_study(CLI::App& command) {
    return make_command(command, &add_study_options, &run_study_command);
}

}  // namespace touchstone::reports
