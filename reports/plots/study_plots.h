#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "reports/plots/plot.h"
#include "reports/tables/study_outcomes.h"

namespace touchstone::reports {

/// A drawing of one profile, with the base name of its files.
struct StudyPlot {
    std::string name;
    std::string x_column;  ///< heading of x in the CSV file with its data
    std::string y_column;  ///< heading of y in that file
    Plot plot;
};

/// Makes plots of the contacts per step for `counts`, otherwise of the sorted Q of each generator's
/// contacts.
std::vector<StudyPlot> make_study_plots(const StudyOutcomes& outcomes);

/// Writes the points of a plot, one per line.
void write_plot_csv(std::ostream& out, const StudyPlot& plot);

}  // namespace touchstone::reports
