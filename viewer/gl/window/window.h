#pragma once

#include <memory>
#include <string>
#include <vector>

#include "viewer/scene/camera.h"

struct GLFWwindow;

namespace touchstone::viewer {

/// The events since the last call.
struct WindowEvents {
    std::vector<std::string> keys;   ///< keys pressed, as commands name them: "Space", "Ctrl+Z"
    std::vector<std::string> files;  ///< paths of dropped files
};

/// A window with OpenGL 3.3, current on this thread during its lifetime.
class Window {
 public:
    /// Opens the window. Throws Error with what to install where there is no display or no such
    /// OpenGL.
    Window(const std::string& title, const ViewSize& size);
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;
    ~Window();

    ViewSize framebuffer_size() const;  ///< size of the drawable area [pixels]
    double scale() const;               ///< density of the screen: 1 for a usual one
    bool wants_to_close() const;
    void set_title(const std::string& title);
    /// Waits at most so long for an event [s]; 0: does not wait.
    WindowEvents take_events(double wait);
    void swap();                 ///< shows the picture drawn
    GLFWwindow* handle() const;  ///< handle for the interface's own input

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone::viewer
