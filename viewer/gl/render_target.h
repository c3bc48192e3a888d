#pragma once

#include <memory>

#include "viewer/scene/camera.h"
#include "viewer/scene/image.h"

namespace touchstone::viewer {

/// A picture in the making, with four samples per pixel. Needs a current context.
class RenderTarget {
 public:
    explicit RenderTarget(const ViewSize& size);
    RenderTarget(RenderTarget&&) noexcept;
    RenderTarget& operator=(RenderTarget&&) noexcept;
    ~RenderTarget();

    const ViewSize& size() const { return size_; }

    void begin();    ///< clears; what is drawn from now on goes here
    void resolve();  ///< one sample per pixel from now on: for the interface, and for reading
    Image read();    ///< what was drawn, after resolve()
    void show(int x, int y);  ///< copies what was resolved into the window [pixels]

 private:
    struct State;
    ViewSize size_;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone::viewer
