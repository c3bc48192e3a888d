#include <CLI/App.hpp>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "generators/convex_cast/cast_options.h"
#include "methods/base/find_by_id.h"
#include "methods/base/join.h"
#include "reports/commands/reports.h"
#include "reports/plots/convex_plots.h"
#include "reports/plots/plot.h"
#include "reports/provenance/version.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/option_flags.h"
#include "reports/shell/output_file.h"
#include "reports/shell/progress_bar.h"
#include "reports/shell/run_options.h"
#include "reports/shell/terminal.h"
#include "reports/writers/impacts/convex_writers.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

/// The options of the report, see docs/methods/convex_cast.md.
struct ConvexReportOptions {
    int samples = 10'000;
    std::uint64_t seed = 1;
    std::optional<int> threads;
    std::vector<std::string> sets;         ///< "small", "large"; none: both
    std::vector<std::string> transforms;   ///< ids, or "all"; none: as drawn
    std::vector<std::string> methods;      ///< ids; none: all
    std::vector<std::string> assignments;  ///< "cast.OPTION=VALUE"
    int timings = 3;
    std::optional<std::string> out;  ///< folder for all formats
    std::optional<std::string> csv;  ///< file
};

constexpr int kMostSamples = 1'000'000;
constexpr int kMostTimings = 100;
constexpr int kMostConvexThreads = 1024;

std::vector<NamedConvexSet> asked_sets(const ConvexReportOptions& options) {
    const std::span<const NamedConvexSet> all = all_convex_sets();
    std::vector<NamedConvexSet> sets;
    sets.reserve(options.sets.size());
    for (const std::string& id : options.sets) {
        sets.push_back(find_by_id(all, id, "set of convex samples"));
    }
    return sets.empty() ? std::vector(all.begin(), all.end()) : sets;
}

std::vector<NamedTransform> asked_transforms(const ConvexReportOptions& options) {
    const std::vector<NamedTransform> known = sample_transforms();
    if (options.transforms.empty()) {
        return {known.front()};
    }
    std::vector<NamedTransform> result;
    for (const std::string& id : options.transforms) {
        const auto found = std::ranges::find(known, id, &NamedTransform::id);
        if (id == "all") {
            result.insert(result.end(), known.begin(), known.end());
        } else if (found != known.end()) {
            result.push_back(*found);
        } else {
            refuse_unknown("transform of convex samples", id,
                           "all, " + join(known, ", ", &NamedTransform::id));
        }
    }
    return result;
}

ConvexSampleOptions sample_options(const ConvexReportOptions& options, const NamedConvexSet& set) {
    ConvexSampleOptions samples = set.samples();
    samples.count = options.samples;
    samples.seed = options.seed;
    samples.threads = options.threads.value_or(0);
    return samples;
}

Watcher watcher_of(ProgressBar& bar) {
    return {[&bar](double done, int total) { bar.show(done, total); },
            [] { return was_interrupted(); }};
}

double mean_vertices(const std::vector<ConvexSample>& samples) {
    double sum = 0.0;
    for (const ConvexSample& sample : samples) {
        sum += sample.a.point_count + sample.b.point_count;
    }
    return 0.5 * sum / static_cast<double>(samples.size());
}

/// Adds the tables of one set in all the ways that were asked for; those that are finished when it
/// is interrupted.
void add_tables(const ConvexReportOptions& options, const NamedConvexSet& set,
                const std::vector<NamedTransform>& transforms, ConvexReport& report) {
    const ConvexSampleOptions wanted = sample_options(options, set);
    std::vector<ConvexSample> samples;
    {
        ProgressBar bar("samples");
        samples = make_convex_samples(wanted, watcher_of(bar));
    }
    for (const NamedTransform& transform : transforms) {
        if (samples.empty()) {
            return;
        }
        std::vector<ConvexSample> moved;
        moved.reserve(samples.size());
        for (const ConvexSample& sample : samples) {
            moved.push_back(transformed(sample, transform.transform));
        }
        ProgressBar bar("methods");
        ConvexStudyOptions study;
        study.methods = options.methods;
        study.settings = report.settings;
        study.timings = options.timings;
        study.watcher = watcher_of(bar);
        ConvexTable table{set, wanted, mean_vertices(samples), transform,
                          run_convex_study(moved, study)};
        if (!table.rows.empty()) {
            report.tables.push_back(std::move(table));
        }
    }
}

