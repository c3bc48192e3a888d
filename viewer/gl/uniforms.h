#pragma once

#include <glad/gl.h>

#include "viewer/gl/gl_objects.h"
#include "viewer/scene/camera.h"
#include "viewer/scene/palette.h"

// Access to uniforms. Private to viewer/gl.

namespace touchstone::viewer {

/// The uniforms of a program, which becomes current with it. Names that the program lacks are
/// ignored.
class Uniforms {
 public:
    /// Makes a program current.
    explicit Uniforms(const GlName& program) : program_(program.get()) { glUseProgram(program_); }

    /// Sets a number, in single precision.
    void set(const char* name, double value) const {
        glUniform1f(find(name), static_cast<float>(value));
    }
    /// Sets a color, as four numbers in 0…1.
    void set(const char* name, const Color& color) const {
        glUniform4f(find(name), color.red / 255.0F, color.green / 255.0F, color.blue / 255.0F,
                    color.alpha / 255.0F);
    }
    /// Sets a matrix, in single precision.
    void set(const char* name, const Mat4& matrix) const {
        const Eigen::Matrix4f narrow = matrix.cast<float>();
        glUniformMatrix4fv(find(name), 1, GL_FALSE, narrow.data());
    }
    /// Sets a vector, in single precision.
    void set(const char* name, const Eigen::Vector4d& vector) const {
        glUniform4f(find(name), static_cast<float>(vector[0]), static_cast<float>(vector[1]),
                    static_cast<float>(vector[2]), static_cast<float>(vector[3]));
    }
    /// Sets a size, as width and height [pixels].
    void set(const char* name, const ViewSize& size) const {
        glUniform2f(find(name), static_cast<float>(size.width), static_cast<float>(size.height));
    }

 private:
    GLint find(const char* name) const { return glGetUniformLocation(program_, name); }

    GLuint program_;
};

}  // namespace touchstone::viewer
