#include "reports/writers/sharing/gathered_writers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <ostream>
#include <set>

#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "reports/text/number_text.h"

namespace touchstone::reports {
namespace {

constexpr int kMostListed = 10;

constexpr std::array kWorkers{1, 2, 4, 8, 16, 32, 64, 100, 200, 500, 1000, 2000, 5000, 10000};

void write_list(std::ostream& out, const std::vector<std::string>& lines) {
    const int count = static_cast<int>(lines.size());
    for (int i = 0; i < std::min(count, kMostListed); ++i) {
        out << "- " << printable(lines[i]) << '\n';
    }
    if (count > kMostListed) {
        out << "- and " << count - kMostListed << " more\n";
    }
}

void write_part(std::ostream& out, const char* title, const std::vector<std::string>& lines) {
    if (!lines.empty()) {
        out << '\n' << title << ": " << lines.size() << "\n\n";
        write_list(out, lines);
    }
}

double sum(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Returns a duration with three digits, and the unit that suits people.
std::string duration_text(double seconds) {
    if (seconds < 1.0) {
        return short_text(1e3 * seconds, 3) + " ms";
    }
    if (seconds < 120.0) {
        return short_text(seconds, 3) + " s";
    }
    return seconds < 7200.0 ? short_text(seconds / 60.0, 3) + " min"
                            : short_text(seconds / 3600.0, 3) + " h";
}

std::vector<double> durations_of(const Scaling& scaling) {
    std::vector<double> durations;
    durations.reserve(scaling.cells.size());
    for (const GatheredCell& cell : scaling.cells) {
        durations.push_back(*cell.made);
    }
    return durations;
}

void write_makespans(std::ostream& out, const Scaling& scaling, const std::vector<double>& cells) {
    std::vector<double> longest_first = cells;
    std::ranges::sort(longest_first, std::greater<>());
    const double work = sum(cells);
    const double besides = scaling.start_up + scaling.tables;
    const double alone = besides + work;
    out << "\n| processes | makespan | speed-up | efficiency | longest cells first | share of "
           "start-up |\n|---:|---:|---:|---:|---:|---:|\n";
    for (const int workers : kWorkers) {
        const double in_order = besides + makespan(cells, workers);
        const double sorted = besides + makespan(longest_first, workers);
        out << "| " << workers << " | " << duration_text(in_order) << " | "
            << short_text(alone / in_order, 3) << " | "
            << rounded_text(alone / in_order / workers, 2) << " | " << duration_text(sorted)
            << " | " << rounded_text(100.0 * scaling.start_up / in_order, 1) << " % |\n";
    }
}

}  // namespace

void write_gathered(std::ostream& out, const GatheredCells& gathered) {
    out << "| table | cells | there | missing |\n|---|---:|---:|---:|\n";
    for (const GatheredChoice& choice : gathered.choices) {
        out << "| " << printable(choice.track) << " | " << choice.cells.size() << " | "
            << choice.cells.size() - choice.missing.size() << " | " << choice.missing.size()
            << " |\n";
    }
    for (const GatheredChoice& choice : gathered.choices) {
        write_part(out, "Missing", choice.missing);
    }
    write_part(out, "Contradictions", gathered.contradictions);
    write_part(out, "Damaged files", gathered.damaged);
}

Scaling make_scaling(const GatheredCells& gathered, double start_up, const std::string& program) {
    Scaling scaling;
    scaling.start_up = start_up;
    scaling.program = program;
    for (const auto& [name, seconds] : gathered.tables) {
        scaling.tables = std::max(scaling.tables, seconds);
    }
    std::set<std::string> seen;
    for (const GatheredChoice& choice : gathered.choices) {
        for (const std::string& name : choice.cells) {
            const auto cell = gathered.cells.find(name);
            if (cell == gathered.cells.end() || !seen.insert(name).second) {
                continue;
            }
            if (cell->second.made) {
                scaling.cells.push_back(cell->second);
            } else {
                ++scaling.unmeasured;
            }
        }
    }
    if (scaling.cells.empty()) {
        throw UsageError("--scaling: no cell has a time; fill the folder first");
    }
    return scaling;
}

void write_scaling(std::ostream& out, const Scaling& scaling) {
    const std::vector<double> cells = durations_of(scaling);
    const double work = sum(cells);
    const auto longest = std::ranges::max_element(
        scaling.cells, {}, [](const GatheredCell& cell) { return *cell.made; });
    const double most = *longest->made;
    out << "# How the work spreads over many processes\n\n"
        << "Simulated from the measured times of " << cells.size() << " cells ("
        << duration_text(work) << " in all) by " << printable(scaling.program)
        << ": when it is free, each process takes the next cell as they are listed; `--out` begins "
           "with what it estimates to take longest, and lies between this and the column *longest "
           "cells first*. Before its first cell a process takes "
        << duration_text(scaling.start_up)
        << ", measured; after the last one, one process reads all and writes the tables, "
        << duration_text(scaling.tables)
        << ", measured; where several commands filled the folder, for the tables of the one that "
           "took longest. Not in it: waiting for a queue, and a slower disk.\n";
    if (scaling.unmeasured > 0) {
        out << "Left out, since their times are not known: " << scaling.unmeasured << " cells.\n";
    }
    write_makespans(out, scaling, cells);
    out << "\nThe longest cell is " << printable(longest->method) << " on "
        << printable(longest->case_name) << " (" << printable(longest->track)
        << "): " << duration_text(most) << ", " << rounded_text(100.0 * most / work, 1)
        << " % of the work. From " << short_text(std::ceil(work / most), 6)
        << " processes on it and the tables alone bound the makespan; to go further, cut that "
           "cell: "
           "fewer steps, or a set of queries in pieces. Below that, the sum of the work does";
    const double start_share = scaling.start_up / (scaling.start_up + most);
    out << (start_share > 0.5
                ? ", and start-up costs more than the longest cell: give each process more cells."
                : ", and start-up is small beside it.")
        << '\n';
}

}  // namespace touchstone::reports
