#pragma once

#include <glad/gl.h>

#include <span>
#include <string_view>
#include <utility>

// Owners of OpenGL's names. Private to viewer/gl. Each must be destroyed while its context is
// current.

namespace touchstone::viewer {

/// OpenGL's name of an object, which is owned and deleted with the GlName.
class GlName {
 public:
    /// A function that deletes names of one kind.
    using Delete = void (*)(GLuint);

    /// Owns nothing.
    GlName() = default;
    /// Owns `name`, which `deleter` deletes.
    GlName(GLuint name, Delete deleter) : name_(name), delete_(deleter) {}
    GlName(GlName&& other) noexcept
        : name_(std::exchange(other.name_, 0)), delete_(other.delete_) {}
    GlName& operator=(GlName&& other) noexcept {
        std::swap(name_, other.name_);
        std::swap(delete_, other.delete_);
        return *this;
    }
    GlName(const GlName&) = delete;
    GlName& operator=(const GlName&) = delete;
    ~GlName() {
        if (name_ != 0) {
            delete_(name_);
        }
    }

    /// Returns the name; 0: none.
    GLuint get() const { return name_; }

 private:
    GLuint name_ = 0;
    Delete delete_ = nullptr;
};

/// Makes a buffer.
GlName make_buffer();
/// Makes a vertex array.
GlName make_vertex_array();
/// Makes a texture.
GlName make_texture();
/// Makes a framebuffer.
GlName make_framebuffer();
/// Makes a renderbuffer.
GlName make_renderbuffer();

/// Compiles and links a program of two shaders. Throws Error with the program's title and the
/// compiler's first message.
GlName make_program(std::string_view title, std::string_view vertex_source,
                    std::string_view fragment_source);

}  // namespace touchstone::viewer
