#pragma once

#include <vector>

#include "viewer/scene/camera.h"

namespace touchstone::viewer {

/// Of so many arrows, each so long on the screen [pixels], how many are drawn: all, until many
/// thousand would cover each other.
int arrow_count(int arrows, double length_in_pixels, const ViewSize& size);

/// An order of 0…count-1 in which every beginning is spread evenly over the whole.
std::vector<int> spread_order(int count);

}  // namespace touchstone::viewer
