#pragma once

#include "viewer/panels/panels.h"

namespace touchstone::viewer {

/// The edge of a panel, to be dragged. Twice clicked, the panel gets its usual size again.
struct Splitter {
    const char* id = "";
    Area area;             ///< where it can be gripped
    bool vertical = true;  ///< moves left and right
    double sign = 1.0;     ///< +1: the panel grows to the right or down; -1: to the left or up
    double usual = 0.0;    ///< size of the panel at scale 1 [pixels]
    double least = 120.0;  ///< likewise
    double most = 2000.0;  ///< likewise
};

/// Follows the pointer; `size` is the panel's at scale 1 [pixels].
void draw_splitter(const Splitter& splitter, double& size, double scale);

}  // namespace touchstone::viewer
