#pragma once

#include <string>

#include "viewer/gl/window/window.h"
#include "viewer/scene/camera.h"
#include "viewer/scene/palette.h"

namespace touchstone::viewer {

/// A pointer that a script moves.
struct ScriptedPointer {
    double x = -1.0;  ///< from the left [pixels]
    double y = -1.0;  ///< from the top [pixels]
    bool left = false;
    bool right = false;
    bool control = false;
    double wheel = 0.0;  ///< wheel clicks, for one frame
};

/// Dear ImGui between the panels and OpenGL. Only one may exist; a context must be current during
/// its lifetime.
class Interface {
 public:
    /// Sets up the interface. `window`: null to draw off-screen. `scale`: factor on all sizes.
    Interface(Window* window, double scale);
    Interface(const Interface&) = delete;
    Interface& operator=(const Interface&) = delete;
    ~Interface();

    double scale() const { return scale_; }
    bool wants_text() const;  ///< true: text is being typed, so keys
                              ///< are letters instead of commands
    /// Starts a frame, in which panels may be described. `pointer` replaces the mouse unless null.
    void begin(const ViewSize& size, Theme theme, const ScriptedPointer* pointer);
    void skip();  ///< ends a frame that is not drawn, from which windows learn their sizes
    /// Hands a text to the clipboard of the system.
    void copy(const std::string& text);
    void draw();  ///< draws the panels into the bound target

 private:
    Window* window_;
    double scale_;
};

}  // namespace touchstone::viewer
