#pragma once

#include "viewer/gl/window.h"
#include "viewer/scene/camera.h"
#include "viewer/scene/palette.h"

namespace touchstone::viewer {

/// A pointer that a script moves instead of a hand.
struct ScriptedPointer {
    double x = -1.0;  ///< from the left [pixels]
    double y = -1.0;  ///< from the top [pixels]
    bool left = false;
    bool right = false;
    bool control = false;
    double wheel = 0.0;  ///< clicks, for one frame
};

/// Dear ImGui between the panels and OpenGL. One at a time; a context must be current while it
/// lives.
class Interface {
 public:
    /// `window`: null to draw off-screen. `scale`: of all sizes.
    Interface(Window* window, double scale);
    Interface(const Interface&) = delete;
    Interface& operator=(const Interface&) = delete;
    ~Interface();

    double scale() const { return scale_; }
    bool wants_text() const;  ///< a person is typing: keys are letters, not commands
    /// Panels may be described from now on. `pointer`: instead of the hand's; null: the hand's.
    void begin(const ViewSize& size, Theme theme, const ScriptedPointer* pointer);
    void draw();  ///< into what is bound

 private:
    Window* window_;
    double scale_;
};

}  // namespace touchstone::viewer
