#include "viewer/gl/gl_check.h"

#include <glad/gl.h>

#include <string>
#include <utility>

#include "methods/base/error.h"

namespace touchstone::viewer {
namespace {

// One context per thread draws, so its first failure is kept per thread. An exception cannot pass
// through the loader, which is C.
struct FirstFailure {
    GLenum code = GL_NO_ERROR;
    const char* call = nullptr;
};
thread_local FirstFailure first_failure;

const char* error_text(GLenum code) {
    switch (code) {
        case GL_INVALID_ENUM:
            return "invalid enum";
        case GL_INVALID_VALUE:
            return "invalid value";
        case GL_INVALID_OPERATION:
            return "invalid operation";
        case GL_INVALID_FRAMEBUFFER_OPERATION:
            return "invalid framebuffer operation";
        case GL_OUT_OF_MEMORY:
            return "out of memory";
        default:
            return "unknown error";
    }
}

void after_call(void*, const char* name, GLADapiproc, int, ...) {
    const GLenum code = glad_glGetError();
    if (code != GL_NO_ERROR && first_failure.code == GL_NO_ERROR) {
        first_failure = {code, name};
    }
}

}  // namespace

void watch_gl_calls() {
    first_failure = {};
    gladSetGLPostCallback(&after_call);
}

void throw_on_gl_error() {
    const FirstFailure failure = std::exchange(first_failure, {});
    if (failure.code != GL_NO_ERROR) {
        throw Error(std::string("OpenGL: ") + error_text(failure.code) + " in " + failure.call);
    }
}

}  // namespace touchstone::viewer
