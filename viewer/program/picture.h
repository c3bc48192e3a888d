#pragma once

#include "viewer/gl/render_target.h"
#include "viewer/gl/renderer.h"
#include "viewer/program/options.h"
#include "viewer/state/application.h"

namespace touchstone::viewer {

/// Transfers to the renderer what has changed since the last call.
void hand_over(Application& application, Renderer& renderer);

/// Draws one side, or two side by side, into `area` of the target.
void draw_sides(const Application& application, Renderer& renderer, const Viewport& area);

/// Saves the screenshot of the options as PNG, without a display. Throws the errors of opening and
/// drawing.
void save_picture(const ViewerOptions& options);

}  // namespace touchstone::viewer
