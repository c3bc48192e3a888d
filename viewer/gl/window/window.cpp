#include "viewer/gl/window/window.h"

#include <glad/gl.h>
// GLFW comes after the loader, whose types it uses.
#include <GLFW/glfw3.h>

#include <array>
#include <utility>

#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "viewer/gl/gl_check.h"

namespace touchstone::viewer {
namespace {

/// A key of GLFW with the name that commands give it.
struct NamedKey {
    int key;
    const char* name;
};
constexpr std::array<NamedKey, 21> kNamedKeys{
    {{GLFW_KEY_SPACE, "Space"}, {GLFW_KEY_LEFT, "Left"},     {GLFW_KEY_RIGHT, "Right"},
     {GLFW_KEY_HOME, "Home"},   {GLFW_KEY_ESCAPE, "Escape"}, {GLFW_KEY_F1, "F1"},
     {GLFW_KEY_F2, "F2"},       {GLFW_KEY_F3, "F3"},         {GLFW_KEY_KP_0, "0"},
     {GLFW_KEY_KP_1, "1"},      {GLFW_KEY_KP_3, "3"},        {GLFW_KEY_KP_5, "5"},
     {GLFW_KEY_KP_7, "7"},      {GLFW_KEY_KP_ADD, "+"},      {GLFW_KEY_KP_SUBTRACT, "-"},
     {GLFW_KEY_EQUAL, "+"},     {GLFW_KEY_MINUS, "-"},       {GLFW_KEY_UP, "Up"},
     {GLFW_KEY_DOWN, "Down"},   {GLFW_KEY_DELETE, "Delete"}, {GLFW_KEY_TAB, "Tab"}}};

/// Returns the name of a key with its modifiers; empty for a key without a name.
std::string key_name(int key, int modifiers) {
    std::string name;
    for (const NamedKey& named : kNamedKeys) {
        if (named.key == key) {
            name = named.name;
        }
    }
    const bool is_letter = key >= GLFW_KEY_A && key <= GLFW_KEY_Z;
    const bool is_digit = key >= GLFW_KEY_0 && key <= GLFW_KEY_9;
    if (is_letter || is_digit) {
        name = std::string(1, static_cast<char>(key));
    }
    if (name.empty()) {
        return name;
    }
    const char* shift = (modifiers & GLFW_MOD_SHIFT) != 0 && is_letter ? "Shift+" : "";
    const char* control = (modifiers & GLFW_MOD_CONTROL) != 0 ? "Ctrl+" : "";
    return control + (shift + name);
}

WindowEvents& events_of(GLFWwindow* window) {
    return *static_cast<WindowEvents*>(glfwGetWindowUserPointer(window));
}

void on_key(GLFWwindow* window, int key, int, int action, int modifiers) {
    std::string name = action == GLFW_RELEASE ? "" : key_name(key, modifiers);
    if (!name.empty()) {
        events_of(window).keys.push_back(std::move(name));
    }
}

void on_drop(GLFWwindow* window, int count, const char** paths) {
    for (int i = 0; i < count; ++i) {
        events_of(window).files.emplace_back(paths[i]);
    }
}

[[noreturn]] void fail_without_window(const std::string& what) {
    const char* reason = nullptr;
    glfwGetError(&reason);
    throw Error(
        "the window needs a display with OpenGL 3.3, and " + what +
        (reason == nullptr ? "" : " (" + printable(reason) + ")") +
        "; on Debian: apt-get install libgl1-mesa-dri, or without a display use "
        "--screenshot FILE or: apt-get install xvfb xauth, then xvfb-run touchstone-viewer");
}

}  // namespace

struct Window::State {
    GLFWwindow* window = nullptr;
    WindowEvents events;

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        if (window != nullptr) {
            glfwDestroyWindow(window);
        }
        glfwTerminate();
    }
};

Window::Window(const std::string& title, const ViewSize& size) : state_(std::make_unique<State>()) {
    if (glfwInit() == GLFW_FALSE) {
        fail_without_window("none was found");
    }
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    state_->window = glfwCreateWindow(size.width, size.height, title.c_str(), nullptr, nullptr);
    if (state_->window == nullptr) {
        fail_without_window("it could not be opened");
    }
    glfwMakeContextCurrent(state_->window);
    if (gladLoadGL(&glfwGetProcAddress) == 0) {
        fail_without_window("its functions are missing");
    }
    watch_gl_calls();
    glfwSwapInterval(1);
    glfwSetWindowUserPointer(state_->window, &state_->events);
    glfwSetKeyCallback(state_->window, &on_key);
    glfwSetDropCallback(state_->window, &on_drop);
}

Window::~Window() = default;

ViewSize Window::framebuffer_size() const {
    ViewSize size;
    glfwGetFramebufferSize(state_->window, &size.width, &size.height);
    return size;
}

double Window::scale() const {
    float x = 1.0F;
    float y = 1.0F;
    glfwGetWindowContentScale(state_->window, &x, &y);
    return x;
}

bool Window::wants_to_close() const { return glfwWindowShouldClose(state_->window) != 0; }

void Window::set_title(const std::string& title) {
    glfwSetWindowTitle(state_->window, title.c_str());
}

WindowEvents Window::take_events(double wait) {
    if (wait > 0.0) {
        glfwWaitEventsTimeout(wait);
    } else {
        glfwPollEvents();
    }
    return std::exchange(state_->events, {});
}

void Window::swap() { glfwSwapBuffers(state_->window); }

GLFWwindow* Window::handle() const { return state_->window; }

}  // namespace touchstone::viewer
