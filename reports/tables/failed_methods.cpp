#include "reports/tables/failed_methods.h"

#include <algorithm>

namespace touchstone::reports {

void count_row(std::vector<MethodTally>& tallies, const std::string& generator_id,
               const Cell& cell) {
    auto tally = std::ranges::find(tallies, generator_id, &MethodTally::generator_id);
    if (tally == tallies.end()) {
        tallies.emplace_back().generator_id = generator_id;
        tally = tallies.end() - 1;
    }
    ++tally->rows;
    if (cell.outcome == Outcome::Failed) {
        tally->reason = tally->failed == 0 ? cell.reason : tally->reason;
        ++tally->failed;
    }
}

std::vector<std::string> failed_in_all(const std::vector<MethodTally>& tallies) {
    std::vector<std::string> lines;
    for (const MethodTally& tally : tallies) {
        if (tally.failed == tally.rows) {
            lines.push_back(tally.generator_id + " failed in all of its " +
                            std::to_string(tally.rows) +
                            (tally.rows == 1 ? " row: " : " rows, the first: ") + tally.reason);
        }
    }
    return lines;
}

}  // namespace touchstone::reports
