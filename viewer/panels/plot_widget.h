#pragma once

#include <imgui.h>

#include <optional>

#include "viewer/tables/plots.h"

namespace touchstone::viewer {

/// What the pointer is on, in a plot.
struct PlotHit {
    std::optional<int> clicked;  ///< the target of the point that was clicked
    bool hovered = false;
};

/// Draws a plot with axes, legend and what the pointer is on. `marked`: the contact or step
/// that is selected, whichever the plot's points stand for; -1: none.
PlotHit draw_plot(const Plot& plot, const ImVec2& size, int marked);

}  // namespace touchstone::viewer
