#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/join.h"
#include "methods/base/printable.h"
#include "reports/commands/commands.h"
#include "reports/shell/cell_keeping.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/output_file.h"
#include "reports/shell/progress_bar.h"
#include "reports/shell/run_options.h"
#include "reports/shell/sharing_options.h"
#include "reports/shell/terminal.h"
#include "reports/tables/failed_methods.h"
#include "reports/writers/audit_writers.h"
#include "reports/writers/inspection_writer.h"
#include "testcases/recordings/recorded_moment.h"
#include "testcases/recordings/recorded_settings.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

/// The options of `touchstone audit`.
struct AuditCommandOptions {
    std::vector<std::string> cases;       ///< also recordings; none: the group `fundamental`
    std::vector<int> steps;               ///< of recordings; none: kMoments of each
    std::vector<std::string> generators;  ///< ids; none: all
    RunOptions run;
    bool summary = false;            ///< a line per generator instead of one per case and generator
    std::optional<std::string> out;  ///< folder
    SharingOptions sharing;
    std::optional<std::string> json;
    std::optional<std::string> csv;
};

/// Number of moments of a recording when no steps are named.
constexpr int kMoments = 10;

/// Returns steps that are spread evenly over a recording, with the first and the last one.
std::vector<int> spread_steps(int steps) {
    std::vector<int> result;
    const int count = std::min(steps, kMoments);
    for (int i = 0; i < count; ++i) {
        const int step = count > 1 ? 1 + i * (steps - 1) / (count - 1) : 1;
        result.push_back(step);
    }
    return result;
}

/// Returns the settings of a recording's moments: its own, and on top what the command sets.
/// Another profile than the usual one sets all of them.
std::optional<StudySettings> moment_settings(const RecordingHeader& header,
                                             const RunOptions& options,
                                             const StudySettings& of_request) {
    if (options.profile != RunOptions{}.profile) {
        return std::nullopt;
    }
    StudySettings settings = recorded_settings(header, of_request.methods);
    for (const std::string& text : options.assignments) {
        assign(settings, parse_assignment(text));
    }
    return settings;
}

/// Reads the moments of the recordings among the cases. Throws UsageError for a step that a
/// recording does not have, and for steps without a recording.
std::vector<AuditMoment> read_moments(const AuditCommandOptions& options,
                                      const StudySettings& of_request) {
    std::vector<AuditMoment> moments;
    for (const std::string& name : options.cases) {
        if (!is_recording_path(name)) {
            continue;
        }
        const Recording recording(name);
        if (recording.steps() == 0) {
            throw UsageError(printable(name) +
                             ": the recording has no steps to audit; record some with `touchstone "
                             "simulate CASE --record FILE`");
        }
        for (const int step :
             options.steps.empty() ? spread_steps(recording.steps()) : options.steps) {
            if (step < 1 || step > recording.steps()) {
                throw UsageError("--steps: " + printable(name) + " has the steps 1 to " +
                                 std::to_string(recording.steps()) + ", not " +
                                 std::to_string(step));
            }
            RecordedMoment moment = moment_of(recording, step);
            moments.push_back({printable(name) + ", step " + std::to_string(step),
                               std::move(moment.test_case), moment.look_ahead,
                               moment_settings(recording.header(), options.run, of_request)});
        }
    }
    if (moments.empty() && !options.steps.empty()) {
        throw UsageError(
            "--steps: only recordings have steps; name one, which ends in .h5 or "
            ".hdf5");
    }
    return moments;
}

/// Returns the cases that are none.
std::vector<std::string> cases_without_recordings(const std::vector<std::string>& cases) {
    std::vector<std::string> result;
    std::ranges::remove_copy_if(cases, std::back_inserter(result), &is_recording_path);
    return result;
}

struct AuditOutput {
    const char* option;
    fs::path file;
    void (*write)(std::ostream&, const AuditReport&);
};

std::vector<AuditOutput> make_audit_outputs(const AuditCommandOptions& options) {
    std::vector<AuditOutput> outputs;
    if (options.out) {
        const fs::path folder = options.out->empty() ? "." : *options.out;
        outputs.push_back({"--out", folder / "audit.json", &write_json});
        outputs.push_back({"--out", folder / "audit.csv", &write_csv});
    }
    if (options.json) {
        outputs.push_back({"--json", *options.json, &write_json});
    }
    if (options.csv) {
        outputs.push_back({"--csv", *options.csv, &write_csv});
    }
    return outputs;
}

StudyRequest make_audit_request(const AuditCommandOptions& options, const MethodList& methods) {
    std::vector<std::string> cases = cases_without_recordings(options.cases);
    if (options.cases.empty()) {
        cases.emplace_back("fundamental");
    }
    cases = expand_cases(cases);
    auto stock = std::make_shared<SceneStock>();
    StudyRequest request = make_request(
        options.run, cases,
        asked_generators(options.generators, options.run.commands, methods, cases, *stock),
        methods);
    request.stock = std::move(stock);
    return request;
}

