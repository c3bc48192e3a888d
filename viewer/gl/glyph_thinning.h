#pragma once

#include <vector>

#include "viewer/scene/camera.h"

namespace touchstone::viewer {

/// Returns how many of so many arrows, each so long on the screen [pixels], to draw: all, unless
/// many thousand would cover each other.
int arrow_count(int arrows, double length_in_pixels, const ViewSize& size);

/// Returns an order of 0…count-1 of which every beginning is spread evenly over the whole.
std::vector<int> spread_order(int count);

}  // namespace touchstone::viewer
