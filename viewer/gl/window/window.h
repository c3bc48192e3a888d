#pragma once

#include <memory>
#include <string>
#include <vector>

#include "viewer/scene/camera.h"

struct GLFWwindow;

namespace touchstone::viewer {

/// The events of a window since they were last taken.
struct WindowEvents {
    std::vector<std::string> keys;   ///< keys that were pressed, as commands name them: "Space",
                                     ///< "Ctrl+Z"
    std::vector<std::string> files;  ///< paths of files that were dropped on the window
};

/// A window with an OpenGL 3.3 context, current on this thread during its lifetime.
class Window {
 public:
    /// Opens the window. `size`: of its inside, before the density of the screen. Throws Error,
    /// saying what to install, where there is no display or no such OpenGL.
    Window(const std::string& title, const ViewSize& size);
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;
    ~Window();

    /// Returns the size of the drawable area [pixels].
    ViewSize framebuffer_size() const;
    /// Returns the density of the screen, 1 for a usual one.
    double scale() const;
    /// Returns true when the user has asked to close the window.
    bool wants_to_close() const;
    /// Sets the text in the window's title bar.
    void set_title(const std::string& title);
    /// Returns the events since the last call. Waits at most `wait` for one [s]; 0: does not wait.
    WindowEvents take_events(double wait);
    /// Shows the picture that was drawn.
    void swap();
    /// Returns GLFW's handle, by which the interface gets its input.
    GLFWwindow* handle() const;

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone::viewer
