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

/// A rectangle of the picture, from its lower left corner [pixels].
struct Viewport {
    int x = 0;
    int y = 0;
    ViewSize size;
};

/// The cost of a frame apart from filling pixels.
struct DrawCounters {
    int draw_calls = 0;
    int uploads = 0;  ///< number of buffers filled
};

/// Draws scene views with the current context. All data is transferred by the set functions; draw
/// uploads nothing, so a frame in which only the camera has moved costs only its draw calls. There
/// is at most one call for each kind of object: bodies, each kind of line, regions, spheres,
/// arrows.
class Renderer {
 public:
    /// Number of scene views kept: two for drawing side by side, and one for thumbnails.
    static constexpr int kSlots = 3;

    /// Needs a context that is current now, at every call, and on destruction.
    Renderer();
    Renderer(Renderer&&) noexcept;
    Renderer& operator=(Renderer&&) noexcept;
    ~Renderer();

    /// Replaces the geometry of a slot.
    void set_geometry(int slot, const SceneGeometry& geometry);
    void set_view(int slot, const SceneView& view);  ///< replaces the view; its
                                                     ///< geometry must be set before
    void set_highlight(int slot, const Highlight& highlight);

    /// Sets the factor on all lengths in pixels, besides the settings.
    void set_pixel_scale(double scale);

    /// Draws a slot.
    void draw(int slot, const Camera& camera, const Viewport& viewport,
              const DisplaySettings& display);

    /// Returns the counters since the last call.
    DrawCounters take_counters();

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone::viewer
