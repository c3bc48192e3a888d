#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/model/step_summary.h"
#include "viewer/scene/palette.h"
#include "viewer/tables/plot_axis.h"

// The contents of plots as plain data: they can be made and tested without drawing.

namespace touchstone::viewer {

/// The kinds of plot.
enum class PlotKind { Quality, Histogram, Contacts, Areas, Energy, Residual, Stops, Gap };
/// Number of kinds of plot.
inline constexpr int kPlotKinds = 8;
/// Returns the id in commands and files: "quality".
std::string_view plot_id(PlotKind kind);
/// Returns the title: "Quality".
const char* plot_title(PlotKind kind);
/// Returns the explanation, one line.
const char* plot_meaning(PlotKind kind);
/// Returns the plot with this id. Throws UnknownName for other ids.
PlotKind find_plot(std::string_view id);

/// The kind of object that a point of a plot stands for.
enum class PlotTarget { None, Contact, Step };

/// A point of a plot.
struct PlotPoint {
    double x = 0.0;
    double y = 0.0;
    int target = -1;         ///< contact or step that it stands for; -1: none
    bool after_gap = false;  ///< true: no line leads here from the point before
};

/// A series of points.
struct PlotSeries {
    std::string title;
    Color color;
    std::vector<PlotPoint> points;  ///< points by ascending x
};

/// A horizontal line at the right value.
struct PlotLevel {
    std::string title;
    Color color;
    double y = 0.0;
};

/// A plot, ready to be drawn.
struct Plot {
    PlotKind kind = PlotKind::Quality;
    std::string x_title;  ///< title including the unit
    std::string y_title;
    bool bars = false;         ///< true: bars instead of lines
    double bar_width = 0.0;    ///< width of the bars of all series together, in x units
    bool logarithmic = false;  ///< true: logarithmic in y, and all points are > 0
    PlotTarget target = PlotTarget::None;
    std::vector<PlotSeries> series;
    std::vector<PlotLevel> levels;
    AxisRange x_range;
    AxisRange y_range;
    std::string nothing;  ///< reason why there is nothing to show; empty: there is
};

/// The data of one side of the picture.
struct PlotSide {
    std::string title;
    const Moment* moment = nullptr;
    const std::map<int, StepSummary>* history = nullptr;  ///< summaries by step
};

/// Makes a plot of one or two `sides`. Two sides are two series, except for areas, energies,
/// residuals and stops, which are the first side's.
Plot make_plot(PlotKind kind, std::span<const PlotSide> sides, std::span<const BodySetup> bodies);

/// Returns the position in x of a contact or step; nothing when the plot does not show it.
std::optional<double> find_target(const Plot& plot, int target);

/// Writes the plot as CSV, one row per point: series, x, y. Levels are rows without x.
std::string plot_csv(const Plot& plot);

}  // namespace touchstone::viewer
