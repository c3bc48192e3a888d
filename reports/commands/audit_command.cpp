#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/join.h"
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

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

/// The options of `touchstone audit`.
struct AuditCommandOptions {
    std::vector<std::string> cases;       ///< none: the group `fundamental`
    std::vector<std::string> generators;  ///< ids; none: all
    RunOptions run;
    bool summary = false;            ///< a line per generator instead of one per case and generator
    std::optional<std::string> out;  ///< folder
    SharingOptions sharing;
    std::optional<std::string> json;
    std::optional<std::string> csv;
};

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
    std::vector<std::string> cases = options.cases;
    if (cases.empty()) {
        cases.emplace_back("fundamental");
    }
    cases = expand_cases(cases);
    return make_request(options.run, cases,
                        asked_generators(options.generators, options.run.commands, methods, cases),
                        methods);
}

void add_audit_options(CLI::App& command, AuditCommandOptions& options) {
    command
        .add_option("cases", options.cases,
                    "cases, groups or scene files; default: the group `fundamental`")
        ->type_name("CASE|GROUP|FILE");
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
    const std::vector<AuditOutput> outputs = make_audit_outputs(options);
    std::vector<NamedFile> files;
    files.reserve(outputs.size());
    for (const AuditOutput& output : outputs) {
        files.push_back({output.option, output.file});
    }
    check_outputs(files, scene_inputs(request.cases));
    CellSharing sharing = find_sharing(options.sharing, options.out.has_value());
    note_interrupts();
    // Files of this process's own are written by no other one of the folder.
    const std::unique_ptr<TableTurn> turn =
        options.json || options.csv
            ? nullptr
            : make_table_turn(options.out, sharing, "audit of " + join(request.generators, ","));
    AuditResult result;
    const std::optional<int> left = fill_together(turn.get(), [&] {
        ProgressBar bar("rows");
        const std::optional<CellFolder> kept = cell_folder(options.out, sharing, bar);
        result = run_audit(
            request,
            {[&](double done, int all) { bar.show(done, all); }, [] { return was_interrupted(); }},
            kept ? &*kept : nullptr);
    });
    if (left) {
        return *left;
    }
    if (is_part_only(options.sharing, static_cast<int>(result.rows.size()),
                     static_cast<int>(request.cases.size() * request.generators.size()))) {
        return 0;
    }
    if (result.stopped) {
        tell_stop(result.rows.size(), request.cases.size() * request.generators.size(),
                  options.out.has_value());
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
