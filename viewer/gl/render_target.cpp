#include "viewer/gl/render_target.h"

#include <glad/gl.h>

#include <algorithm>
#include <cstring>

#include "methods/base/error.h"
#include "viewer/gl/gl_check.h"
#include "viewer/gl/gl_objects.h"

namespace touchstone::viewer {
namespace {

constexpr GLsizei kSamples = 4;

/// Attaches a renderbuffer of this size and format to the bound framebuffer.
void attach(const GlName& renderbuffer, GLsizei samples, GLenum format, GLenum place,
            const ViewSize& size) {
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer.get());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, size.width, size.height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, place, GL_RENDERBUFFER, renderbuffer.get());
}

/// Throws Error unless the bound framebuffer can be drawn to.
void check_complete() {
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        throw Error("OpenGL: this driver cannot draw off-screen with four samples per pixel");
    }
}

}  // namespace

struct RenderTarget::State {
    GlName sampled = make_framebuffer();
    GlName sampled_color = make_renderbuffer();
    GlName sampled_depth = make_renderbuffer();
    GlName resolved = make_framebuffer();
    GlName resolved_color = make_renderbuffer();
};

RenderTarget::RenderTarget(const ViewSize& size) : size_(size), state_(std::make_unique<State>()) {
    glBindFramebuffer(GL_FRAMEBUFFER, state_->sampled.get());
    attach(state_->sampled_color, kSamples, GL_RGBA8, GL_COLOR_ATTACHMENT0, size);
    attach(state_->sampled_depth, kSamples, GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT, size);
    check_complete();
    glBindFramebuffer(GL_FRAMEBUFFER, state_->resolved.get());
    attach(state_->resolved_color, 0, GL_RGBA8, GL_COLOR_ATTACHMENT0, size);
    check_complete();
    throw_on_gl_error();
}

RenderTarget::RenderTarget(RenderTarget&&) noexcept = default;
RenderTarget& RenderTarget::operator=(RenderTarget&&) noexcept = default;
RenderTarget::~RenderTarget() = default;

void RenderTarget::begin() {
    glBindFramebuffer(GL_FRAMEBUFFER, state_->sampled.get());
    glViewport(0, 0, size_.width, size_.height);
    glDepthMask(GL_TRUE);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

void RenderTarget::resolve() {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, state_->sampled.get());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, state_->resolved.get());
    glBlitFramebuffer(0, 0, size_.width, size_.height, 0, 0, size_.width, size_.height,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, state_->resolved.get());
}

Image RenderTarget::read() {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, state_->resolved.get());
    Image image{size_.width, size_.height, {}};
    const std::size_t row = std::size_t{3} * size_.width;
    image.pixels.resize(row * size_.height);
    std::vector<std::uint8_t> upward(image.pixels.size());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, size_.width, size_.height, GL_RGB, GL_UNSIGNED_BYTE, upward.data());
    throw_on_gl_error();
    for (int y = 0; y < size_.height; ++y) {  // OpenGL reads the lowest row first
        std::memcpy(image.pixels.data() + row * y, upward.data() + row * (size_.height - 1 - y),
                    row);
    }
    return image;
}

void RenderTarget::show(int x, int y) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, state_->resolved.get());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, size_.width, size_.height, x, y, x + size_.width, y + size_.height,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

}  // namespace touchstone::viewer
