#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "testcases/cells/gather.h"

namespace touchstone::reports {

/// What folders of cells hold: per table how many of its cells are there and which are missing, and
/// what is wrong with files. Markdown.
void write_gathered(std::ostream& out, const GatheredCells& gathered);

/// How long the cells of the gathered tables would take on many processes.
struct Scaling {
    std::vector<GatheredCell> cells;  ///< those whose time was measured, in the order of the tables
    int unmeasured = 0;               ///< cells whose time is not known
    double start_up = 0.0;            ///< of a process, before its first cell [s]
    std::string program;              ///< version and commit
};

/// Throws UsageError when no cell has a time.
Scaling make_scaling(const GatheredCells& gathered, double start_up, const std::string& program);

/// A page on the makespan for 1 to 10,000 processes, what bounds it, and what would change that.
void write_scaling(std::ostream& out, const Scaling& scaling);

}  // namespace touchstone::reports
