#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "testcases/cells/cell.h"

namespace touchstone {

/// Where finished cells stay, each in a file of its own below `path`/cells.
struct CellFolder {
    std::filesystem::path path;
    RunOrigin origin;  ///< cells of another program are left alone
    /// Takes one line about a file that is of no use; called by one thread at a time.
    std::function<void(const std::string&)> note;
};

}  // namespace touchstone
