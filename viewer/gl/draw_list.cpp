#include "viewer/gl/draw_list.h"

namespace touchstone::viewer {

void describe(const FilledBuffer& buffer, std::size_t row_size, GLuint divisor,
              std::initializer_list<Attribute> attributes) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
    for (const Attribute& attribute : attributes) {
        const auto stride = static_cast<GLsizei>(row_size);
        // NOLINTNEXTLINE(performance-no-int-to-ptr): OpenGL takes offsets as pointers.
        const auto* offset = reinterpret_cast<const void*>(attribute.offset);
        glEnableVertexAttribArray(attribute.location);
        if (attribute.type == GL_UNSIGNED_INT) {
            glVertexAttribIPointer(attribute.location, attribute.parts, attribute.type, stride,
                                   offset);
        } else {
            const GLboolean is_color = attribute.type == GL_UNSIGNED_BYTE ? GL_TRUE : GL_FALSE;
            glVertexAttribPointer(attribute.location, attribute.parts, attribute.type, is_color,
                                  stride, offset);
        }
        glVertexAttribDivisor(attribute.location, divisor);
    }
}

}  // namespace touchstone::viewer
