#include "viewer/tables/plots.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "methods/base/csv_text.h"
#include "methods/base/find_by_id.h"
#include "methods/base/number_text.h"
#include "methods/quality/metrics.h"

namespace touchstone::viewer {
namespace {

constexpr int kBins = 20;

struct KindText {
    std::string_view id;
    const char* title;
    const char* meaning;
};

// Titles and explanations in the order of PlotKind.
constexpr std::array<KindText, kPlotKinds> kKinds{
    {{"quality", "Quality", "|n·e| of every contact, e its nearest right normal, sorted"},
     {"histogram", "Histogram", "how many contacts have which |n·e|"},
     {"contacts", "Contacts", "per step: how many there are, and how many are right"},
     {"areas", "Areas", "per step: what the contacts of each pair span; dashed: what they should"},
     {"energy", "Energies", "per step: of all bodies that can move, at the end of each step"},
     {"residual", "Residuals", "of each sweep of the solver in the step that is looked at"},
     {"stops", "Stops",
      "per step: at what share of it a body's motion ended at another body, by pair"},
     {"gap", "Gaps", "per step: the smallest separation of a contact; below 0 surfaces overlap"}}};

Color color_of(std::size_t series) { return series_color(static_cast<int>(series)); }

/// Returns the contacts with a known alignment, the worst first; equal ones by index.
std::vector<std::pair<double, int>> sorted_contacts(const Moment& moment) {
    std::vector<std::pair<double, int>> sorted;
    const std::vector<Verdict>& verdicts = moment.judgement.verdicts;
    for (int i = 0; i < std::ssize(verdicts); ++i) {
        if (verdicts[i].alignment) {
            sorted.emplace_back(*verdicts[i].alignment, i);
        }
    }
    std::ranges::sort(sorted);
    return sorted;
}

void add_quality(Plot& plot, std::span<const PlotSide> sides) {
    plot.x_title = "contact, the worst first";
    plot.y_title = "|n·e|";
    plot.target = PlotTarget::Contact;
    for (std::size_t side = 0; side < sides.size(); ++side) {
        PlotSeries series{sides[side].title, color_of(side), {}};
        for (const auto& [alignment, contact] : sorted_contacts(*sides[side].moment)) {
            const auto rank = static_cast<double>(series.points.size() + 1);
            series.points.push_back({rank, alignment, side == 0 ? contact : -1});
        }
        plot.series.push_back(std::move(series));
    }
    plot.nothing = "Nothing says which normals are right here, or there are no contacts.";
}

/// Makes one bar per bin; a bar stands for the worst contact in it.
PlotSeries histogram_series(const PlotSide& side, bool has_targets, const Color& color) {
    PlotSeries series{side.title, color, {}};
    for (int bin = 0; bin < kBins; ++bin) {
        series.points.push_back({(bin + 0.5) / kBins, 0.0, -1});
    }
    for (const auto& [alignment, contact] : sorted_contacts(*side.moment)) {
        const int bin = std::clamp(static_cast<int>(alignment * kBins), 0, kBins - 1);
        series.points[bin].y += 1.0;
        if (has_targets && series.points[bin].target < 0) {
            series.points[bin].target = contact;
        }
    }
    return series;
}

void add_histogram(Plot& plot, std::span<const PlotSide> sides) {
    plot.x_title = "|n·e|";
    plot.y_title = "contacts";
    plot.bars = true;
    plot.bar_width = 1.0 / kBins;
    plot.target = PlotTarget::Contact;
    plot.nothing = "Nothing says which normals are right here, or there are no contacts.";
    bool any = false;
    for (std::size_t side = 0; side < sides.size(); ++side) {
        plot.series.push_back(histogram_series(sides[side], side == 0, color_of(side)));
        any = any || std::ranges::any_of(plot.series.back().points,
                                         [](const PlotPoint& bin) { return bin.y > 0.0; });
    }
    if (!any) {
        plot.series.clear();
    }
}

/// Adds the value of a step. Steps that nobody has looked at, or that were not judged, leave a gap.
void add_step(PlotSeries& series, int step, double value) {
    const bool gap = !series.points.empty() && series.points.back().target != step - 1;
    series.points.push_back({static_cast<double>(step), value, step, gap});
}

void add_contacts(Plot& plot, std::span<const PlotSide> sides) {
    plot.x_title = "step";
    plot.y_title = "contacts";
    plot.target = PlotTarget::Step;
    const bool alone = sides.size() == 1;
    for (std::size_t side = 0; side < sides.size(); ++side) {
        PlotSeries all{alone ? "all" : sides[side].title, color_of(side), {}};
        PlotSeries right{"right", verdict_color(VerdictKind::Right), {}};
        for (const auto& [step, summary] : *sides[side].history) {
            add_step(all, step, summary.contacts);
            if (summary.judged) {
                add_step(right, step, summary.correct);
            }
        }
        plot.series.push_back(std::move(all));
        if (alone && !right.points.empty()) {
            plot.series.push_back(std::move(right));
        }
    }
    plot.nothing = "No step is known yet.";
}

void add_areas(Plot& plot, const PlotSide& side, std::span<const BodySetup> bodies) {
    plot.x_title = "step";
    plot.y_title = "area [m²]";
    plot.target = PlotTarget::Step;
    for (const auto& [step, summary] : *side.history) {
        for (std::size_t pair = 0; pair < summary.areas.size(); ++pair) {
            const PairArea& area = summary.areas[pair];
            if (pair >= plot.series.size()) {
                plot.series.push_back({bodies[area.body_a].name + ", " + bodies[area.body_b].name,
                                       color_of(pair),
                                       {}});
            }
            if (area.judged) {
                add_step(plot.series[pair], step, area.area);
            }
        }
    }
    for (std::size_t pair = 0;
         pair < side.moment->judgement.pairs.size() && pair < plot.series.size(); ++pair) {
        const std::optional<double>& known = side.moment->judgement.pairs[pair].known_area;
        if (known) {
            plot.levels.push_back({plot.series[pair].title, plot.series[pair].color, *known});
        }
    }
    plot.nothing = "Nothing says which pairs of bodies touch here.";
}

void add_energy(Plot& plot, const PlotSide& side) {
    plot.x_title = "step";
    plot.y_title = "energy [J]";
    plot.target = PlotTarget::Step;
    PlotSeries kinetic{"kinetic", color_of(0), {}};
    PlotSeries potential{"potential, its change", color_of(1), {}};
    std::optional<double> first;
    for (const auto& [step, summary] : *side.history) {
        if (!summary.energy) {
            continue;
        }
        // Potential energy has an arbitrary zero; relative to the first value, changes become
        // visible.
        first = first.value_or(summary.energy->potential);
        add_step(kinetic, step, summary.energy->kinetic);
        add_step(potential, step, summary.energy->potential - *first);
    }
    plot.series = {std::move(kinetic), std::move(potential)};
    plot.nothing = "Play, and energies are plotted by step.";
}

void add_residuals(Plot& plot, const PlotSide& side) {
    plot.x_title = "sweep";
    plot.y_title = "residual [N s]";
    plot.logarithmic = true;
    PlotSeries series{"residual", color_of(0), {}};
    if (side.moment->record) {
        double sweep = 0.0;
        for (const double residual : side.moment->record->solve.residuals) {
            sweep += 1.0;
            if (residual > 0.0 && std::isfinite(residual)) {
                series.points.push_back({sweep, residual, -1});
            }
        }
    }
    plot.series = {std::move(series)};
    plot.nothing = side.moment->record ? "The solver had nothing to do in this step."
                                       : "Play, and the sweeps of each step are plotted.";
}

/// Adds the bodies whose motion a bound on steps ended where they met.
void add_stops(Plot& plot, const PlotSide& side, std::span<const BodySetup> bodies) {
    plot.x_title = "step";
    plot.y_title = "share of the step";
    plot.target = PlotTarget::Step;
    std::map<std::pair<int, int>, std::size_t> series_of;
    for (const auto& [step, summary] : *side.history) {
        for (const StepStop& stop : summary.stops) {
            const std::size_t next = plot.series.size();
            const auto [entry, is_new] = series_of.try_emplace({stop.body_a, stop.body_b}, next);
            if (is_new) {
                plot.series.push_back({bodies[stop.body_a].name + ", " + bodies[stop.body_b].name,
                                       color_of(next),
                                       {}});
            }
            add_step(plot.series[entry->second], step, stop.share);
        }
    }
    if (!plot.series.empty()) {
        plot.x_range = {0.0, static_cast<double>(side.history->rbegin()->first)};
    }
    plot.nothing =
        "No motion has ended at another body in the steps that were looked at; "
        "solver.step_bound=ccd bounds motions.";
}

void add_gaps(Plot& plot, std::span<const PlotSide> sides) {
    plot.x_title = "step";
    plot.y_title = "smallest separation [m]";
    plot.target = PlotTarget::Step;
    for (std::size_t side = 0; side < sides.size(); ++side) {
        PlotSeries series{sides[side].title, color_of(side), {}};
        for (const auto& [step, summary] : *sides[side].history) {
            if (summary.gap) {
                add_step(series, step, *summary.gap);
            }
        }
        plot.series.push_back(std::move(series));
    }
    plot.nothing = "Play, and the smallest gap is plotted by step, where there are contacts.";
}

void set_ranges(Plot& plot) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    AxisRange x{kFar, -kFar};
    if (plot.kind == PlotKind::Stops && !plot.series.empty()) {
        x = plot.x_range;  // all steps, also those without a stop
    }
    AxisRange y{plot.logarithmic ? kFar : 0.0, -kFar};
    const auto extend = [](AxisRange& range, double value) {
        range.low = std::min(range.low, value);
        range.high = std::max(range.high, value);
    };
    for (const PlotSeries& series : plot.series) {
        for (const PlotPoint& point : series.points) {
            extend(x, point.x);
            extend(y, point.y);
        }
    }
    if (!(x.low <= x.high)) {
        plot.series.clear();
        plot.levels.clear();
        return;
    }
    for (const PlotLevel& level : plot.levels) {
        extend(y, level.y);
    }
    plot.nothing.clear();
    plot.x_range = x.high > x.low ? x : AxisRange{x.low - 0.5, x.high + 0.5};
    plot.y_range = plot.logarithmic ? decade_range(y.low, y.high) : roomy_range(y.low, y.high);
    if (plot.kind == PlotKind::Quality) {
        plot.y_range = {0.0, 1.05};
    }
    if (plot.kind == PlotKind::Histogram) {
        plot.x_range = {0.0, 1.0};
    }
    if (plot.kind == PlotKind::Stops) {
        plot.y_range = {0.0, 1.05};
    }
}

}  // namespace

