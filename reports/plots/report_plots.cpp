#include "reports/plots/report_plots.h"

#include <algorithm>
#include <utility>

#include "methods/quality/metrics.h"

namespace touchstone::reports {
namespace {

constexpr std::size_t kPanelsPerPlot = 12;  // four rows of three: a page
constexpr double kSameArea = 1e-6;          // relative difference of areas that counts as equal [-]
constexpr int kFewestPairs = 4;             // number of pairs below which a
                                            // curve over them shows nothing

int place_of(std::vector<std::string>& keys, const std::string& key) {
    const auto found = std::ranges::find(keys, key);
    const auto index = static_cast<int>(found - keys.begin());
    if (found == keys.end()) {
        keys.push_back(key);
    }
    return index;
}

/// A maker of panels with one series per generator, in the order of the rows.
class PanelMaker {
 public:
    PlotSeries& series(const std::string& case_key, const std::string& case_title,
                       const std::string& generator_title) {
        const int panel = place_of(cases_, case_key);
        const int index = place_of(generators_, generator_title);
        if (panel == std::ssize(panels_)) {
            panels_.push_back({case_title, {}});
        }
        std::vector<PlotSeries>& list = panels_[panel].series;
        list.resize(std::max(list.size(), static_cast<std::size_t>(index) + 1));
        list[index].title = generator_title;
        return list[index];
    }

    std::vector<PlotPanel> take() {
        for (PlotPanel& panel : panels_) {
            panel.series.resize(generators_.size());
            for (std::size_t i = 0; i < generators_.size(); ++i) {
                panel.series[i].title = generators_[i];
            }
        }
        return std::move(panels_);
    }

 private:
    std::vector<std::string> cases_;
    std::vector<std::string> generators_;
    std::vector<PlotPanel> panels_;
};

/// Makes panels over the share of the contacts, so that rows of one contact and of hundreds share a
/// drawing.
std::vector<PlotPanel> quality_panels(const Report& report) {
    PanelMaker panels;
    for (const StudyRow& row : report.rows) {
        const std::vector<double> alignments = sorted_alignments(row.judgement);
        PlotSeries& series = panels.series(row.case_id, row.case_title, row.generator_title);
        const auto total = static_cast<double>(alignments.size());
        for (std::size_t i = 0; i < alignments.size(); ++i) {
            series.points.emplace_back(100.0 * (static_cast<double>(i) + 0.5) / total,
                                       alignments[i]);
        }
    }
    std::vector<PlotPanel> result = panels.take();
    std::erase_if(result, [](const PlotPanel& panel) {
        return std::ranges::all_of(panel.series,
                                   [](const PlotSeries& series) { return series.points.empty(); });
    });
    return result;
}

/// Returns the true and the spanned area of the pairs that state one, in ascending order of both
/// [m²]. True areas that differ only by rounding count as equal, otherwise the spanned ones would
/// jump up and down along a plateau.
std::vector<std::pair<double, double>> pair_areas(const StudyRow& row) {
    std::vector<std::pair<double, double>> areas;
    for (const PairJudgement& pair : row.judgement.pairs) {
        if (pair.known_area) {
            areas.emplace_back(*pair.known_area, pair.contact_area);
        }
    }
    std::ranges::sort(areas);
    for (auto begin = areas.begin(); begin != areas.end();) {
        const double limit = begin->first * (1.0 + kSameArea);
        const auto end =
            std::find_if(begin, areas.end(), [&](const auto& area) { return area.first > limit; });
        std::sort(begin, end, [](const auto& a, const auto& b) { return a.second < b.second; });
        begin = end;
    }
    return areas;
}

std::vector<PlotPanel> area_panels(const Report& report) {
    PanelMaker panels;
    for (const StudyRow& row : report.rows) {
        const std::vector<std::pair<double, double>> areas = pair_areas(row);
        if (std::ssize(areas) < kFewestPairs) {
            continue;
        }
        PlotSeries& ours = panels.series(row.case_id, row.case_title, row.generator_title);
        for (std::size_t i = 0; i < areas.size(); ++i) {
            ours.points.emplace_back(static_cast<double>(i + 1), areas[i].second);
        }
    }
    // Last, so that a generator looks as in the other drawings.
    for (const StudyRow& row : report.rows) {
        const std::vector<std::pair<double, double>> areas = pair_areas(row);
        if (std::ssize(areas) < kFewestPairs) {
            continue;
        }
        PlotSeries& truth = panels.series(row.case_id, row.case_title, "True area");
        const bool is_first = truth.points.empty();
        for (std::size_t i = 0; is_first && i < areas.size(); ++i) {
            truth.points.emplace_back(static_cast<double>(i + 1), areas[i].first);
        }
    }
    return panels.take();
}

std::vector<PlotPanel> count_panels(const std::vector<CountHistory>& history) {
    PanelMaker panels;
    for (const CountHistory& entry : history) {
        PlotSeries& series =
            panels.series(entry.case_title, entry.case_title, entry.generator_title);
        for (std::size_t i = 0; i < entry.counts.size(); ++i) {
            series.points.emplace_back(static_cast<double>(i + 1), entry.counts[i]);
        }
    }
    return panels.take();
}

/// Adds `form` on as many sheets as the panels need.
void add_plots(std::vector<StudyPlot>& plots, const StudyPlot& form,
               std::vector<PlotPanel> panels) {
    const std::size_t sheets = (panels.size() + kPanelsPerPlot - 1) / kPanelsPerPlot;
    for (std::size_t sheet = 0; sheet < sheets; ++sheet) {
        StudyPlot plot = form;
        plot.name = form.name + "-" + std::to_string(sheet + 1);
        const std::size_t end = std::min(panels.size(), (sheet + 1) * kPanelsPerPlot);
        for (std::size_t i = sheet * kPanelsPerPlot; i < end; ++i) {
            plot.plot.panels.push_back(std::move(panels[i]));
        }
        if (plot.plot.panels.size() == 1) {
            plot.plot.title += ": " + plot.plot.panels[0].title;
        } else if (sheets > 1) {
            plot.plot.title +=
                " (" + std::to_string(sheet + 1) + " of " + std::to_string(sheets) + ")";
        }
        plots.push_back(std::move(plot));
    }
}

}  // namespace

std::vector<StudyPlot> make_report_plots(const Report& report,
                                         const std::vector<CountHistory>& history) {
    std::vector<StudyPlot> plots;
    StudyPlot quality{"quality", "share_of_contacts", "alignment", {}};
    quality.plot.title = "Q of the contacts, sorted";
    quality.plot.x_label = "Contacts from worst to best (%)";
    quality.plot.y_label = "Q = |n · e|, 1 is right";
    quality.plot.x_range = {0.0, 100.0};
    quality.plot.y_range = {0.0, 1.03};
    add_plots(plots, quality, quality_panels(report));
    StudyPlot area{"area", "pair", "area", {}};
    area.plot.title = "Area that the contacts of each pair span";
    area.plot.x_label = "Pairs by their true area, then by the spanned one";
    area.plot.y_label = "Area (m²)";
    add_plots(plots, area, area_panels(report));
    StudyPlot counts{"counts", "query", "contacts", {}};
    counts.plot.title = "Contacts over the queries";
    counts.plot.x_label = "Query";
    counts.plot.y_label = "Contacts (number)";
    add_plots(plots, counts, count_panels(history));
    return plots;
}

}  // namespace touchstone::reports
