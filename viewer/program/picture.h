#pragma once

#include "viewer/gl/render_target.h"
#include "viewer/gl/renderer.h"
#include "viewer/program/options.h"
#include "viewer/state/application.h"

namespace touchstone::viewer {

/// Hands the renderer what has changed since the last time, and nothing else.
void hand_over(Application& application, Renderer& renderer);

/// Draws one side, or two side by side, into the part of the target that `area` says.
void draw_sides(const Application& application, Renderer& renderer, const Viewport& area);

/// Saves what the options ask for as PNG, without a display. Throws what opening and drawing throw.
void save_picture(const ViewerOptions& options);

}  // namespace touchstone::viewer
