#include "reports/commands/ccd_command.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "methods/base/error.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/output_file.h"
#include "reports/shell/progress_bar.h"
#include "reports/shell/terminal.h"
#include "reports/writers/impact_writers.h"
#include "testcases/queries/asked_methods.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

struct CcdOutput {
    fs::path file;
    void (*write)(std::ostream&, const ImpactReport&);
};

std::vector<CcdOutput> make_ccd_outputs(const ReportOptions& options) {
    std::vector<CcdOutput> outputs;
    if (options.out) {
        const fs::path folder = options.out->empty() ? "." : *options.out;
        outputs.push_back({folder / "report.md", &write_markdown});
        outputs.push_back({folder / "report.csv", &write_csv});
        outputs.push_back({folder / "report.json", &write_json});
    }
    if (options.json) {
        outputs.push_back({*options.json, &write_json});
    }
    if (options.csv) {
        outputs.push_back({*options.csv, &write_csv});
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (is_same_file(outputs[i].file, outputs[j].file)) {
                throw UsageError("two outputs would be written to " + outputs[i].file.string());
            }
        }
        check_writable(outputs[i].file);
    }
    return outputs;
}

/// A name that is a set and a path is the set: "./samples" is the folder.
std::vector<QuerySet> asked_sets(const ReportOptions& options) {
    std::vector<std::string> names(options.cases.begin() + 1, options.cases.end());
    if (names.empty()) {
        names = {"samples", "end_of_step", "small_box_not_first", "degenerate", "sheets:n=20"};
    }
    std::optional<ImpactKind> kind;
    if (options.impact.kind) {
        kind = find_impact_kind(*options.impact.kind);
    }
    std::vector<QuerySet> sets;
    for (const std::string& name : names) {
        std::error_code error;
        const std::string_view id = std::string_view(name).substr(0, name.find(':'));
        const bool is_known =
            std::ranges::find(all_query_sets(), id, &QuerySetKind::id) != all_query_sets().end();
        sets.push_back(!is_known && fs::exists(name, error) ? query_set_of_path(name, kind)
                                                            : find_query_set(name));
    }
    return sets;
}

ImpactStudyRequest make_ccd_request(const ReportOptions& options) {
    if (!options.generators.empty() || options.jitter != 0 || options.history != 0 ||
        options.run.pose || !options.run.assignments.empty()) {
        throw UsageError(
            "report ccd takes --methods, the settings of contact times, --out, --json "
            "and --csv; other options belong to reports on contacts");
    }
    ImpactStudyRequest request;
    request.settings = checked_settings(options.impact);
    const std::vector<std::string> all{"all"};
    request.methods = find_asked_methods(options.methods.empty() ? all : options.methods);
    request.sets = asked_sets(options);
    return request;
}

}  // namespace

bool is_ccd_report(const ReportOptions& options) {
    return !options.cases.empty() && options.cases.front() == "ccd";
}

int run_ccd_report(const ReportOptions& options) {
    const ImpactStudyRequest request = make_ccd_request(options);
    const std::vector<CcdOutput> outputs = make_ccd_outputs(options);
    note_interrupts();
    ImpactReport report{request.settings, {}};
    {
        ProgressBar bar("sets");
        report.result = run_impact_study(request, [&](const ImpactProgress& progress) {
            bar.show(progress.set_index, static_cast<int>(request.sets.size()));
            return !was_interrupted();
        });
    }
    if (report.result.stopped) {
        std::cerr << "touchstone: stopped by Ctrl-C after " << report.result.queries
                  << " queries\n";
    }
    for (const CcdOutput& output : outputs) {
        write_output(output.file, [&](std::ostream& out) { output.write(out, report); });
    }
    print_document([&](std::ostream& out) { write_markdown(out, report); });
    flush_standard_output();
    return report.result.stopped ? kInterruptedStatus : 0;
}

}  // namespace touchstone::reports
