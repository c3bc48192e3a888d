#pragma once

#include <vector>

#include "viewer/scene/scene_view.h"

namespace touchstone::viewer {

/// The color of each contact, with the legend.
struct ContactColoring {
    std::vector<Color> colors;  ///< color of each contact shown
    std::vector<LegendEntry> legend;
};

/// Colors the contacts of a view by a property. Without a comparison, the difference is the
/// verdict. Separations within the rounding of coordinates all count as touching.
ContactColoring color_contacts(const ViewSource& source, ColorBy color_by);

}  // namespace touchstone::viewer
