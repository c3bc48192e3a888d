#include <CLI/App.hpp>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "generators/continuous/impact_options.h"
#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "reports/commands/impacts/impacts_command.h"
#include "reports/commands/reports.h"
#include "reports/pages/impact_page.h"
#include "reports/provenance/cell_origin.h"
#include "reports/shell/cell_keeping.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/option_flags.h"
#include "reports/shell/output_file.h"
#include "reports/shell/progress_bar.h"
#include "reports/shell/run_options.h"
#include "reports/shell/sharing_options.h"
#include "reports/shell/terminal.h"
#include "reports/text/shell_word.h"
#include "reports/writers/impacts/impact_writers.h"
#include "testcases/impacts/asked_methods.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

constexpr const char* kImpactPage = "report.html";
constexpr int kMostImpactTimings = 100;
constexpr int kMostImpactThreads = 1024;
constexpr int kMostCellQueries = 1'000'000'000;

/// The options of the report, see docs/methods/continuous.md.
struct CcdReportOptions {
    std::vector<std::string> sets;      ///< names of sets, files and folders of queries
    std::vector<std::string> methods;   ///< ids; none: all
    std::vector<std::string> commands;  ///< programs that are methods
    ImpactSettingsOptions impact;
    std::optional<int> threads;
    std::optional<std::int64_t> only;  ///< number of the only query to ask of each set
    int timings = 3;                   ///< rounds of which the fastest counts
    std::optional<int> cell_queries;   ///< largest number of queries in a cell
    std::optional<std::string> out;    ///< folder for all formats
    std::optional<std::string> json;   ///< file
    std::optional<std::string> csv;    ///< file
    SharingOptions sharing;
};

struct CcdOutput {
    fs::path file;
    void (*write)(std::ostream&, const ImpactReport&);
};

