#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "viewer/model/scene_geometry.h"
#include "viewer/scene/camera.h"
#include "viewer/scene/display_settings.h"
#include "viewer/scene/highlight.h"
#include "viewer/scene/scene_view.h"

namespace touchstone::viewer {

/// A part of the picture, from its lower left corner [pixels].
struct Viewport {
    int x = 0;
    int y = 0;
    ViewSize size;
};

/// What a frame costs besides filling pixels.
struct DrawCounters {
    int draw_calls = 0;
    int uploads = 0;  ///< buffers filled
};

/// Draws scene views with the current context. All data is handed over by the set functions; draw
/// uploads nothing, so a frame in which only the camera has moved costs its draw calls. At most one
/// call for each kind of thing: bodies, each kind of line, regions, spheres, arrows.
class Renderer {
 public:
    /// Scene views that are kept: two that are drawn side by side, and one for thumbnails.
    static constexpr int kSlots = 3;

    /// Needs a current context; it must be current at every call, and at the end.
    Renderer();
    Renderer(Renderer&&) noexcept;
    Renderer& operator=(Renderer&&) noexcept;
    ~Renderer();

    void set_geometry(int slot, const SceneGeometry& geometry);
    void set_view(int slot, const SceneView& view);  ///< of the geometry set before
    void set_highlight(int slot, const Highlight& highlight);

    /// How large things are drawn besides the settings: all lengths in pixels are multiplied.
    void set_pixel_scale(double scale);

    void draw(int slot, const Camera& camera, const Viewport& viewport,
              const DisplaySettings& display);

    /// Since the last call.
    DrawCounters take_counters();

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone::viewer
