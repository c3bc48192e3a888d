#pragma once

#include <imgui.h>

#include <optional>

#include "viewer/tables/plots.h"

namespace touchstone::viewer {

/// The interaction of the pointer with a plot.
struct PlotHit {
    std::optional<int> clicked;  ///< target of the point that was clicked
    bool hovered = false;
};

/// Draws a plot with axes, legend and a label at the pointer. `marked`: the selected contact or
/// step, whichever the plot's points stand for; -1: none.
PlotHit draw_plot(const Plot& plot, const ImVec2& size, int marked);

}  // namespace touchstone::viewer