std::vector<CcdOutput> make_ccd_outputs(const CcdReportOptions& options) {
    std::vector<CcdOutput> outputs;
    if (options.out) {
        const fs::path folder = options.out->empty() ? "." : *options.out;
        outputs.push_back({folder / "report.md", &write_markdown});
        outputs.push_back({folder / "report.csv", &write_csv});
        outputs.push_back({folder / "report.json", &write_json});
        check_writable(folder / kImpactPage);
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

/// Returns the one query of that number; none when the set has no such one.
QuerySet only_query(const QuerySet& set, std::int64_t number) {
    QuerySet one = set;
    one.name += " query " + std::to_string(number);
    one.source = set.name;
    one.first = number;
    one.open = [open = set.open, number]() -> QueryStream {
        return [stream = open(), number, done = false](StatedQuery& query) mutable {
            if (std::exchange(done, true)) {
                return false;
            }
            return stream.skip(number) == number && stream(query);
        };
    };
    return one;
}

std::vector<QuerySet> asked_query_sets(const CcdReportOptions& options) {
    std::vector<std::string> names = options.sets;
    if (names.empty()) {
        names = {"samples", "end_of_step", "small_box_not_first", "degenerate", "sheets:n=20"};
    }
    std::optional<ImpactKind> kind;
    if (options.impact.kind) {
        kind = find_impact_kind(*options.impact.kind);
    }
    std::vector<QuerySet> sets;
    sets.reserve(names.size());
    for (const std::string& name : names) {
        sets.push_back(find_set_or_path(name, kind));
    }
    if (options.only) {
        if (*options.only < 0) {
            throw UsageError("--only: queries are counted from 0");
        }
        for (QuerySet& set : sets) {
            set = only_query(set, *options.only);
        }
    }
    return sets;
}

std::vector<ExternalImpactMethod> make_external_methods(const std::vector<std::string>& commands) {
    std::vector<ExternalImpactMethod> methods;
    methods.reserve(commands.size());
    for (const std::string& command : commands) {
        methods.push_back(make_external_impact_method({.command = command}));
    }
    return methods;
}

ImpactStudyRequest make_ccd_request(const CcdReportOptions& options) {
    ImpactStudyRequest request;
    const std::vector<std::string> all{"all"};
    // Those of the command line alone, when no other is named.
    const bool alone = options.methods.empty() && !options.commands.empty();
    if (!alone) {
        request.methods = find_asked_methods(options.methods.empty() ? all : options.methods);
    }
    append_others(request.methods, make_external_methods(options.commands));
    request.settings = assigned_impact_settings(options.impact, request.methods);
    request.sets = asked_query_sets(options);
    check_range("--timings", options.timings, 0, kMostImpactTimings);
    if (options.threads) {
        check_range("--threads", *options.threads, 1, kMostImpactThreads);
    }
    request.timing_rounds = options.timings;
    if (options.cell_queries) {
        check_range("--cell-queries", *options.cell_queries, 1, kMostCellQueries);
        request.queries_per_cell = *options.cell_queries;
    }
    return request;
}

ImpactLoop make_impact_loop(const CcdReportOptions& options, ProgressBar& bar) {
    ImpactLoop loop;
    loop.origin = cell_origin();
    if (options.out) {
        loop.folder = options.out->empty() ? "." : *options.out;
    }
    loop.threads = options.threads.value_or(0);
    loop.note = notes_above(bar);
    loop.watcher.progress = [&bar](double done, int total) { bar.show(done, total); };
    loop.watcher.stop = [] { return was_interrupted(); };
    return loop;
}

/// Returns the command that was given, without places for output and number of threads.
std::string ccd_command_text(const CcdReportOptions& options, const ImpactStudyRequest& request,
                             const std::string& kind_option) {
    std::string text = "touchstone report ccd";
    for (const std::string& word : options.sets) {
        text += " " + shell_word(word);
    }
    for (std::size_t i = 0; i < options.methods.size(); ++i) {
        text += (i == 0 ? " --methods " : ",") + options.methods[i];
    }
    if (options.only) {
        text += " --only " + std::to_string(*options.only);
    }
    for (const AskedMethod& method : request.methods) {
        for (const Option<MethodSettings>& option : method.options.list) {
            const std::string value = option.read(method.own);
            if (value != option.read(method.options.corrected)) {
                text += " --set " + method.id + "." + option.id + "=" + value;
            }
        }
    }
    return text + option_flag_text(request.settings, impact_options()) + kind_option +
           " --timings " + std::to_string(options.timings) + " --out DIR";
}

void write_impact_page(const CcdReportOptions& options, const ImpactStudyRequest& request,
                       const ImpactReport& report) {
    const std::string kind = options.impact.kind ? " --kind " + *options.impact.kind : "";
    std::vector<ImpactPicture> pictures = make_impact_pictures(report, request.sets, kind);
    if (options.only) {  // the page is about these queries already
        for (ImpactPicture& picture : pictures) {
            picture.command = ccd_command_text(options, request, kind);
        }
    }
    const fs::path folder = options.out->empty() ? "." : *options.out;
    write_output(folder / kImpactPage, [&](std::ostream& out) {
        write_impact_html(out, report, pictures, ccd_command_text(options, request, kind));
    });
}

void add_ccd_options(CLI::App& command, CcdReportOptions& options) {
    command
        .add_option("sets", options.sets,
                    "sets, see touchstone list query-sets, or files or folders of queries")
        ->type_name("SET|FILE|FOLDER");
    command.add_option("--methods", options.methods, "contact-time methods; default: all")
        ->delimiter(',')
        ->type_name("ID,…")
        ->allow_extra_args(false);
    command
        .add_option("--timings", options.timings,
                    "rounds of which the fastest counts (3); 0: no times, cells side by side, and "
                    "the same bytes each time")
        ->type_name("N");
    command
        .add_option("--method-command", options.commands,
                    "a program that answers the same queries, see docs/use/external_generators.md; "
                    "may be repeated")
        ->type_name("COMMAND")
        ->allow_extra_args(false);
    command.add_option("--only", options.only, "of each set the query of this number, from 0")
        ->type_name("NUMBER");
    command
        .add_option("--cell-queries", options.cell_queries,
                    "split larger sets, so that processes share them (--out, --part): queries in a "
                    "cell (100000); shows in no result")
        ->type_name("N");
    add_impact_settings(command, options.impact);
    add_impact_set(command, options.impact);
    command.add_option("--threads", options.threads, "at most so many; default: one per core")
        ->type_name("N");
    command
        .add_option("--out", options.out,
                    "write a page with pictures, and .md, .csv and .json, to a folder, and keep "
                    "finished cells there: after a stop, the same command goes on where it was")
        ->type_name("DIR");
    add_sharing_options(command, options.sharing);
    command.add_option("--json", options.json, "write the rows as JSON")->type_name("FILE");
    command.add_option("--csv", options.csv, "write the rows as CSV")->type_name("FILE");
}

/// Judges contact-time methods. Returns the exit status: 130 when Ctrl-C ended it early.
int run_ccd_report(const CcdReportOptions& options) {
    const ImpactStudyRequest request = make_ccd_request(options);
    const std::vector<CcdOutput> outputs = make_ccd_outputs(options);
    const CellSharing sharing = find_sharing(options.sharing, options.out.has_value());
    note_interrupts();
    ImpactReport report{request.settings, own_sections(request.methods), {}};
    {
        ProgressBar bar("cells");
        ImpactLoop loop = make_impact_loop(options, bar);
        loop.sharing = sharing;
        report.result = run_impact_study(request, loop);
    }
    if (is_part_only(options.sharing, report.result.cells, report.result.all_cells)) {
        return 0;
    }
    if (report.result.stopped) {
        std::cerr << "touchstone: stopped by Ctrl-C after " << report.result.cells << " of "
                  << report.result.all_cells << " cells; "
                  << (options.out ? "the same command goes on from there\n"
                                  : "nothing is kept without --out DIR\n");
    }
    for (const CcdOutput& output : outputs) {
        write_output(output.file, [&](std::ostream& out) { output.write(out, report); });
    }
    for (const std::string& line : report.result.no_answers) {
        std::cerr << "touchstone: no answer: " << printable(line) << '\n';
    }
    if (options.out) {
        write_impact_page(options, request, report);
    }
    print_document([&](std::ostream& out) { write_markdown(out, report); });
    flush_standard_output();
    return report.result.stopped ? kInterruptedStatus : 0;
}

}  // namespace

CommandRun add_ccd_report(CLI::App& command) {
    return make_command(command, &add_ccd_options, &run_ccd_report);
}

}  // namespace touchstone::reports
