#pragma once

#include "viewer/panels/panels.h"

namespace touchstone::viewer {

/// The world's axes and, when two sides are compared, what stands between them; behind all panels.
void draw_scene_overlay(const Application& application, const Area& area);

}  // namespace touchstone::viewer
