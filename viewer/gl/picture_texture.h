#pragma once

#include <cstdint>
#include <memory>

#include "viewer/scene/image.h"

namespace touchstone::viewer {

/// A picture as a texture, which panels can show. It needs a current context, also on destruction.
class PictureTexture {
 public:
    /// Uploads a picture. Throws Error when OpenGL fails.
    explicit PictureTexture(const Image& image);
    PictureTexture(PictureTexture&&) noexcept;
    PictureTexture& operator=(PictureTexture&&) noexcept;
    ~PictureTexture();

    /// Returns the identifier by which Dear ImGui knows the texture.
    std::uintptr_t id() const;

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone::viewer
