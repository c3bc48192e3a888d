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

/// A rectangle of a picture.
struct Viewport {
    int x = 0;      ///< distance of its left side from that of the picture [pixels]
    int y = 0;      ///< distance of its lower side from that of the picture [pixels]
    ViewSize size;  ///< its size [pixels]
};

/// Counts of the work for frames, apart from filling pixels.
struct DrawCounters {
    int draw_calls = 0;  ///< number of draw calls
    int uploads = 0;     ///< number of buffers that were filled
};

/// A renderer of scene views. Its set functions transfer all data, and `draw` uploads nothing, so a
/// frame in which only the camera has moved costs its draw calls alone. These are at most one for
/// each kind of object: bodies, each kind of line, regions, spheres, arrows.
class Renderer {
 public:
    /// Number of scene views kept: two for drawing side by side, and one for thumbnails.
    static constexpr int kSlots = 3;

    /// Compiles the shaders. A context must be current, here, at every call, and on destruction.
    /// Throws Error when OpenGL fails, as the functions that upload and draw do.
    Renderer();
    Renderer(Renderer&&) noexcept;
    Renderer& operator=(Renderer&&) noexcept;
    ~Renderer();

    /// Replaces the geometry of a slot, one of kSlots.
    void set_geometry(int slot, const SceneGeometry& geometry);
    /// Replaces the view of a slot, whose geometry must be set before.
    void set_view(int slot, const SceneView& view);
    /// Replaces what is selected in a slot.
    void set_highlight(int slot, const Highlight& highlight);

    /// Sets the factor by which all lengths in pixels are multiplied: the density of the screen.
    void set_pixel_scale(double scale);

    /// Draws a slot into a rectangle of the current target.
    void draw(int slot, const Camera& camera, const Viewport& viewport,
              const DisplaySettings& display);

    /// Returns the counters since the last call, and resets them.
    DrawCounters take_counters();

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone::viewer
