#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/printable.h"
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

/// The profile of all rows; nothing where they have several, or there are none.
std::optional<std::string> only_profile(const std::vector<FigureRow>& rows) {
    const auto is_same = [&](const FigureRow& row) {
        return row.key.profile == rows.front().key.profile;
    };
    return !rows.empty() && std::ranges::all_of(rows, is_same)
               ? std::optional(rows.front().key.profile)
               : std::nullopt;
}

/// Where each report has one profile, and the two differ, gives all rows the profile "corrected →
/// published", so that they are compared with each other, and says so.
void join_profiles(std::vector<FigureRow>& before, std::vector<FigureRow>& after) {
    const std::optional<std::string> first = only_profile(before);
    const std::optional<std::string> second = only_profile(after);
    if (!first || !second || *first == *second) {
        return;
    }
    for (std::vector<FigureRow>* rows : {&before, &after}) {
        for (FigureRow& row : *rows) {
            row.key.profile = *first + " → " + *second;
        }
    }
    std::cerr << "touchstone: rows are matched without their profile: " << printable(*first)
              << " in the first report, " << printable(*second) << " in the second\n";
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
    std::vector<FigureRow> before = read_report_figures(options.before);
    std::vector<FigureRow> after = read_report_figures(options.after);
    join_profiles(before, after);
    FigureTolerances tolerances = default_tolerances();
    for (std::size_t i = 0; i < tolerances.figures.size(); ++i) {
        if (!contact_figures()[i].is_count) {
            tolerances.figures[i] = options.tolerance;
        }
    }
    const std::vector<Movement> movements = find_movements(before, after, tolerances);
    if (options.junit) {
        std::vector<RowKey> keys;
        keys.reserve(before.size());
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
