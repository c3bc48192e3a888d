#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/join.h"
#include "reports/commands/commands.h"
#include "reports/commands/reports.h"
#include "reports/folders/report_folder.h"
#include "reports/pages/pictures.h"
#include "reports/shell/cell_keeping.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/output_file.h"
#include "reports/shell/output_format.h"
#include "reports/shell/progress_bar.h"
#include "reports/shell/run_options.h"
#include "reports/shell/sharing_options.h"
#include "reports/shell/terminal.h"
#include "reports/tables/failed_methods.h"
#include "reports/text/shell_word.h"
#include "reports/writers/csv_writer.h"
#include "reports/writers/inspection_writer.h"
#include "reports/writers/json_writer.h"
#include "reports/writers/markdown_writer.h"
#include "reports/writers/terminal_writer.h"
#include "testcases/motion/simulation.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

/// The options of the command `report`.
struct ReportOptions {
    RunOptions run;
    std::vector<std::string> cases;  ///< ids, groups or scene files; none: the group `fundamental`
    std::vector<std::string> generators;  ///< ids; none: all
    bool paper = false;                   ///< true: the paper's values beside ours
    std::optional<std::string> format;  ///< format of what is printed; nothing: chosen by where it
                                        ///< goes
    int jitter = 0;
    int history = 0;                 ///< number of queries whose contacts are counted and drawn
    std::string pictures = "wrong";  ///< rows that get pictures: none, wrong or all
    std::optional<std::string> out;  ///< folder for all formats
    SharingOptions sharing;
    std::optional<std::string> json;  ///< file for JSON
    std::optional<std::string> csv;   ///< file for CSV
};

constexpr int kMostHistory = 100000;
constexpr std::array kReportFormats{OutputFormat::Markdown, OutputFormat::Csv, OutputFormat::Json,
                                    OutputFormat::Table};

fs::path out_folder(const ReportOptions& options) {
    return options.out->empty() ? "." : *options.out;
}

/// Returns everything that is to be written, by the option that asks for it.
std::vector<NamedFile> output_files(const ReportOptions& options) {
    std::vector<NamedFile> files;
    if (options.out) {
        for (const fs::path& file : report_tables_in(out_folder(options))) {
            files.push_back({"--out", file});
        }
    }
    if (options.json) {
        files.push_back({"--json", *options.json});
    }
    if (options.csv) {
        files.push_back({"--csv", *options.csv});
    }
    return files;
}

StudyRequest make_report_request(const ReportOptions& options, const MethodList& methods) {
    if (options.jitter < 0 || options.jitter > 100000) {
        throw UsageError("--jitter must be in 0…100000, found " + std::to_string(options.jitter));
    }
    if (options.history < 0 || options.history > kMostHistory) {
        throw UsageError("--history must be in 0…100000, found " + std::to_string(options.history));
    }
    std::vector<std::string> names = options.cases;
    if (names.empty()) {
        names.emplace_back("fundamental");
    }
    names = expand_cases(names);
    auto stock = std::make_shared<SceneStock>();
    StudyRequest request = make_request(
        options.run, names,
        asked_generators(options.generators, options.run.commands, methods, names, *stock),
        methods);
    request.stock = std::move(stock);
    request.jitter = options.jitter;
    return request;
}

StudyResult run_with_progress(const StudyRequest& request, const ReportOptions& options,
                              const CellSharing& sharing) {
    ProgressBar bar("rows");
    const std::optional<CellFolder> kept = cell_folder(options.out, sharing, bar);
    return run_study(
        request,
        {[&](double done, int total) { bar.show(done, total); }, [] { return was_interrupted(); }},
        kept ? &*kept : nullptr);
}

std::vector<CountHistory> count_contacts(const StudyRequest& request, int queries) {
    std::vector<CountHistory> result;
    if (queries == 0) {
        return result;
    }
    ProgressBar bar("histories");
    const int total = static_cast<int>(request.cases.size() * request.generators.size());
    for (const std::string& name : request.cases) {
        const StudyScene scene = make_study_scene(name, request.settings, request.pose,
                                                  request.generators, request.stock);
        for (const std::string& id : request.generators) {
            const std::string& title = scene.test_case.title;
            CountHistory history{title.empty() ? scene.test_case.id : title,
                                 request.settings.methods.find(id).title,
                                 {}};
            Simulation simulation(scene, id, with_scene_solver(request.settings, scene.test_case));
            history.counts.push_back(static_cast<int>(simulation.query().contacts.size()));
            while (std::ssize(history.counts) < queries && !was_interrupted()) {
                simulation.step();
                history.counts.push_back(static_cast<int>(simulation.query().contacts.size()));
            }
            result.push_back(std::move(history));
            bar.show(static_cast<int>(result.size()), total);
        }
    }
    return result;
}

