#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "methods/base/error.h"
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

/// Names the methods that failed in all of their rows. Returns whether there are any.
bool tell_failed_in(const AuditReport& report) {
    std::vector<MethodTally> tallies;
    for (const AuditedRow& row : report.rows) {
        count_row(tallies, row.generator_id, row);
    }
    const std::vector<std::string> lines = failed_in_all(tallies);
    for (const std::string& line : lines) {
        std::cerr << "touchstone: " << line << '\n';
    }
    return !lines.empty();
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
    const CellSharing sharing = find_sharing(options.sharing, options.out.has_value());
    note_interrupts();
    AuditResult result;
    {
        ProgressBar bar("rows");
        const std::optional<CellFolder> kept = cell_folder(options.out, sharing, bar);
        result = run_audit(
            request,
            {[&](double done, int all) { bar.show(done, all); }, [] { return was_interrupted(); }},
            kept ? &*kept : nullptr);
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
    if (options.summary) {
        print_document([&](std::ostream& out) { write_audit_summary(out, report); });
    } else {
        print_document([&](std::ostream& out) { write_audit_table(out, report); });
    }
    flush_standard_output();
    const bool failed = tell_failed_in(report);
    if (report.stopped) {
        return kInterruptedStatus;
    }
    return !failed && std::ranges::all_of(report.rows, &AuditedRow::unchanged) ? 0 : 1;
}

}  // namespace

CommandRun add_audit(CLI::App& command) {
    return make_command(command, &add_audit_options, &run_audit_command);
}

}  // namespace touchstone::reports
