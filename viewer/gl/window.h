#pragma once

#include <memory>
#include <string>
#include <vector>

#include "viewer/scene/camera.h"

struct GLFWwindow;

namespace touchstone::viewer {

/// What came in since the last time.
struct WindowEvents {
    std::vector<std::string> keys;   ///< pressed, as commands name them: "Space", "Ctrl+Z"
    std::vector<std::string> files;  ///< dropped, as paths
};

/// A window with OpenGL 3.3, current on this thread while it lives.
class Window {
 public:
    /// Throws Error, saying what to install, where
    /// there is no display or no such OpenGL.
    Window(const std::string& title, const ViewSize& size);
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;
    ~Window();

    ViewSize framebuffer_size() const;  ///< [pixels]
    double scale() const;               ///< how dense the screen is: 1 for the usual one
    bool wants_to_close() const;
    void set_title(const std::string& title);
    /// Waits at most so long for something to happen [s]; 0: looks only.
    WindowEvents take_events(double wait);
    void swap();                 ///< shows what was drawn
    GLFWwindow* handle() const;  ///< for the interface's own input

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone::viewer
