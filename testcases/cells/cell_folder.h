#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

#include "testcases/cells/cell.h"

namespace touchstone {

class TableTurn;

/// Name of the folder of cells in the folder that is asked for.
inline constexpr const char* kCellsFolder = "cells";

/// The share of one process in the work on a folder.
struct CellSharing {
    int part = 1;   ///< number of this process's part, from 1; cells of other parts are only read
    int parts = 1;  ///< number of parts, among which the cells are shared by their names
    std::chrono::milliseconds takeover{120'000};  ///< time until a claim counts as left behind, see
                                                  ///< CellClaims
    TableTurn* tables = nullptr;  ///< turn to write the tables; null: this process reads all cells
};

/// The folder where finished cells are kept, each in a file of its own below `path`/cells.
struct CellFolder {
    std::filesystem::path path;
    RunOrigin origin;  ///< program whose cells are used; those of another are left alone
    /// Takes one line about a file that cannot be used; called by one thread at a time.
    std::function<void(const std::string&)> note;
    CellSharing sharing = {};
};

}  // namespace touchstone
