#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "reports/tables/regression/figures.h"

// Baseline files, "touchstone-baseline-1": requests, and the answers when the file was made.
// docs/use/regression.md describes the format.

namespace touchstone::reports {

/// A part of a baseline: cases × generators × queries, with the same settings.
struct BaselineRun {
    std::vector<std::string> cases;  ///< ids, groups, or scene files from the baseline's folder
    std::vector<std::string> generators;  ///< ids
    std::vector<int> queries;             ///< counted from 1
    std::string profile = "corrected";
    std::vector<std::string> assignments;  ///< assignments as of --set
};

/// The content of a baseline file.
struct Baseline {
    std::string version;  ///< version of the program that made it
    std::string commit;
    FigureTolerances tolerances;
    std::vector<BaselineRun> runs;
    std::vector<FigureRow> rows;
};

/// Reads a baseline file. Throws FileError that names the place.
Baseline read_baseline(const std::filesystem::path& path);

/// Writes a line for each row, so that a changed answer is a changed line.
void write_baseline(std::ostream& out, const Baseline& baseline);

/// Reads the rows of a report file, "touchstone-report-1", which hold figures and no contacts.
/// Throws FileError that names the place.
std::vector<FigureRow> read_report_figures(const std::filesystem::path& path);

}  // namespace touchstone::reports
