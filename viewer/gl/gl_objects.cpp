#include "viewer/gl/gl_objects.h"

#include <string>

#include "methods/base/error.h"
#include "methods/base/printable.h"

namespace touchstone::viewer {
namespace {

GlName compile(std::string_view title, GLenum stage, std::string_view source) {
    GlName shader(glCreateShader(stage), [](GLuint name) { glDeleteShader(name); });
    const char* text = source.data();
    const auto length = static_cast<GLint>(source.size());
    glShaderSource(shader.get(), 1, &text, &length);
    glCompileShader(shader.get());
    GLint done = 0;
    glGetShaderiv(shader.get(), GL_COMPILE_STATUS, &done);
    if (done == 0) {
        std::string log(1024, '\0');
        glGetShaderInfoLog(shader.get(), static_cast<GLsizei>(log.size()), nullptr, log.data());
        throw Error("OpenGL: shader '" + std::string(title) +
                    "' does not compile: " + printable(log.c_str()));
    }
    return shader;
}

}  // namespace

GlName make_buffer() {
    GLuint name = 0;
    glGenBuffers(1, &name);
    return {name, [](GLuint old) { glDeleteBuffers(1, &old); }};
}

GlName make_vertex_array() {
    GLuint name = 0;
    glGenVertexArrays(1, &name);
    return {name, [](GLuint old) { glDeleteVertexArrays(1, &old); }};
}

GlName make_texture() {
    GLuint name = 0;
    glGenTextures(1, &name);
    return {name, [](GLuint old) { glDeleteTextures(1, &old); }};
}

GlName make_framebuffer() {
    GLuint name = 0;
    glGenFramebuffers(1, &name);
    return {name, [](GLuint old) { glDeleteFramebuffers(1, &old); }};
}

GlName make_renderbuffer() {
    GLuint name = 0;
    glGenRenderbuffers(1, &name);
    return {name, [](GLuint old) { glDeleteRenderbuffers(1, &old); }};
}

GlName make_program(std::string_view title, std::string_view vertex_source,
                    std::string_view fragment_source) {
    const GlName vertex = compile(title, GL_VERTEX_SHADER, vertex_source);
    const GlName fragment = compile(title, GL_FRAGMENT_SHADER, fragment_source);
    GlName program(glCreateProgram(), [](GLuint name) { glDeleteProgram(name); });
    glAttachShader(program.get(), vertex.get());
    glAttachShader(program.get(), fragment.get());
    glLinkProgram(program.get());
    GLint done = 0;
    glGetProgramiv(program.get(), GL_LINK_STATUS, &done);
    if (done == 0) {
        std::string log(1024, '\0');
        glGetProgramInfoLog(program.get(), static_cast<GLsizei>(log.size()), nullptr, log.data());
        throw Error("OpenGL: program '" + std::string(title) +
                    "' does not link: " + printable(log.c_str()));
    }
    return program;
}

}  // namespace touchstone::viewer
