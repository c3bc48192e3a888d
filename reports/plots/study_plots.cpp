#include "reports/plots/study_plots.h"

#include <ostream>

#include "methods/base/join.h"
#include "reports/tables/csv_line.h"

namespace touchstone::reports {
namespace {

/// Makes a series over the share of the contacts, so that runs of a hundred contacts and of
/// thousands can be compared.
PlotSeries quality_series(const StudyOutcome& outcome) {
    PlotSeries series{outcome.run.variant.title, {}};
    const auto total = static_cast<double>(outcome.result.alignments.size());
    for (const double alignment : outcome.result.alignments) {
        const double middle = static_cast<double>(series.points.size()) + 0.5;
        series.points.emplace_back(100.0 * middle / total, alignment);
    }
    return series;
}

PlotSeries count_series(const StudyOutcome& outcome, bool logarithmic) {
    PlotSeries series{find_generator(outcome.run.generator).title, {}};
    for (std::size_t i = 0; i < outcome.result.counts.size(); ++i) {
        if (!logarithmic || outcome.result.counts[i] > 0) {
            series.points.emplace_back(static_cast<double>(i + 1), outcome.result.counts[i]);
        }
    }
    return series;
}

StudyPlot make_count_plot(const StudyOutcomes& outcomes, Profile profile) {
    StudyPlot plot;
    plot.x_column = "step";
    plot.y_column = "contacts";
    plot.plot.x_label = "Step";
    plot.plot.y_label = "Contacts in the step (number)";
    plot.plot.logarithmic = true;
    PlotPanel panel;
    panel.title = "Contacts per step";
    for (const StudyOutcome& outcome : outcomes.runs) {
        if (outcome.run.settings.profile == profile) {
            panel.series.push_back(count_series(outcome, plot.plot.logarithmic));
        }
    }
    plot.plot.panels.push_back(std::move(panel));
    return plot;
}

StudyPlot make_quality_plot(const StudyOutcomes& outcomes, Profile profile) {
    StudyPlot plot;
    plot.x_column = "share_of_contacts";
    plot.y_column = "alignment";
    plot.plot.x_label = "Contacts from worst to best (%)";
    plot.plot.y_label = "Q = |n · n_true|, 1 is right";
    plot.plot.x_range = {0.0, 100.0};
    plot.plot.y_range = {0.0, 1.03};
    for (const std::string& generator : outcomes.generators()) {
        PlotPanel panel;
        std::string counts;
        for (const StudyOutcome& outcome : outcomes.runs) {
            if (outcome.run.settings.profile == profile && outcome.run.generator == generator) {
                panel.series.push_back(quality_series(outcome));
                append_item(counts, std::to_string(outcome.result.contacts()));
            }
        }
        panel.title = find_generator(generator).title + ": " + counts + " contacts";
        plot.plot.panels.push_back(std::move(panel));
    }
    return plot;
}

}  // namespace

std::vector<StudyPlot> make_study_plots(const StudyOutcomes& outcomes) {
    std::vector<StudyPlot> plots;
    for (const Profile profile : outcomes.profiles()) {
        const bool counts = outcomes.experiment->counted;
        StudyPlot plot =
            counts ? make_count_plot(outcomes, profile) : make_quality_plot(outcomes, profile);
        const std::string name(profile_id(profile));
        plot.name = outcomes.experiment->id + "-" + name + (counts ? "-steps" : "-quality");
        plot.plot.title = outcomes.experiment->title + " (" + name + ")";
        plots.push_back(std::move(plot));
    }
    return plots;
}

void write_plot_csv(std::ostream& out, const StudyPlot& plot) {
    write_csv_line(out,
                   {std::string("panel"), std::string("series"), plot.x_column, plot.y_column});
    for (const PlotPanel& panel : plot.plot.panels) {
        for (const PlotSeries& series : panel.series) {
            for (const auto& [x, y] : series.points) {
                write_csv_line(out, {panel.title, series.title, x, y});
            }
        }
    }
}

}  // namespace touchstone::reports
