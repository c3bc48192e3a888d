#include <array>
#include <cmath>
#include <iostream>
#include <optional>
#include <string>

#include "methods/base/error.h"
#include "reports/commands/commands.h"
#include "reports/commands/movement_output.h"
#include "reports/shell/output_file.h"
#include "reports/tables/regression/baseline.h"
#include "reports/writers/junit_writer.h"

namespace touchstone::reports {
namespace {

/// The options of `touchstone compare`.
struct CompareOptions {
    std::string before;
    std::string after;
    double tolerance = 1e-9;
    std::optional<std::string> junit;
    std::optional<std::string> format;
};

void add_compare_options(CLI::App& command, CompareOptions& options) {
    command.add_option("before", options.before, "the first report")->type_name("FILE")->required();
    command.add_option("after", options.after, "the second one")->type_name("FILE")->required();
    command
        .add_option("--tolerance", options.tolerance,
                    "how far a metric may move; counts never; default: 1e-9")
        ->type_name("X");
    add_movement_format(command, options.format);
    command.add_option("--junit", options.junit, "write the outcome as JUnit XML")
        ->type_name("FILE");
}

/// Prints what differs between two reports. Returns 0 when nothing does, else 1.
int run_compare(const CompareOptions& options) {
    if (!(options.tolerance >= 0.0) || !std::isfinite(options.tolerance)) {
        throw UsageError("--tolerance must be a number ≥ 0");
    }
    const OutputFormat format = find_movement_format(options.format);
    if (options.junit) {
        check_outputs(std::array{NamedFile{"--junit", *options.junit}},
                      std::array{NamedFile{"the first report", options.before},
                                 NamedFile{"the second report", options.after}});
    }
    const std::vector<FigureRow> before = read_report_figures(options.before);
    const std::vector<FigureRow> after = read_report_figures(options.after);
    FigureTolerances tolerances = default_tolerances();
    for (std::size_t i = 0; i < tolerances.figures.size(); ++i) {
        if (!contact_figures()[i].is_count) {
            tolerances.figures[i] = options.tolerance;
        }
    }
    const std::vector<Movement> movements = find_movements(before, after, tolerances);
    if (options.junit) {
        std::vector<RowKey> keys;
        for (const FigureRow& row : before) {
            keys.push_back(row.key);
        }
        write_output(*options.junit, [&](std::ostream& out) { write_junit(out, keys, movements); });
    }
    print_movements(movements, {"First", "Second"}, format);
    flush_standard_output();
    return movements.empty() ? 0 : 1;
}

}  // namespace

CommandRun add_compare(CLI::App& command) {
    return make_command(command, &add_compare_options, &run_compare);
}

}  // namespace touchstone::reports
