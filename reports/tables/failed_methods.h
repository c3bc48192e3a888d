#pragma once

#include <string>
#include <vector>

#include "testcases/cells/cell.h"

namespace touchstone::reports {

/// The rows of a method, to tell whether it ever did what it was asked.
struct MethodTally {
    std::string generator_id;
    int rows = 0;
    int failed = 0;
    std::string reason;  ///< of the first that failed
};

/// Adds a row to the tally of its method.
void count_row(std::vector<MethodTally>& tallies, const std::string& generator_id,
               const Cell& cell);

/// Returns a line for each method that failed in all of its rows: "mine failed in all of its 8
/// rows, the first: no answer within 2 s".
std::vector<std::string> failed_in_all(const std::vector<MethodTally>& tallies);

}  // namespace touchstone::reports
