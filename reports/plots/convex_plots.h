#pragma once

#include <vector>

#include "reports/plots/study_plots.h"
#include "reports/tables/convex_report.h"

namespace touchstone::reports {

/// Of each table how many samples have not come to a share of the first contact's time after so
/// many iterations, as in Yuan et al. [2025], Figure 5.
std::vector<StudyPlot> make_convex_plots(const ConvexReport& report);

}  // namespace touchstone::reports
