#pragma once

#include <vector>

#include "viewer/scene/camera.h"

namespace touchstone::viewer {

/// Returns how many of `arrows` arrows to draw in a picture of this size: all, unless many thousand
/// would cover each other. `length_in_pixels`: length of an arrow on the screen.
int arrow_count(int arrows, double length_in_pixels, const ViewSize& size);

/// Returns the numbers 0…count-1 in an order of which every beginning is spread evenly over them.
std::vector<int> spread_order(int count);

}  // namespace touchstone::viewer
