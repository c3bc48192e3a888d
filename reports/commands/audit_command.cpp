#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "reports/commands/commands.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/output_file.h"
#include "reports/shell/progress_bar.h"
#include "reports/shell/run_options.h"
#include "reports/shell/terminal.h"
#include "reports/writers/audit_writers.h"

namespace touchstone::reports {
namespace {

/// What `touchstone audit` is told.
struct AuditCommandOptions {
    std::vector<std::string> cases;       ///< none: the group `fundamental`
    std::vector<std::string> generators;  ///< ids; none: all
    RunOptions run;
    bool summary = false;  ///< a line per generator instead of one per case and generator
    std::optional<std::string> json;
    std::optional<std::string> csv;
};

StudyRequest make_audit_request(const AuditCommandOptions& options, const MethodList& methods) {
    std::vector<std::string> cases = options.cases;
    if (cases.empty()) {
        cases.emplace_back("fundamental");
    }
    return make_request(options.run, expand_cases(cases),
                        asked_generators(options.generators, options.run.commands, methods),
                        methods);
}

void add_audit_options(CLI::App& command, AuditCommandOptions& options) {
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
    add_settings_options(command, options.run);
    command
        .add_option("--pose", options.run.pose,
                    "half-step or initial; default: as the case or scene file states it")
        ->type_name("POSE");
    command.add_flag("--summary", options.summary,
                     "one line per generator: in how many cases each retelling changes the answer");
    command.add_option("--json", options.json, "write the outcome as JSON")->type_name("FILE");
    command.add_option("--csv", options.csv, "write the outcome as CSV")->type_name("FILE");
}

/// Prints which answers a retelling of the scene changes. Returns 0 when none, else 1.
int run_audit_command(const AuditCommandOptions& options) {
    const StudyRequest request = make_audit_request(options, make_methods(options.run.commands));
    std::vector<NamedFile> outputs;
    if (options.json) {
        outputs.push_back({"--json", *options.json});
    }
    if (options.csv) {
        outputs.push_back({"--csv", *options.csv});
    }
    check_outputs(outputs, scene_inputs(request.cases));
    note_interrupts();
    AuditResult result;
    {
        ProgressBar bar("rows");
        result = run_audit(request, {[&](int done, int all) { bar.show(done, all); },
                                     [] { return was_interrupted(); }});
    }
    if (result.stopped) {
        std::cerr << "touchstone: stopped by Ctrl-C after " << result.rows.size() << " of "
                  << request.cases.size() * request.generators.size()
                  << " rows; those are shown and written\n";
    }
    const AuditReport report{make_provenance(request), std::move(result.rows), result.stopped};
    if (options.json) {
        write_output(*options.json, [&](std::ostream& out) { write_json(out, report); });
    }
    if (options.csv) {
        write_output(*options.csv, [&](std::ostream& out) { write_csv(out, report); });
    }
    if (options.summary) {
        print_document([&](std::ostream& out) { write_audit_summary(out, report); });
    } else {
        print_document([&](std::ostream& out) { write_audit_table(out, report); });
    }
    flush_standard_output();
    if (result.stopped) {
        return kInterruptedStatus;
    }
    return std::ranges::all_of(report.rows, &AuditedRow::unchanged) ? 0 : 1;
}

}  // namespace

CommandRun add_audit(CLI::App& command) {
    return make_command(command, &add_audit_options, &run_audit_command);
}

}  // namespace touchstone::reports
