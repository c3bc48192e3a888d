#pragma once

#include <memory>

#include "viewer/scene/camera.h"
#include "viewer/scene/image.h"

namespace touchstone::viewer {

/// An off-screen picture with four samples per pixel. Needs a current context.
class RenderTarget {
 public:
    explicit RenderTarget(const ViewSize& size);
    RenderTarget(RenderTarget&&) noexcept;
    RenderTarget& operator=(RenderTarget&&) noexcept;
    ~RenderTarget();

    const ViewSize& size() const { return size_; }

    void begin();    ///< clears the target and makes it the target of drawing
    void resolve();  ///< reduces to one sample per pixel, as the interface and reading need
    Image read();    ///< returns the picture, after resolve()
    void show(int x, int y);  ///< copies the resolved picture into the window [pixels]

 private:
    struct State;
    ViewSize size_;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone::viewer
