#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testcases/cells/cell.h"

// Folders of cells as a whole, whatever tracks they are of: what is there, what is missing, and
// whether two of them tell the same.

namespace touchstone {

/// A finished cell in a file.
struct GatheredCell {
    std::filesystem::path file;
    std::string track;
    std::string method;
    std::string case_name;
    RunOrigin program;
    std::string digest;          ///< of all but its times
    std::optional<double> made;  ///< how long that took [s]
};

/// The cells of a table, as a process that began to fill it left word of.
struct GatheredChoice {
    std::string track;
    RunOrigin program;
    std::vector<std::string> cells;    ///< names, in the order in which they are asked
    std::vector<std::string> missing;  ///< those without a file, or made by another program
};

struct GatheredCells {
    std::map<std::string, GatheredCell> cells;  ///< by name
    std::vector<GatheredChoice> choices;        ///< each once
    std::vector<std::string> contradictions;    ///< in words: one cell, two answers
    std::vector<std::string> damaged;           ///< in words
};

/// Reads the folder `cells` in each of `folders`. Throws FileError for a folder that has none.
GatheredCells gather_cells(std::span<const std::filesystem::path> folders);

/// Copies cells, their times, choices and recordings that `target` does not have yet from the
/// folders. Cells of which `gathered` holds contradictions are left out. Returns how many files
/// that were. Throws FileError.
int join_folders(const GatheredCells& gathered, std::span<const std::filesystem::path> folders,
                 const std::filesystem::path& target);

/// How long so many workers take for cells of these durations [s], each of them taking the next
/// cell in order when it is free.
double makespan(std::span<const double> durations, int workers);

}  // namespace touchstone
