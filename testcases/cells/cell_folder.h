#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

#include "testcases/cells/cell.h"

namespace touchstone {

/// How several processes fill one folder.
struct CellSharing {
    int part = 1;   ///< from 1: the cells that this process makes, others are only read
    int parts = 1;  ///< which share the cells by their names
    std::chrono::milliseconds takeover{120'000};  ///< see CellClaims
};

/// Where finished cells stay, each in a file of its own below `path`/cells.
struct CellFolder {
    std::filesystem::path path;
    RunOrigin origin;  ///< cells of another program are left alone
    /// Takes one line about a file that is of no use; called by one thread at a time.
    std::function<void(const std::string&)> note;
    CellSharing sharing = {};
};

}  // namespace touchstone
