#pragma once

#include <glad/gl.h>

#include <cstddef>
#include <initializer_list>
#include <span>

#include "viewer/gl/gl_objects.h"

// Buffers of vertices and instances. Private to viewer/gl.

namespace touchstone::viewer {

/// A member of a vertex or of an instance, as a shader reads it.
struct Attribute {
    GLuint location = 0;     ///< location of the input in the shader
    GLint parts = 3;         ///< number of components
    GLenum type = GL_FLOAT;  ///< GL_FLOAT; GL_UNSIGNED_BYTE for a color, 0…255 read as 0…1; or
                             ///< GL_UNSIGNED_INT for a whole number
    std::size_t offset = 0;  ///< offset of the member in its row [bytes]
};

/// An OpenGL buffer of rows that is refilled from time to time.
class FilledBuffer {
 public:
    /// Makes an empty buffer. `target`: what it is bound to when it is filled.
    explicit FilledBuffer(GLenum target) : target_(target), name_(make_buffer()) {}

    /// Replaces all rows.
    template <typename Row>
    void fill(std::span<const Row> rows) {
        fill_bytes(rows.data(), rows.size_bytes());
        count_ = static_cast<GLsizei>(rows.size());
    }
    /// Returns OpenGL's name of the buffer.
    GLuint name() const { return name_.get(); }
    /// Returns the number of rows.
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

/// Describes the rows of a buffer to the bound vertex array. `row_size`: size of a row [bytes];
/// `divisor`: 0 for one row per vertex, 1 for one per instance.
void describe(const FilledBuffer& buffer, std::size_t row_size, GLuint divisor,
              std::initializer_list<Attribute> attributes);

}  // namespace touchstone::viewer
