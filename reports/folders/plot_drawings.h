#pragma once

#include <vector>

#include "reports/pages/html_writer.h"
#include "reports/plots/study_plots.h"
#include "testcases/cells/cell_folder.h"
#include "testcases/cells/watch.h"

namespace touchstone::reports {

/// Draws plots for a page, `threads` at a time (0: one per core), each by a program of its own; one
/// that cannot be drawn says why not. Their order is that of `plots`. `kept`: where drawings stay,
/// as cells, which processes that fill one folder share; null: nowhere. Throws the errors of
/// writing there.
std::vector<PagePlot> draw_plots(const std::vector<StudyPlot>& plots, int threads,
                                 const CellFolder* kept, const StopRequest& stop);

}  // namespace touchstone::reports
