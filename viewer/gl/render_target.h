#pragma once

#include <memory>

#include "viewer/scene/camera.h"
#include "viewer/scene/image.h"

namespace touchstone::viewer {

/// An off-screen picture with four samples per pixel. It needs a current context, also on
/// destruction.
class RenderTarget {
 public:
    /// Makes a picture of this size [pixels]. Throws Error where the driver cannot.
    explicit RenderTarget(const ViewSize& size);
    RenderTarget(RenderTarget&&) noexcept;
    RenderTarget& operator=(RenderTarget&&) noexcept;
    ~RenderTarget();

    /// Returns the size of the picture [pixels].
    const ViewSize& size() const { return size_; }

    /// Clears the picture, and makes it the target of drawing.
    void begin();
    /// Reduces the picture to one sample per pixel, which is the target of drawing then.
    void resolve();
    /// Returns the resolved picture, its highest row first.
    Image read();
    /// Copies the resolved picture into the window, its lower left corner to (x, y) [pixels].
    void show(int x, int y);

 private:
    struct State;
    ViewSize size_;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone::viewer
