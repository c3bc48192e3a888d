#pragma once

#include <string>
#include <vector>

#include "reports/plots/study_plots.h"
#include "reports/tables/report.h"

namespace touchstone::reports {

/// The numbers of contacts in the queries of one case with one generator, from the first query on.
struct CountHistory {
    std::string case_title;
    std::string generator_title;
    std::vector<int> counts;
};

/// Makes the drawings of a report: for each case, Q of each generator's contacts from the worst to
/// the best; where at least four pairs state the area of their contact region, the areas that the
/// contacts span, pair by pair, next to the true ones; and the counts of `history`, if any. A
/// series has the same look in every panel. Files are named `quality-1`, `area-1`, `counts-1`, and
/// so on.
std::vector<StudyPlot> make_report_plots(const Report& report,
                                         const std::vector<CountHistory>& history);

}  // namespace touchstone::reports
