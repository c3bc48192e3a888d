#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "reports/plots/plot.h"
#include "reports/tables/study_outcomes.h"

namespace touchstone::reports {

/// A drawing of one profile, and the name of its files without their ends.
struct StudyPlot {
    std::string name;
    std::string x_column;  ///< of the CSV file with its data
    std::string y_column;  ///< the same
    Plot plot;
};

/// Contacts per step for `counts`, else the sorted Q of each generator's contacts.
std::vector<StudyPlot> make_study_plots(const StudyOutcomes& outcomes);

/// The points of a plot, one per line.
void write_plot_csv(std::ostream& out, const StudyPlot& plot);

}  // namespace touchstone::reports
