#include "reports/report_command.h"

#include <filesystem>
#include <functional>
#include <iostream>

#include "methods/base/error.h"
#include "reports/csv_writer.h"
#include "reports/html_writer.h"
#include "reports/inspection_writer.h"
#include "reports/interrupt.h"
#include "reports/json_writer.h"
#include "reports/markdown_writer.h"
#include "reports/output_file.h"
#include "reports/progress_bar.h"

namespace touchstone {
namespace {

/// One file to write.
struct Output {
    std::filesystem::path file;
    std::function<void(std::ostream&, const Report&)> write;
};

std::vector<Output> make_outputs(const ReportOptions& options) {
    const auto csv = [](std::ostream& out, const Report& report) { write_csv(out, report); };
    const auto json = [](std::ostream& out, const Report& report) { write_json(out, report); };
    std::vector<Output> outputs;
    if (options.out) {
        const std::filesystem::path folder = options.out->empty() ? "." : *options.out;
        outputs.push_back({folder / "report.md", &write_markdown});
        outputs.push_back({folder / "report.csv", csv});
        outputs.push_back({folder / "report.json", json});
        outputs.push_back({folder / "report.html", &write_html});
    }
    if (options.json) {
        outputs.push_back({*options.json, json});
    }
    if (options.csv) {
        outputs.push_back({*options.csv, csv});
    }
    return outputs;
}

void check_outputs(const std::vector<Output>& outputs) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (std::filesystem::weakly_canonical(outputs[i].file) ==
                std::filesystem::weakly_canonical(outputs[j].file)) {
                throw UsageError("two outputs would be written to " + outputs[i].file.string());
            }
        }
        check_writable(outputs[i].file);
    }
}

StudyRequest make_report_request(const ReportOptions& options) {
    if (options.jitter < 0 || options.jitter > 100000) {
        throw UsageError("--jitter must be in 0…100000, found " + std::to_string(options.jitter));
    }
    std::vector<std::string> names = options.cases;
    if (names.empty()) {
        names.emplace_back("fundamental");
    }
    std::vector<std::string> generators = options.generators;
    if (generators.empty()) {
        for (const Generator& generator : all_generators()) {
            generators.push_back(generator.id);
        }
    }
    StudyRequest request = make_request(options.run, expand_cases(names), generators);
    request.jitter = options.jitter;
    return request;
}

StudyResult run_with_progress(const StudyRequest& request) {
    note_interrupts();
    ProgressBar bar("rows");
    return run_study(request, {[&](int done, int total) { bar.show(done, total); },
                               [] { return was_interrupted(); }});
}

}  // namespace

CLI::App* add_report_command(CLI::App& app, ReportOptions& options) {
    CLI::App* command = app.add_subcommand(
        "report",
        "Judge generators on test cases: coverage, quality and excess beside the paper's");
    command
        ->add_option("cases", options.cases,
                     "cases, groups or scene files; default: the group `fundamental`")
        ->type_name("CASE|GROUP|FILE");
    command->add_option("--generators", options.generators, "ids, with commas; default: all")
        ->delimiter(',')
        ->type_name("ID,…")
        ->allow_extra_args(false);
    add_run_options(*command, options.run);
    command
        ->add_option("--jitter", options.jitter,
                     "range under so many shifts of at most 0.5 mm per axis, beside each value")
        ->type_name("N");
    command->add_option("--out", options.out, "write report.md, .csv, .json and .html to a folder")
        ->type_name("DIR");
    command->add_option("--json", options.json, "write the rows as JSON")->type_name("FILE");
    command->add_option("--csv", options.csv, "write the rows as CSV")->type_name("FILE");
    return command;
}

int run_report(const ReportOptions& options) {
    add_external_generators(options.run.commands);
    const StudyRequest request = make_report_request(options);
    const std::vector<Output> outputs = make_outputs(options);
    check_outputs(outputs);

    StudyResult result = run_with_progress(request);
    write_warnings(std::cerr, result.warnings);
    const std::size_t asked = request.cases.size() * request.generators.size();
    if (result.stopped) {
        std::cerr << "touchstone: stopped by Ctrl-C after " << result.rows.size() << " of " << asked
                  << " rows\n";
        if (result.rows.empty()) {
            return kInterruptedStatus;
        }
    }
    Report report;
    report.provenance = make_provenance(options.run, request);
    report.agreement = count_agreement(result.rows);
    report.rows = std::move(result.rows);
    report.stopped = result.stopped;

    for (const Output& output : outputs) {
        write_output(output.file, [&](std::ostream& out) { output.write(out, report); });
    }
    write_markdown(std::cout, report);
    flush_standard_output();
    return report.stopped ? kInterruptedStatus : 0;
}

}  // namespace touchstone
