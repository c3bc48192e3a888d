#pragma once

#include <memory>

namespace touchstone::viewer {

/// OpenGL 3.3 without a display (EGL surfaceless), current on this thread while this lives. There
/// is no window to draw into: use a RenderTarget.
class OffscreenContext {
 public:
    /// Throws Error, saying what to install, where there is none.
    OffscreenContext();
    OffscreenContext(const OffscreenContext&) = delete;
    OffscreenContext& operator=(const OffscreenContext&) = delete;
    ~OffscreenContext();

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone::viewer
