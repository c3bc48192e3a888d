#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include "reports/tables/regression/figures.h"
#include "reports/text/terminal_table.h"

// What moved between two sets of answers. All begin with how many rows got better and worse.

namespace touchstone::reports {

/// The origins of the two sets, as heads of columns: "Baseline" and "Now".
struct MovementSides {
    std::string before;
    std::string after;
};

/// Writes one table, with at most kMostMovementsShown movements of each row.
void write_movements_markdown(std::ostream& out, std::span<const Movement> movements,
                              const MovementSides& sides);

/// Writes a line per row, its movements below it, in colour.
void write_movements_terminal(std::ostream& out, std::span<const Movement> movements,
                              const TerminalStyle& style);

/// Writes a line per movement, all of them.
void write_movements_csv(std::ostream& out, std::span<const Movement> movements);

/// Commands of GitHub's runner: an error for each row that got worse or is missing, a notice for
/// one that got better, a warning for any other; as many of each as the runner shows.
void write_movements_github(std::ostream& out, std::span<const Movement> movements);

}  // namespace touchstone::reports
