#include "reports/commands/audit_command.h"

#include <algorithm>
#include <iostream>

#include "methods/base/error.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/output_file.h"
#include "reports/shell/progress_bar.h"
#include "reports/writers/audit_writers.h"

namespace touchstone::reports {
namespace {

StudyRequest make_audit_request(const AuditCommandOptions& options, const MethodList& methods) {
    std::vector<std::string> cases = options.cases;
    if (cases.empty()) {
        cases.emplace_back("fundamental");
    }
    return make_request(options.run, expand_cases(cases),
                        asked_generators(options.generators, options.run.commands, methods),
                        methods);
}

}  // namespace

CLI::App* add_audit_command(CLI::App& app, AuditCommandOptions& options) {
    CLI::App* command = app.add_subcommand(
        "audit", "Tell scenes in other ways and report each answer that changes");
    command
        ->add_option("cases", options.cases,
                     "cases, groups or scene files; default: the group `fundamental`")
        ->type_name("CASE|GROUP|FILE");
    command
        ->add_option("--generators,--generator", options.generators,
                     "ids, with commas; default: all")
        ->delimiter(',')
        ->type_name("ID,…")
        ->allow_extra_args(false);
    add_settings_options(*command, options.run);
    command
        ->add_option("--pose", options.run.pose,
                     "half-step or initial; default: as the case or scene file states it")
        ->type_name("POSE");
    command->add_flag(
        "--summary", options.summary,
        "one line per generator: in how many cases each retelling changes the answer");
    command->add_option("--json", options.json, "write the outcome as JSON")->type_name("FILE");
    command->add_option("--csv", options.csv, "write the outcome as CSV")->type_name("FILE");
    return command;
}

int run_audit_command(const AuditCommandOptions& options) {
    const StudyRequest request = make_audit_request(options, make_methods(options.run.commands));
    if (options.json && options.csv && is_same_file(*options.json, *options.csv)) {
        throw UsageError("two outputs would be written to " + *options.json);
    }
    for (const std::optional<std::string>& file : {options.json, options.csv}) {
        if (file) {
            check_writable(*file);
        }
    }
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
    const AuditReport report{make_provenance(options.run, request), std::move(result.rows),
                             result.stopped};
    if (options.json) {
        write_output(*options.json, [&](std::ostream& out) { write_json(out, report); });
    }
    if (options.csv) {
        write_output(*options.csv, [&](std::ostream& out) { write_csv(out, report); });
    }
    if (options.summary) {
        write_audit_summary(std::cout, report);
    } else {
        write_audit_table(std::cout, report);
    }
    flush_standard_output();
    if (result.stopped) {
        return kInterruptedStatus;
    }
    return std::ranges::all_of(report.rows, &AuditedRow::unchanged) ? 0 : 1;
}

}  // namespace touchstone::reports