/// Returns the command that was given, without places for output and number of threads: a page does
/// not depend on these.
std::string report_command_text(const ReportOptions& options) {
    std::vector<std::string> words{"touchstone", "report"};
    words.insert(words.end(), options.cases.begin(), options.cases.end());
    if (!options.generators.empty()) {
        words.insert(words.end(), {"--generators", join(options.generators, ",")});
    }
    words.insert(words.end(), {"--profile", options.run.profile});
    if (options.run.pose) {
        words.insert(words.end(), {"--pose", *options.run.pose});
    }
    words.insert(words.end(), {"--query", std::to_string(options.run.query)});
    const std::vector<std::string> more = option_words(options.run);
    words.insert(words.end(), more.begin(), more.end());
    const auto add_count = [&](const char* option, int count) {
        if (count > 0) {
            words.insert(words.end(), {option, std::to_string(count)});
        }
    };
    add_count("--jitter", options.jitter);
    add_count("--history", options.history);
    if (options.paper) {
        words.emplace_back("--paper");
    }
    words.insert(words.end(), {"--pictures", options.pictures, "--out", "DIR"});
    return command_line(words);
}

void write_folder(const ReportOptions& options, const StudyRequest& request, const Report& report,
                  const TableTurn* turn) {
    ReportFolder folder{out_folder(options), report_command_text(options), options.pictures};
    if (!report.stopped) {
        folder.histories = count_contacts(request, options.history);
    }
    folder.profile = options.run.profile;
    folder.assignments = options.run.assignments;
    ProgressBar bar("pictures");
    const std::optional<CellFolder> kept =
        cell_folder(options.out, find_sharing(options.sharing, true), bar);
    folder.kept = &*kept;
    folder.waiting = turn != nullptr ? turn->count_waiting() : 0;
    write_report_folder(
        folder, request, report,
        {[&](double done, int all) { bar.show(done, all); }, [] { return was_interrupted(); }});
}

void write_files(const ReportOptions& options, const StudyRequest& request, const Report& report,
                 const TableTurn* turn) {
    if (options.json) {
        write_output(*options.json, [&](std::ostream& out) { write_json(out, report); });
    }
    if (options.csv) {
        write_output(*options.csv, [&](std::ostream& out) { write_csv(out, report); });
    }
    if (options.out) {
        write_folder(options, request, report, turn);
    }
}

/// Returns a line for each method that failed in all of its rows.
std::vector<std::string> find_failed_methods(const Report& report) {
    std::vector<MethodTally> tallies;
    for (const StudyRow& row : report.rows) {
        count_row(tallies, row.generator_id, row);
    }
    return failed_in_all(tallies);
}

/// Returns true when the command asks for something that no other process of the folder writes for
/// it: a file of its own, or what is printed in a form of its own.
bool writes_elsewhere(const ReportOptions& options) {
    return options.json || options.csv || options.format;
}

void add_report_options(CLI::App& command, ReportOptions& options) {
    command
        .add_option("cases", options.cases,
                    "cases, groups or scene files; default: the group `fundamental`")
        ->type_name("CASE|GROUP|FILE");
    command
        .add_option("--generators,--generator", options.generators,
                    "ids, with commas; default: all")
        ->delimiter(',')
        ->type_name("ID,…")
        ->allow_extra_args(false);
    add_run_options(command, options.run);
    command.add_flag("--paper", options.paper,
                     "show the paper's values beside ours, as the profile published does");
    add_format_option(command, options.format, kReportFormats);
    command
        .add_option("--jitter", options.jitter,
                    "range under so many shifts of at most 0.5 mm per axis, beside each value")
        ->type_name("N");
    command
        .add_option("--history", options.history,
                    "draw how many contacts each of the first so many queries finds")
        ->type_name("N");
    command
        .add_option("--pictures", options.pictures,
                    "on the page, by touchstone-viewer: none, wrong (default: of rows with wrong "
                    "normals) or all")
        ->type_name("WHICH");
    command
        .add_option("--out", options.out,
                    "write a page with plots and pictures, and .md, .csv, .json and .tex, to a "
                    "folder, and keep finished rows there: after a stop, the same command goes on "
                    "where it was")
        ->type_name("DIR");
    add_sharing_options(command, options.sharing);
    command.add_option("--json", options.json, "write the rows as JSON")->type_name("FILE");
    command.add_option("--csv", options.csv, "write the rows as CSV")->type_name("FILE");
}

