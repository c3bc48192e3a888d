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

// What the plots show, as plain data: nothing is needed to draw them to make or test them.

namespace touchstone::viewer {

enum class PlotKind { Quality, Histogram, Contacts, Areas, Energy, Residual };
inline constexpr int kPlotKinds = 6;
std::string_view plot_id(PlotKind kind);  ///< "quality", as commands and files have it
const char* plot_title(PlotKind kind);    ///< "Quality"
const char* plot_meaning(PlotKind kind);  ///< one line
PlotKind find_plot(std::string_view id);  ///< or UnknownName

/// What a point of a plot stands for.
enum class PlotTarget { None, Contact, Step };

struct PlotPoint {
    double x = 0.0;
    double y = 0.0;
    int target = -1;  ///< the contact or step it stands for; -1: none
};

struct PlotSeries {
    std::string title;
    Color color;
    std::vector<PlotPoint> points;  ///< by rising x
};

/// A line across: what is right.
struct PlotLevel {
    std::string title;
    Color color;
    double y = 0.0;
};

struct Plot {
    PlotKind kind = PlotKind::Quality;
    std::string x_title;  ///< with its unit
    std::string y_title;
    bool bars = false;         ///< instead of lines
    double bar_width = 0.0;    ///< of all series together, in x
    bool logarithmic = false;  ///< in y; then no point is ≤ 0
    PlotTarget target = PlotTarget::None;
    std::vector<PlotSeries> series;
    std::vector<PlotLevel> levels;
    AxisRange x_range;
    AxisRange y_range;
    std::string nothing;  ///< why there is nothing to show; empty: there is
};

/// One side of the picture as the plots see it.
struct PlotSide {
    std::string title;
    const Moment* moment = nullptr;
    const std::map<int, StepSummary>* history = nullptr;  ///< by step
};

/// `sides`: one or two. Where there are two, each is a series of its own, but for areas, energies
/// and residuals: these are the first side's.
Plot make_plot(PlotKind kind, std::span<const PlotSide> sides, std::span<const BodySetup> bodies);

/// Where the plot shows this contact or step, in x; nothing when it does not.
std::optional<double> find_target(const Plot& plot, int target);

/// A row per point: series, x, y. Levels are rows without x.
std::string plot_csv(const Plot& plot);

}  // namespace touchstone::viewer
