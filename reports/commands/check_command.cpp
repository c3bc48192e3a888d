#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "methods/base/run_program.h"
#include "reports/commands/commands.h"
#include "reports/commands/movement_output.h"
#include "reports/provenance/version.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/output_file.h"
#include "reports/shell/progress_bar.h"
#include "reports/shell/run_options.h"
#include "reports/shell/terminal.h"
#include "reports/tables/failed_methods.h"
#include "reports/tables/regression/baseline.h"
#include "reports/tables/regression/baseline_requests.h"
#include "reports/writers/inspection_writer.h"
#include "reports/writers/junit_writer.h"
#include "testcases/query/scene_stock.h"
#include "testcases/study/usual_generators.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

/// The options of `touchstone check`.
struct CheckOptions {
    std::string baseline;
    bool update = false;
    std::optional<std::string> junit;
    std::optional<std::string> format;
    std::optional<int> threads;
    CommandOptions commands;
    // What a new baseline asks; only with `update`.
    std::vector<std::string> cases;
    std::vector<std::string> generators;
    std::vector<int> queries;
    std::optional<std::string> profile;
    std::vector<std::string> assignments;
};

/// Returns the run that the command line describes; options left out mean everything.
BaselineRun make_run(const CheckOptions& options, const MethodList& methods, SceneStock& stock) {
    BaselineRun run;
    run.cases = options.cases.empty() ? std::vector<std::string>{"all"} : options.cases;
    run.generators = options.generators;
    if (run.generators.empty()) {
        run.generators = usual_generators(methods, baseline_cases(run, options.baseline), stock);
    }
    run.queries = options.queries.empty() ? std::vector<int>{1, 2, 3} : options.queries;
    run.profile = options.profile.value_or("corrected");
    run.assignments = options.assignments;
    return run;
}

bool describes_run(const CheckOptions& options) {
    return !options.cases.empty() || !options.generators.empty() || !options.queries.empty() ||
           options.profile || !options.assignments.empty();
}

/// Returns the baseline to compare with; without rows where there is none yet.
Baseline load_baseline(const CheckOptions& options, const MethodList& methods, SceneStock& stock) {
    if (describes_run(options) && !options.update) {
        throw UsageError(
            "a baseline names its cases, generators, queries and settings itself; they can only be "
            "given together with --update, for a new one");
    }
    std::error_code error;
    const bool exists = fs::exists(options.baseline, error);
    if (exists && !describes_run(options)) {
        return read_baseline(options.baseline);
    }
    if (!options.update) {
        throw FileError(options.baseline +
                        ": does not exist; make it with touchstone check --baseline " +
                        options.baseline + " --update");
    }
    Baseline baseline;
    baseline.tolerances =
        exists ? read_baseline(options.baseline).tolerances : default_tolerances();
    baseline.runs.push_back(make_run(options, methods, stock));
    return baseline;
}

struct Part {
    int run;
    StudyRequest request;
    int rows() const { return static_cast<int>(request.cases.size() * request.generators.size()); }
};

std::vector<Part> make_parts(const Baseline& baseline, const CheckOptions& options,
                             const MethodList& methods, const std::shared_ptr<SceneStock>& stock) {
    std::vector<Part> parts;
    for (int i = 0; i < std::ssize(baseline.runs); ++i) {
        std::vector<Assignment> given;
        for (const std::string& text : baseline.runs[i].assignments) {
            given.push_back(parse_assignment(text));
        }
        for (StudyRequest& request :
             baseline_requests(baseline.runs[i], options.baseline, methods, stock)) {
            check_assignments(given, request);
            set_threads(request, options.threads);
            parts.push_back({i, std::move(request)});
        }
    }
    return parts;
}

/// Throws for a check that compares nothing, which would pass whatever the methods do.
void require_questions(const Baseline& baseline, const std::vector<Part>& parts,
                       const CheckOptions& options) {
    if (std::ranges::all_of(parts, [](const Part& part) { return part.rows() == 0; })) {
        throw FileError(options.baseline +
                        ": asks nothing: its runs name no cases, generators or queries; make it "
                        "anew with --update and what it is to ask");
    }
    if (baseline.rows.empty() && !options.update) {
        throw FileError(options.baseline +
                        ": holds no answers to compare with; write today's with --update");
    }
}