void add_audit_options(CLI::App& command, AuditCommandOptions& options) {
    command
        .add_option("cases", options.cases,
                    "cases, groups, scene files, or recordings (.h5), of which moments of the "
                    "motion are told; default: the group `fundamental`")
        ->type_name("CASE|GROUP|FILE");
    command
        .add_option("--steps", options.steps,
                    "of recordings: the moments of these steps; default: ten spread over each")
        ->delimiter(',')
        ->type_name("N,…")
        ->allow_extra_args(false);
    command
        .add_option("--generators,--generator", options.generators,
                    "ids, also of programs of --generator-command, with commas; default: all")
        ->delimiter(',')
        ->type_name("ID,…")
        ->allow_extra_args(false);
    add_settings_options(command, options.run);
    command
        .add_option("--pose", options.run.pose,
                    "half-step or initial; default: as the case or scene file states it")
        ->type_name("POSE");
    command.add_flag("--summary", options.summary,
                     "one line per generator: in how many cases each retelling changes the answer");
    command
        .add_option("--out", options.out,
                    "write both of the following to a folder, and keep finished rows there: after "
                    "a stop, the same command goes on where it was")
        ->type_name("DIR");
    add_sharing_options(command, options.sharing);
    command.add_option("--json", options.json, "write the outcome as JSON")->type_name("FILE");
    command.add_option("--csv", options.csv, "write the outcome as CSV")->type_name("FILE");
}

/// Returns a line for each method that failed in all of its rows.
std::vector<std::string> find_failed_in(const AuditReport& report) {
    std::vector<MethodTally> tallies;
    for (const AuditedRow& row : report.rows) {
        count_row(tallies, row.generator_id, row);
    }
    return failed_in_all(tallies);
}

/// Says which bodies overlap without a contact in the scenes as they stand.
std::vector<std::string> silence_warnings(const AuditReport& report) {
    std::vector<std::string> warnings;
    for (const AuditedRow& row : report.rows) {
        for (const SilentPair& pair : row.silent) {
            warnings.push_back(row.case_id + ", " + row.generator_id + ": " +
                               silence_text(pair.body_a, pair.body_b));
        }
    }
    return warnings;
}

int audit_status(const AuditReport& report, bool is_failed) {
    if (report.stopped) {
        return kInterruptedStatus;
    }
    return !is_failed && std::ranges::all_of(report.rows, &AuditedRow::unchanged) ? 0 : 1;
}

/// Prints which answers a retelling of the scene changes. Returns 0 when none, else 1, also where a
/// method failed in all of its rows.
int run_audit_command(const AuditCommandOptions& options) {
    const StudyRequest request = make_audit_request(options, make_methods(options.run.commands));
    const std::vector<AuditMoment> moments = read_moments(options, request.settings);
    const std::vector<AuditOutput> outputs = make_audit_outputs(options);
    std::vector<NamedFile> files;
    files.reserve(outputs.size());
    for (const AuditOutput& output : outputs) {
        files.push_back({output.option, output.file});
    }
    std::vector<NamedFile> inputs = scene_inputs(request.cases);
    for (const std::string& name : options.cases) {
        if (is_recording_path(name)) {
            inputs.push_back({"the recording", name});
        }
    }
    check_outputs(files, inputs);
    CellSharing sharing = find_sharing(options.sharing, options.out.has_value());
    note_interrupts();
    const std::size_t asked = (request.cases.size() + moments.size()) * request.generators.size();
    // What is printed and files of this process's own are written by no other one of the folder.
    const std::unique_ptr<TableTurn> turn =
        options.json || options.csv || options.summary
            ? nullptr
            : make_table_turn(
                  options.out, sharing,
                  "audit of " + join(request.generators, ",") + " in " + join(options.cases, ","));
    AuditResult result;
    const std::optional<int> left = fill_together(turn.get(), [&] {
        ProgressBar bar("rows");
        const std::optional<CellFolder> kept = cell_folder(options.out, sharing, bar);
        result = run_audit(
            request,
            {[&](double done, int all) { bar.show(done, all); }, [] { return was_interrupted(); }},
            kept ? &*kept : nullptr, moments);
    });
    if (left) {
        return *left;
    }
    if (is_part_only(options.sharing, static_cast<int>(result.rows.size()),
                     static_cast<int>(asked))) {
        return 0;
    }
    if (result.stopped) {
        tell_stop(result.rows.size(), asked, options.out.has_value());
    }
    const AuditReport report{make_provenance(request), std::move(result.rows), result.stopped};
    for (const AuditOutput& output : outputs) {
        write_output(output.file, [&](std::ostream& out) { output.write(out, report); });
    }
    const std::vector<std::string> failed = find_failed_in(report);
    const int status = audit_status(report, !failed.empty());
    finish_tables(turn.get(), status);
    if (options.summary) {
        print_document([&](std::ostream& out) { write_audit_summary(out, report); });
    } else {
        print_document([&](std::ostream& out) { write_audit_table(out, report); });
    }
    flush_standard_output();
    write_warnings(std::cerr, silence_warnings(report));
    for (const std::string& line : failed) {
        std::cerr << "touchstone: " << line << '\n';
    }
    return status;
}

}  // namespace

CommandRun add_audit(CLI::App& command) {
    return make_command(command, &add_audit_options, &run_audit_command);
}

}  // namespace touchstone::reports
