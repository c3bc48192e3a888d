#pragma once

#include "viewer/panels/panels.h"

namespace touchstone::viewer {

/// An edge of a panel that can be dragged. A double click restores the panel's usual size.
struct Splitter {
    const char* id = "";
    Area area;             ///< area in which it can be gripped
    bool vertical = true;  ///< true: moves left and right
    double sign = 1.0;     ///< +1: the panel grows to the right or down; -1: to the left or up
    double usual = 0.0;    ///< usual size of the panel at scale 1 [pixels]
    double least = 120.0;  ///< smallest size in the same unit
    double most = 2000.0;  ///< largest size in the same unit
};

/// Follows the pointer and changes `size`, that of the panel at scale 1 [pixels].
void draw_splitter(const Splitter& splitter, double& size, double scale);

}  // namespace touchstone::viewer
