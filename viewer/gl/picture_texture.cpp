#include "viewer/gl/picture_texture.h"

#include <glad/gl.h>

#include "viewer/gl/gl_check.h"
#include "viewer/gl/gl_objects.h"

namespace touchstone::viewer {

struct PictureTexture::State {
    GlName texture = make_texture();
};

PictureTexture::PictureTexture(const Image& image) : state_(std::make_unique<State>()) {
    glBindTexture(GL_TEXTURE_2D, state_->texture.get());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, image.width, image.height, 0, GL_RGB, GL_UNSIGNED_BYTE,
                 image.pixels.data());
    throw_on_gl_error();
}

PictureTexture::PictureTexture(PictureTexture&&) noexcept = default;
PictureTexture& PictureTexture::operator=(PictureTexture&&) noexcept = default;
PictureTexture::~PictureTexture() = default;

std::uintptr_t PictureTexture::id() const { return state_->texture.get(); }

}  // namespace touchstone::viewer
