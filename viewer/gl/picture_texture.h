#pragma once

#include <cstdint>
#include <memory>

#include "viewer/scene/image.h"

namespace touchstone::viewer {

/// A picture that panels can show. Needs a current context, also on destruction.
class PictureTexture {
 public:
    explicit PictureTexture(const Image& image);
    PictureTexture(PictureTexture&&) noexcept;
    PictureTexture& operator=(PictureTexture&&) noexcept;
    ~PictureTexture();

    std::uintptr_t id() const;  ///< identifier for Dear ImGui

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone::viewer
