#pragma once

#include "viewer/panels/panels.h"

namespace touchstone::viewer {

/// Draws the world's axes and, for a comparison, the divider between the sides; behind all panels.
void draw_scene_overlay(const Application& application, const Area& area);

}  // namespace touchstone::viewer
