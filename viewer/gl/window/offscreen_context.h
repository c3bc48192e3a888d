#pragma once

#include <memory>

namespace touchstone::viewer {

/// An OpenGL 3.3 context without a display (EGL surfaceless), current on this thread during its
/// lifetime. It has no window to draw into; draw into a RenderTarget.
class OffscreenContext {
 public:
    /// Creates the context. Throws Error, naming the package to install, where there is no such
    /// OpenGL.
    OffscreenContext();
    OffscreenContext(const OffscreenContext&) = delete;
    OffscreenContext& operator=(const OffscreenContext&) = delete;
    ~OffscreenContext();

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone::viewer
