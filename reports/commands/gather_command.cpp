#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/process/child_process.h"
#include "reports/commands/commands.h"
#include "reports/provenance/version.h"
#include "reports/shell/output_file.h"
#include "reports/shell/terminal.h"
#include "reports/writers/sharing/gathered_writers.h"
#include "testcases/cells/gather.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

struct GatherOptions {
    std::vector<std::string> folders;    ///< filled by `--out` of other commands
    std::optional<std::string> out;      ///< folder that gets the cells of all
    std::optional<std::string> scaling;  ///< file of a page on the time many processes would take
};

/// Measures how long this program takes to start, the shortest of a few [s].
double measure_start_up() {
    constexpr int kRounds = 5;
    double shortest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kRounds; ++i) {
        const auto start = std::chrono::steady_clock::now();
        run_child_process({.program = "/proc/self/exe", .arguments = {"--version"}}, "");
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        shortest = std::min(shortest, taken.count());
    }
    return shortest;
}

void add_gather_options(CLI::App& command, GatherOptions& options) {
    command.add_option("folders", options.folders, "folders that --out has filled")
        ->required()
        ->type_name("DIR");
    command
        .add_option("--out", options.out,
                    "copy all cells to this folder; the command that made them then writes its "
                    "tables there")
        ->type_name("DIR");
    command
        .add_option("--scaling", options.scaling,
                    "write a page: how long the cells would take on 1 to 10,000 processes")
        ->type_name("FILE");
}

/// Returns the exit status: 1 when cells are missing, damaged or contradict each other.
int run_gather(const GatherOptions& options) {
    const std::vector<fs::path> folders(options.folders.begin(), options.folders.end());
    const GatheredCells gathered = gather_cells(folders);
    if (options.scaling) {
        std::vector<NamedFile> inputs;
        inputs.reserve(gathered.cells.size());
        for (const auto& [name, cell] : gathered.cells) {
            inputs.push_back({"a finished cell", cell.file});
        }
        check_outputs(std::array{NamedFile{"--scaling", *options.scaling}}, inputs);
    }
    if (options.out) {
        const int copied = join_folders(gathered, folders, *options.out);
        std::cerr << "touchstone: " << copied << " files copied to " << *options.out << '\n';
    }
    if (options.scaling) {
        const std::string program =
            "version " + program_version() + ", commit " + program_commit().substr(0, 12);
        const Scaling scaling = make_scaling(gathered, measure_start_up(), program);
        write_output(*options.scaling, [&](std::ostream& out) { write_scaling(out, scaling); });
    }
    print_document([&](std::ostream& out) { write_gathered(out, gathered); });
    flush_standard_output();
    const bool is_whole = gathered.contradictions.empty() && gathered.damaged.empty() &&
                          std::ranges::all_of(gathered.choices, [](const GatheredChoice& choice) {
                              return choice.missing.empty();
                          });
    return is_whole ? 0 : 1;
}

}  // namespace

CommandRun add_gather(CLI::App& command) {
    return make_command(command, &add_gather_options, &run_gather);
}

}  // namespace touchstone::reports
