#pragma once

#include <vector>

#include "reports/plots/study_plots.h"
#include "reports/tables/impacts/convex_report.h"

namespace touchstone::reports {

/// Makes a plot of each table: the number of samples that, after so many iterations, have not
/// reached a share of the time of first contact, as in Yuan et al. [2025], Figure 5.
std::vector<StudyPlot> make_convex_plots(const ConvexReport& report);

}  // namespace touchstone::reports
