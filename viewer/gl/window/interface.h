#pragma once

#include <string>

#include "viewer/gl/window/window.h"
#include "viewer/scene/camera.h"
#include "viewer/scene/palette.h"

namespace touchstone::viewer {

/// The state of a mouse that a script moves.
struct ScriptedPointer {
    double x = -1.0;       ///< distance from the left side [pixels]
    double y = -1.0;       ///< distance from the upper side [pixels]
    bool left = false;     ///< true: the left button is down
    bool right = false;    ///< true: the right button is down
    bool control = false;  ///< true: the control key is down
    double wheel = 0.0;    ///< clicks of the wheel in one frame, positive away from the user
};

/// Dear ImGui, between the panels and OpenGL. Only one may exist, and an OpenGL context must be
/// current during its lifetime.
class Interface {
 public:
    /// Sets up the interface. `window`: null to draw off-screen. `scale`: factor on all sizes.
    Interface(Window* window, double scale);
    Interface(const Interface&) = delete;
    Interface& operator=(const Interface&) = delete;
    ~Interface();

    /// Returns the factor on all sizes.
    double scale() const { return scale_; }
    /// Returns true while text is being typed, so that keys are letters instead of commands.
    bool wants_text() const;
    /// Starts a frame, in which panels may be described. `size`: of the picture [pixels];
    /// `pointer`: replaces the mouse unless null.
    void begin(const ViewSize& size, Theme theme, const ScriptedPointer* pointer);
    /// Ends a frame that is not drawn, from which windows learn their sizes.
    void skip();
    /// Copies a text to the clipboard of the system.
    void copy(const std::string& text);
    /// Ends the frame, and draws its panels into the bound target.
    void draw();

 private:
    Window* window_;
    double scale_;
};

}  // namespace touchstone::viewer