std::string_view plot_id(PlotKind kind) { return kKinds[static_cast<std::size_t>(kind)].id; }
const char* plot_title(PlotKind kind) { return kKinds[static_cast<std::size_t>(kind)].title; }
const char* plot_meaning(PlotKind kind) { return kKinds[static_cast<std::size_t>(kind)].meaning; }

PlotKind find_plot(std::string_view id) {
    return static_cast<PlotKind>(&find_by_id(kKinds, id, "plot") - kKinds.data());
}

Plot make_plot(PlotKind kind, std::span<const PlotSide> sides, std::span<const BodySetup> bodies) {
    Plot plot;
    plot.kind = kind;
    switch (kind) {
        case PlotKind::Quality:
            add_quality(plot, sides);
            break;
        case PlotKind::Histogram:
            add_histogram(plot, sides);
            break;
        case PlotKind::Contacts:
            add_contacts(plot, sides);
            break;
        case PlotKind::Areas:
            add_areas(plot, sides[0], bodies);
            break;
        case PlotKind::Energy:
            add_energy(plot, sides[0]);
            break;
        case PlotKind::Residual:
            add_residuals(plot, sides[0]);
            break;
        case PlotKind::Stops:
            add_stops(plot, sides[0], bodies);
            break;
        case PlotKind::Gap:
            add_gaps(plot, sides);
            break;
    }
    set_ranges(plot);
    return plot;
}

std::optional<double> find_target(const Plot& plot, int target) {
    if (plot.series.empty() || target < 0) {
        return std::nullopt;
    }
    const std::vector<PlotPoint>& points = plot.series[0].points;
    const auto found = std::ranges::find(points, target, &PlotPoint::target);
    return found == points.end() ? std::nullopt : std::optional(found->x);
}

std::string plot_csv(const Plot& plot) {
    std::string text = "series," + csv_field(plot.x_title) + "," + csv_field(plot.y_title) + "\n";
    for (const PlotSeries& series : plot.series) {
        for (const PlotPoint& point : series.points) {
            text +=
                csv_field(series.title) + "," + shortest(point.x) + "," + shortest(point.y) + "\n";
        }
    }
    for (const PlotLevel& level : plot.levels) {
        text += csv_field("expected: " + level.title) + ",," + shortest(level.y) + "\n";
    }
    return text;
}

}  // namespace touchstone::viewer
