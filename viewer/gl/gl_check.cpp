#include "viewer/gl/gl_check.h"

#include <glad/gl.h>

#include <string>
#include <utility>

#include "methods/base/error.h"

namespace touchstone::viewer {
namespace {

/// The first failure of a call since the last check. It is kept until then, since an exception
/// cannot pass through the loader, which is C; and for each thread, since each has a context of its
/// own.
struct FirstFailure {
    GLenum code = GL_NO_ERROR;   ///< OpenGL's code of the error
    const char* call = nullptr;  ///< name of the call that failed
};
thread_local FirstFailure first_failure;

/// Returns an error in words.
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

/// Records the error of a call, which the loader reports after each.
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