/// Today's answers to the baseline's questions.
struct Answers {
    std::vector<FigureRow> rows;
    std::vector<MethodTally> tallies;
};

/// Returns nothing when stopped by Ctrl-C.
std::optional<Answers> run_parts(const std::vector<Part>& parts) {
    int all = 0;
    for (const Part& part : parts) {
        all += part.rows();
    }
    note_interrupts();
    ProgressBar bar("rows");
    Answers answers;
    std::vector<FigureRow>& rows = answers.rows;
    std::set<std::string> warnings;  // each query asks the same scenes
    for (const Part& part : parts) {
        const int before = static_cast<int>(rows.size());
        const StudyResult result =
            run_study(part.request, {[&](double done, int) { bar.show(before + done, all); },
                                     [] { return was_interrupted(); }});
        if (result.stopped) {
            return std::nullopt;
        }
        warnings.insert(result.warnings.begin(), result.warnings.end());
        for (const StudyRow& row : result.rows) {
            rows.push_back(make_figure_row(row, part.run));
            count_row(answers.tallies, row.generator_id, row);
        }
    }
    bar.wipe();
    write_warnings(std::cerr, std::vector<std::string>(warnings.begin(), warnings.end()));
    return answers;
}

/// Names the methods that failed in all of their rows. Returns whether there are any.
bool tell_failed(const std::vector<std::string>& lines, const CheckOptions& options) {
    for (const std::string& line : lines) {
        std::cerr << "touchstone: " << line << '\n';
    }
    if (!lines.empty() && options.update) {
        std::cerr << "touchstone: " << printable(options.baseline)
                  << " not written: a baseline of failures would pass whatever comes\n";
    }
    return !lines.empty();
}

/// Takes out the rows of cases that have come into a group since the baseline was written: it has
/// no answer of theirs. Says so.
void set_new_cases_aside(const Baseline& baseline, std::vector<FigureRow>& rows) {
    std::set<std::string> known;
    for (const FigureRow& row : baseline.rows) {
        known.insert(row.key.case_id);
    }
    for (const BaselineRun& run : baseline.runs) {
        known.insert(run.cases.begin(), run.cases.end());
    }
    std::set<std::string> added;
    std::erase_if(rows, [&](const FigureRow& row) {
        const bool is_new = !known.contains(row.key.case_id);
        if (is_new) {
            added.insert(row.key.case_id);
        }
        return is_new;
    });
    for (const std::string& id : added) {
        std::cout << "Not in the baseline yet, and not compared: " << printable(id)
                  << "; --update adds it.\n";
    }
}

std::vector<RowKey> all_keys(const std::vector<FigureRow>& before,
                             const std::vector<FigureRow>& after) {
    std::vector<RowKey> keys;
    keys.reserve(before.size());
    for (const FigureRow& row : before) {
        keys.push_back(row.key);
    }
    std::vector<RowKey> known = keys;
    std::ranges::sort(known);
    for (const FigureRow& row : after) {
        if (!std::ranges::binary_search(known, row.key)) {
            keys.push_back(row.key);
        }
    }
    return keys;
}

