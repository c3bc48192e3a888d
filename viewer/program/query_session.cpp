#include "viewer/program/query_session.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "methods/base/error.h"
#include "methods/base/find_by_id.h"
#include "methods/base/join.h"
#include "methods/base/printable.h"
#include "viewer/gl/render_target.h"
#include "viewer/gl/window/interface.h"
#include "viewer/gl/window/offscreen_context.h"
#include "viewer/gl/window/window.h"
#include "viewer/panels/query_panel.h"
#include "viewer/program/picture.h"
#include "viewer/scene/image.h"

namespace touchstone::viewer {
namespace {

constexpr int kQueryFrames = 3;     // until windows know the size of their contents
constexpr double kQueryWait = 0.1;  // longest time without a frame [s]
constexpr double kPlayingWait = 0.01;
constexpr const char* kUsualMethod = "exact_contact";

int find_answer(const QueryScene& scene, const std::string& method) {
    const auto found = std::ranges::find(scene.answers, method, &QueryAnswer::method);
    if (found != scene.answers.end()) {
        return static_cast<int>(found - scene.answers.begin());
    }
    refuse_unknown("contact-time method", method, join(scene.answers, ", ", &QueryAnswer::method));
}

/// Looks along the plane of the motion at a slant, so that no two elements fall into one line.
Camera usual_camera(const QueryScene& scene, const ViewSize& size, const ViewerOptions& options) {
    Camera camera;
    camera.yaw = 0.6;
    camera.pitch = 0.45;
    if (options.view) {
        camera = looking(camera, find_view(*options.view));
    }
    return framed(camera, {size.width * 6 / 10, size.height * 8 / 10},
                  bounds_of_motion(scene.query));
}

/// Throws UsageError for options that say nothing of a query.
void check_query_options(const ViewerOptions& options) {
    const std::pair<const char*, bool> given[]{
        {"--frames", options.frames.has_value()},
        {"--script", options.script.has_value()},
        {"--do", !options.commands.empty()},
        {"--compare", !options.compared.empty()},
        {"--compare-profile", !options.compared_profile.empty()},
        {"--set", !options.assignments.empty()},
        {"--step", options.step.has_value()},
        {"--generator-command", !options.programs.empty()}};
    for (const auto& [option, is_given] : given) {
        if (is_given) {
            throw UsageError(std::string(option) +
                             " is of scenes, and this is a query of contact times; leave it out");
        }
    }
}

QueryState make_state(const ViewerOptions& options, const QueryName& name) {
    QueryState state;
    state.scene = load_query_scene(name);
    state.answer =
        find_answer(state.scene, options.generator.empty() ? kUsualMethod : options.generator);
    state.camera = usual_camera(state.scene, options.size, options);
    const int levels = static_cast<int>(state.scene.levels.size());
    if (options.level && (*options.level < 0 || *options.level >= levels)) {
        throw UsageError("--level: the search of " + printable(state.scene.title) +
                         " has levels 0…" + std::to_string(levels - 1) + ", found " +
                         std::to_string(*options.level));
    }
    state.level = options.level.value_or(-1);
    state.time = options.time.value_or(state.scene.truth.hit ? state.scene.truth.low : 0.5);
    return state;
}

void save_query_picture(const ViewerOptions& options, QueryState& state) {
    const OffscreenContext context;
    RenderTarget target(options.size);
    Interface interface(nullptr, options.scale);
    for (int i = 1; i < kQueryFrames; ++i) {
        interface.begin(options.size, Theme::Light, nullptr);
        draw_query(state, options.size);
        interface.skip();
    }
    target.begin();
    target.resolve();
    interface.begin(options.size, Theme::Light, nullptr);
    draw_query(state, options.size);
    interface.draw();
    const std::filesystem::path file = unused_name(*options.screenshot);
    write_png(file.string(), target.read());
    tell_written(file);
}

bool wants_to_quit(const WindowEvents& events, QueryState& state) {
    bool quit = false;
    for (const std::string& key : events.keys) {
        state.playing = key == "Space" ? !state.playing : state.playing;
        quit = quit || key == "Escape" || key == "Ctrl+Q";
    }
    return quit;
}

void run_query_window(const ViewerOptions& options, QueryState& state) {
    Window window("Touchstone viewer: " + state.scene.title, options.size);
    Interface interface(&window, options.scale * window.scale());
    RenderTarget target(window.framebuffer_size());
    while (!window.wants_to_close()) {
        if (wants_to_quit(window.take_events(state.playing ? kPlayingWait : kQueryWait), state)) {
            break;
        }
        const ViewSize size = window.framebuffer_size();
        if (!(target.size() == size)) {
            target = RenderTarget(size);
        }
        target.begin();
        target.resolve();
        interface.begin(size, Theme::Light, nullptr);
        draw_query(state, size);
        interface.draw();
        target.show(0, 0);
        window.swap();
    }
}

}  // namespace

int run_query_session(const ViewerOptions& options, const QueryName& name) {
    check_query_options(options);
    QueryState state = make_state(options, name);
    if (options.screenshot) {
        save_query_picture(options, state);
    } else {
        run_query_window(options, state);
    }
    return 0;
}

}  // namespace touchstone::viewer
