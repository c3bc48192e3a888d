#include "viewer/gl/window/offscreen_context.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <glad/gl.h>

#include <array>
#include <string>

#include "methods/base/error.h"
#include "viewer/gl/gl_check.h"

namespace touchstone::viewer {
namespace {

[[noreturn]] void fail_without_egl(const std::string& what) {
    throw Error("pictures need OpenGL 3.3 through EGL, and " + what +
                "; on Debian: apt-get install libegl1 libgl1-mesa-dri");
}

EGLDisplay open_display() {
    const auto get_display = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
        eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (get_display == nullptr) {
        fail_without_egl("this EGL knows no displays without a screen");
    }
    const EGLDisplay display =
        get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) == EGL_FALSE) {
        fail_without_egl("no driver could be started");
    }
    return display;
}

EGLContext make_context(EGLDisplay display) {
    // The surface type 0 asks for none; without it, EGL would choose a configuration for windows.
    constexpr std::array<EGLint, 5> kConfigWish{EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE,
                                                EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint configs = 0;
    if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE ||
        eglChooseConfig(display, kConfigWish.data(), &config, 1, &configs) == EGL_FALSE ||
        configs == 0) {
        fail_without_egl("the driver has no desktop OpenGL");
    }
    constexpr std::array<EGLint, 7> kContextWish{EGL_CONTEXT_MAJOR_VERSION,
                                                 3,
                                                 EGL_CONTEXT_MINOR_VERSION,
                                                 3,
                                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                                 EGL_NONE};
    const EGLContext context =
        eglCreateContext(display, config, EGL_NO_CONTEXT, kContextWish.data());
    if (context == EGL_NO_CONTEXT) {
        fail_without_egl("the driver has an older one");
    }
    return context;
}

}  // namespace

struct OffscreenContext::State {
    EGLDisplay display = open_display();
    EGLContext context = EGL_NO_CONTEXT;

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        if (context != EGL_NO_CONTEXT) {
            eglDestroyContext(display, context);
        }
        eglTerminate(display);
    }
};

OffscreenContext::OffscreenContext() : state_(std::make_unique<State>()) {
    state_->context = make_context(state_->display);
    if (eglMakeCurrent(state_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, state_->context) ==
        EGL_FALSE) {
        fail_without_egl("the driver wants a screen");
    }
    if (gladLoadGL(&eglGetProcAddress) == 0) {
        fail_without_egl("its functions are missing");
    }
    watch_gl_calls();
}

OffscreenContext::~OffscreenContext() = default;

}  // namespace touchstone::viewer