void add_check_options(CLI::App& command, CheckOptions& options) {
    command.add_option("--baseline", options.baseline, "the file to compare with")
        ->type_name("FILE")
        ->required();
    command.add_flag("--update", options.update,
                     "write the answers of today to the file instead of failing");
    add_movement_format(command, options.format);
    command.add_option("--junit", options.junit, "write the outcome as JUnit XML")
        ->type_name("FILE");
    command.add_option("--threads", options.threads, "at most so many; default: one per core")
        ->type_name("N");
    add_command_options(command, options.commands);
    command
        .add_option("cases", options.cases,
                    "of a new baseline: cases, groups or scene files; default: the group `all`")
        ->type_name("CASE|GROUP|FILE");
    command
        .add_option("--generators,--generator", options.generators,
                    "of a new baseline: ids, with commas; default: all")
        ->delimiter(',')
        ->type_name("ID,…")
        ->allow_extra_args(false);
    command
        .add_option("--queries", options.queries,
                    "of a new baseline: numbers, with commas; default: 1,2,3")
        ->delimiter(',')
        ->type_name("N,…")
        ->allow_extra_args(false);
    command
        .add_option("--profile", options.profile,
                    "of a new baseline: corrected (default) or published")
        ->type_name("NAME");
    command
        .add_option("--set", options.assignments,
                    "of a new baseline: one setting, as of `report`; may be repeated")
        ->type_name("ASSIGNMENT")
        ->allow_extra_args(false);
}

/// Runs what the baseline asks and prints what moved past its tolerance. Returns 0 when nothing
/// did or the file was brought up to date, else 1, also where a method failed in all of its rows.
int run_check(const CheckOptions& options) {
    const OutputFormat format = find_movement_format(options.format);
    const MethodList methods = make_methods(options.commands);
    const auto stock = std::make_shared<SceneStock>();
    Baseline baseline = load_baseline(options, methods, *stock);
    const std::vector<Part> parts = make_parts(baseline, options, methods, stock);
    require_questions(baseline, parts, options);
    std::vector<NamedFile> outputs;
    std::vector<NamedFile> inputs;
    for (const Part& part : parts) {
        const std::vector<NamedFile> scenes = scene_inputs(part.request.cases);
        inputs.insert(inputs.end(), scenes.begin(), scenes.end());
    }
    if (options.update) {
        outputs.push_back({"--baseline", options.baseline});
    } else {
        inputs.push_back({"--baseline", options.baseline});
    }
    if (options.junit) {
        outputs.push_back({"--junit", *options.junit});
    }
    check_outputs(outputs, inputs);
    std::optional<Answers> answers = run_parts(parts);
    if (!answers) {
        std::cerr << "touchstone: stopped by Ctrl-C; nothing was compared or written\n";
        return kInterruptedStatus;
    }
    const std::vector<std::string> failed_methods = failed_in_all(answers->tallies);
    const bool failed = tell_failed(failed_methods, options);
    std::vector<FigureRow>& rows = answers->rows;
    if (!options.update) {
        set_new_cases_aside(baseline, rows);
    }
    const std::vector<Movement> movements =
        find_movements(baseline.rows, rows, baseline.tolerances);
    if (options.junit) {
        write_output(*options.junit, [&](std::ostream& out) {
            write_junit(out, all_keys(baseline.rows, rows), movements, failed_methods);
        });
    }
    if (failed && options.update) {
        return kBadInputStatus;
    }
    const bool is_new = baseline.rows.empty();
    if (!is_new) {
        print_movements(movements, {"Baseline", "Now"}, format);
    }
    // What programs read is nothing but the table.
    std::ostream& notes = format == OutputFormat::Csv ? std::cerr : std::cout;
    if (options.update) {
        baseline.version = program_version();
        baseline.commit = program_commit();
        baseline.rows = std::move(rows);
        write_output(options.baseline, [&](std::ostream& out) { write_baseline(out, baseline); });
        notes << (is_new ? "Wrote " : "Updated ") << printable(options.baseline) << ": "
              << baseline.rows.size() << " rows.\n";
    } else {
        const std::string text = std::to_string(rows.size()) + " rows checked against " +
                                 printable(options.baseline) + ", made by version " +
                                 printable(baseline.version) + ", commit " +
                                 printable(baseline.commit) + ".";
        format == OutputFormat::Table ? write_wrapped(notes, text, 0, terminal_style())
                                      : void(notes << text << '\n');
    }
    flush_standard_output();
    return (movements.empty() && !failed) || options.update ? 0 : 1;
}

}  // namespace

CommandRun add_check(CLI::App& command) {
    return make_command(command, &add_check_options, &run_check);
}

}  // namespace touchstone::reports