void print_report(const Report& report, OutputFormat format) {
    switch (format) {
        case OutputFormat::Csv:
            return write_csv(std::cout, report);
        case OutputFormat::Json:
            return write_json(std::cout, report);
        case OutputFormat::Table:
            return write_terminal(std::cout, report, terminal_style());
        case OutputFormat::Markdown:
        case OutputFormat::Github:
            return write_markdown(std::cout, report);
    }
}

/// Throws UsageError for a case or an option of reports on contacts before the name of another one.
void refuse_foreign_words(const CLI::App& command, const OtherReport& asked) {
    const std::string words = "touchstone report " + std::string(asked.id);
    for (const CLI::Option* option : command.get_options()) {
        if (option->count() == 0) {
            continue;
        }
        if (option->get_positional() && option->get_lnames().empty()) {
            throw UsageError(words + " takes no cases; leave " + option->results().front() +
                             " out");
        }
        std::string fault = option->get_name();
        fault.append(" before ").append(asked.id);
        fault.append(" belongs to reports on contacts; options of ").append(words);
        fault.append(" stand behind its name, see ").append(words).append(" --help");
        throw UsageError(fault);
    }
}

/// Returns the exit status: 130 when Ctrl-C ended it early, 1 when a method failed in all rows.
int run_contact_report(const ReportOptions& options) {
    const StudyRequest request = make_report_request(options, make_methods(options.run.commands));
    find_picture_choice(options.pictures);
    const OutputFormat format = find_output_format(options.format, kReportFormats);
    check_outputs(output_files(options), scene_inputs(request.cases));

    CellSharing sharing = find_sharing(options.sharing, options.out.has_value());
    note_interrupts();
    const std::unique_ptr<TableTurn> turn =
        writes_elsewhere(options)
            ? nullptr
            : make_table_turn(options.out, sharing, report_command_text(options));
    StudyResult result;
    const std::optional<int> left =
        fill_together(turn.get(), [&] { result = run_with_progress(request, options, sharing); });
    if (left) {
        return *left;
    }
    write_warnings(std::cerr, result.warnings);
    const std::size_t asked = request.cases.size() * request.generators.size();
    if (is_part_only(options.sharing, static_cast<int>(result.rows.size()),
                     static_cast<int>(asked))) {
        return 0;
    }
    if (result.stopped) {
        tell_stop(result.rows.size(), asked, options.out.has_value());
        if (result.rows.empty()) {
            return kInterruptedStatus;
        }
    }
    Report report;
    report.provenance = make_provenance(request);
    report.agreement = count_agreement(result.rows);
    report.rows = std::move(result.rows);
    report.stopped = result.stopped;
    report.paper = options.paper;

    write_files(options, request, report, turn.get());
    const std::vector<std::string> failed = find_failed_methods(report);
    const int status = report.stopped ? kInterruptedStatus : failed.empty() ? 0 : 1;
    finish_tables(turn.get(), status);
    print_report(report, format);
    flush_standard_output();
    for (const std::string& line : failed) {
        std::cerr << "touchstone: " << line << '\n';
    }
    return status;
}

}  // namespace

CommandRun add_report(CLI::App& command) {
    const auto options = std::make_shared<ReportOptions>();
    add_report_options(command, *options);
    std::vector<CommandRun> runs;
    for (const OtherReport& report : other_reports()) {
        runs.push_back(report.add(*command.add_subcommand(report.id, report.summary)));
    }
    return [options, runs, &command] {
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const OtherReport& report = other_reports()[i];
            if (command.got_subcommand(report.id)) {
                refuse_foreign_words(command, report);
                return runs[i]();
            }
        }
        return run_contact_report(*options);
    };
}

}  // namespace touchstone::reports