void write_folder(const ConvexReport& report, const fs::path& folder) {
    write_output(folder / "c5d.md", [&](std::ostream& out) { write_convex_markdown(out, report); });
    write_output(folder / "c5d.csv", [&](std::ostream& out) { write_convex_csv(out, report); });
    const std::optional<fs::path> gnuplot = find_gnuplot();
    for (const StudyPlot& plot : make_convex_plots(report)) {
        write_output(folder / (plot.name + ".csv"),
                     [&](std::ostream& out) { write_plot_csv(out, plot); });
        if (gnuplot) {
            const std::string svg = draw_svg(*gnuplot, plot.plot);
            write_output(folder / (plot.name + ".svg"), [&](std::ostream& out) { out << svg; });
        }
    }
    if (!gnuplot) {
        std::cerr << "touchstone: note: no plots, only their data as CSV: gnuplot is not "
                     "installed; install the package gnuplot-nox and repeat the command\n";
    }
}

void check_convex_options(const ConvexReportOptions& options) {
    check_range("--samples", options.samples, 1, kMostSamples);
    check_range("--timings", options.timings, 0, kMostTimings);
    if (options.threads) {
        check_range("--threads", *options.threads, 1, kMostConvexThreads);
    }
    for (const std::string& id : options.methods) {
        find_convex_cast(id);
    }
    if (options.out) {
        check_writable(fs::path(*options.out) / "c5d.md");
    }
    if (options.csv) {
        check_writable(*options.csv);
    }
}

void add_convex_options(CLI::App& command, ConvexReportOptions& options) {
    command.add_option("--samples", options.samples, "of each set (10000)")->type_name("N");
    command.add_option("--seed", options.seed, "of the samples (1)")->type_name("N");
    command.add_option("--threads", options.threads, "that draw samples; default: one per core")
        ->type_name("N");
    command.add_option("--sets", options.sets, "small, large or both with a comma; default: both")
        ->delimiter(',')
        ->type_name("SET,…");
    command
        .add_option("--transforms", options.transforms,
                    "of the samples as a whole: as_drawn (default), turned, mirrored, stretched, "
                    "sheared, micrometres, far, far_in_body, or all")
        ->delimiter(',')
        ->type_name("ID,…");
    command.add_option("--methods", options.methods, "ids, with commas; default: all")
        ->delimiter(',')
        ->type_name("ID,…");
    add_option_flags(command, kCastOwner, option_lines(cast_options()), options.assignments);
    add_owner_set(command, kCastOwner, options.assignments);
    command
        .add_option("--timings", options.timings,
                    "rounds of which the fastest counts (3); 0: no times, and the same bytes "
                    "each time")
        ->type_name("N");
    command.add_option("--out", options.out, "write .md, .csv and curves to a folder")
        ->type_name("DIR");
    command.add_option("--csv", options.csv, "write the rows as CSV")->type_name("FILE");
}

/// Returns the exit status: 130 when Ctrl-C ended it early.
int run_convex_report(const ConvexReportOptions& options) {
    check_convex_options(options);
    const CastSettings settings =
        assigned_settings(kCastOwner, cast_options(), options.assignments);
    const std::vector<NamedConvexSet> sets = asked_sets(options);
    const std::vector<NamedTransform> transforms = asked_transforms(options);
    note_interrupts();
    ConvexReport report{program_version(), program_commit(), settings, {}};
    for (const NamedConvexSet& set : sets) {
        add_tables(options, set, transforms, report);
    }
    if (was_interrupted()) {
        std::cerr << "touchstone: stopped by Ctrl-C after " << report.tables.size() << " of "
                  << sets.size() * transforms.size() << " tables\n";
        if (report.tables.empty()) {
            return kInterruptedStatus;
        }
    }
    if (options.out) {
        write_folder(report, options.out->empty() ? "." : *options.out);
    }
    if (options.csv) {
        write_output(*options.csv, [&](std::ostream& out) { write_convex_csv(out, report); });
    }
    print_document([&](std::ostream& out) { write_convex_markdown(out, report); });
    flush_standard_output();
    return was_interrupted() ? kInterruptedStatus : 0;
}

}  // namespace

CommandRun add_convex_report(CLI::App& command) {
    return make_command(command, &add_convex_options, &run_convex_report);
}

}  // namespace touchstone::reports
