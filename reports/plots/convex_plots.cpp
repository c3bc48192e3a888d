#include "reports/plots/convex_plots.h"

#include <string>
#include <utility>

#include "reports/text/number_text.h"

namespace touchstone::reports {
namespace {

PlotSeries convex_series(const ConvexStudyRow& row, const std::vector<int>& curve) {
    PlotSeries series{row.title, {}};
    for (int k = 0; k < std::ssize(curve); ++k) {
        series.points.emplace_back(k, curve[k]);
    }
    return series;
}

}  // namespace

std::vector<StudyPlot> make_convex_plots(const ConvexReport& report) {
    std::vector<StudyPlot> plots;
    for (const ConvexTable& table : report.tables) {
        StudyPlot plot;
        plot.name = "c5d-" + std::string(table.set.id) + "-" + std::string(table.transform.id);
        plot.x_column = "iterations";
        plot.y_column = "samples";
        plot.plot.title = "Samples that have not come to a share of the first contact's time";
        plot.plot.x_label = "iterations";
        plot.plot.y_label = "samples";
        plot.plot.logarithmic = true;
        for (int j = 0; j < 3; ++j) {
            PlotPanel panel{"to " + rounded_text(kKeyShares[j], 2) + " of it", {}};
            for (const ConvexStudyRow& row : table.rows) {
                if (!row.curves[j].empty()) {
                    panel.series.push_back(convex_series(row, row.curves[j]));
                }
            }
            plot.plot.panels.push_back(std::move(panel));
        }
        if (!plot.plot.panels[0].series.empty()) {
            plots.push_back(std::move(plot));
        }
    }
    return plots;
}

}  // namespace touchstone::reports
