#pragma once

#include <glad/gl.h>

#include <cstddef>
#include <initializer_list>
#include <span>

#include "viewer/gl/gl_objects.h"

// Buffers of vertices and instances. Private to viewer/gl.

namespace touchstone::viewer {

/// A member of a vertex or an instance, as the shader reads it.
struct Attribute {
    GLuint location = 0;
    GLint parts = 3;
    GLenum type = GL_FLOAT;  ///< GL_FLOAT; GL_UNSIGNED_BYTE: a color;
                             ///< GL_UNSIGNED_INT: a whole number
    std::size_t offset = 0;
};

/// A buffer that is refilled from time to time.
class FilledBuffer {
 public:
    explicit FilledBuffer(GLenum target) : target_(target), name_(make_buffer()) {}

    template <typename Row>
    void fill(std::span<const Row> rows) {
        fill_bytes(rows.data(), rows.size_bytes());
        count_ = static_cast<GLsizei>(rows.size());
    }
    GLuint name() const { return name_.get(); }
    GLsizei count() const { return count_; }

 private:
    void fill_bytes(const void* data, std::size_t size) {
        glBindBuffer(target_, name_.get());
        glBufferData(target_, static_cast<GLsizeiptr>(size), data, GL_DYNAMIC_DRAW);
    }

    GLenum target_;
    GlName name_;
    GLsizei count_ = 0;
};

/// Describes a row of the buffer to the bound vertex array. `divisor` 1: one row per instance.
void describe(const FilledBuffer& buffer, std::size_t row_size, GLuint divisor,
              std::initializer_list<Attribute> attributes);

}  // namespace touchstone::viewer
