#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "testcases/cells/gather.h"

namespace touchstone::reports {

/// Writes the content of folders of cells as Markdown: for each table how many of its cells are
/// there and which are missing, and what is wrong with files.
void write_gathered(std::ostream& out, const GatheredCells& gathered);

/// The data for how long the cells of the gathered tables would take on many processes.
struct Scaling {
    std::vector<GatheredCell> cells;  ///< cells whose time was measured, in the order of the tables
    int unmeasured = 0;               ///< cells whose time is not known
    double tables = 0.0;              ///< time that one process takes to write the tables, of the
                                      ///< command for which it takes longest [s]
    double start_up = 0.0;            ///< time that a process takes before its first cell [s]
    std::string program;              ///< version and commit of the program
};

/// Throws UsageError when no cell has a time.
Scaling make_scaling(const GatheredCells& gathered, double start_up, const std::string& program);

/// Writes a page on the makespan for 1 to 10,000 processes, its bounds, and what would change them.
void write_scaling(std::ostream& out, const Scaling& scaling);

}  // namespace touchstone::reports
