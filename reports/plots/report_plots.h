#pragma once

#include <string>
#include <vector>

#include "reports/plots/study_plots.h"
#include "reports/tables/report.h"

namespace touchstone::reports {

/// How many contacts each query of one case with one generator found, from the first one on.
struct CountHistory {
    std::string case_title;
    std::string generator_title;
    std::vector<int> counts;
};

/// The drawings of a report: per case Q of each generator's contacts from the worst to the best;
/// where at least four pairs state the area of their contact region, the areas that the contacts
/// span, pair by pair, beside the true ones; the counts of `history`, when there are any. A series
/// has the same look in every panel. Files are called `quality-1`, `area-1`, `counts-1`, and so on.
std::vector<StudyPlot> make_report_plots(const Report& report,
                                         const std::vector<CountHistory>& history);

}  // namespace touchstone::reports
