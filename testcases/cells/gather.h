#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testcases/cells/cell.h"

// Folders of cells as a whole, of whatever tracks: what is there, what is missing, and whether two
// of them say the same.

namespace touchstone {

/// A finished cell in a file.
struct GatheredCell {
    std::filesystem::path file;
    std::string track;
    std::string method;
    std::string case_name;
    RunOrigin program;
    std::string digest;          ///< digest of everything but its times
    std::optional<double> made;  ///< time it took to make [s]
};

/// The cells of a table, as announced by a process that began to fill it.
struct GatheredChoice {
    std::string track;
    RunOrigin program;
    std::vector<std::string> cells;    ///< names of its cells, in the order in which they are asked
    std::vector<std::string> missing;  ///< names of cells without a file, or made by another
                                       ///< program
};

/// The content of several folders taken together.
struct GatheredCells {
    std::map<std::string, GatheredCell> cells;  ///< cells by name
    std::vector<GatheredChoice> choices;        ///< tables, each once
    std::map<std::string, double> tables;       ///< time to write tables, by their names [s]
    std::vector<std::string> contradictions;    ///< cells with two different answers, in words
    std::vector<std::string> damaged;           ///< damaged files, in words
};

/// Reads the folder `cells` in each of `folders`. Throws FileError for a folder that has none.
GatheredCells gather_cells(std::span<const std::filesystem::path> folders);

/// Copies cells, their times, choices and recordings that `target` does not have yet from the
/// folders. Cells with a contradiction in `gathered` are left out. Returns the number of files
/// copied. Throws FileError.
int join_folders(const GatheredCells& gathered, std::span<const std::filesystem::path> folders,
                 const std::filesystem::path& target);

/// Returns the time that so many workers need for cells of these durations [s], when each takes the
/// next cell in order as soon as it is free.
double makespan(std::span<const double> durations, int workers);

}  // namespace touchstone
