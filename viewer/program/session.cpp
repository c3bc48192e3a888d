#include "viewer/program/session.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "viewer/commands/commands.h"
#include "viewer/gl/render_target.h"
#include "viewer/gl/renderer.h"
#include "viewer/gl/window/interface.h"
#include "viewer/gl/window/offscreen_context.h"
#include "viewer/gl/window/window.h"
#include "viewer/panels/panels.h"
#include "viewer/program/picture.h"
#include "viewer/program/thumbnails.h"
#include "viewer/state/frame_times.h"
#include "viewer/state/script.h"
#include "viewer/state/settings_file.h"

namespace touchstone::viewer {
namespace {

constexpr double kLiveWait = 0.004;  // leaves some time to the player [s]
constexpr double kIdleWait = 0.1;    // longest time without a frame while nothing happens [s]
constexpr int kSettleFrames = 3;     // number of frames until panels
                                     // know the size of their contents
constexpr const char* kTitle = "Touchstone viewer";

/// The target of drawing: a window, or off-screen.
struct Screen {
    std::unique_ptr<Window> window;
    std::unique_ptr<OffscreenContext> offscreen;
    ViewSize size;  ///< size off-screen [pixels]

    explicit Screen(const ViewerOptions& options) : size(options.size) {
        if (options.screenshot) {
            offscreen = std::make_unique<OffscreenContext>();
        } else {
            window = std::make_unique<Window>(kTitle, options.size);
        }
    }
    ViewSize now() const { return window ? window->framebuffer_size() : size; }
    double scale(const ViewerOptions& options) const {
        return options.scale * (window ? window->scale() : 1.0);
    }
};

/// Everything that a picture of the scene depends on besides the scene view itself.
struct DrawnWith {
    Camera camera;
    DisplaySettings display;
    ViewSize size;
    Area area;
    bool comparing = false;

    bool operator==(const DrawnWith&) const = default;
};

double seconds_now() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
}

class Session {
 public:
    explicit Session(const ViewerOptions& options)
        : options_(options),
          screen_(options),
          interface_(screen_.window.get(), screen_.scale(options)),
          target_(screen_.now()) {
        renderer_.set_pixel_scale(interface_.scale());
        is_private_ = options.script.has_value() || options.screenshot.has_value();
        if (options.script) {
            script_ = read_script(*options.script);
        }
        if (!is_private_) {  // the user's settings must not affect scripts and pictures
            load_settings(application_, settings_path());
            application_.recent.file = recent_files_path();
            load_recent(application_.recent);
        }
        open_from_options(application_, options);
    }

    int run() {
        while (!application_.quit && (!screen_.window || !screen_.window->wants_to_close())) {
            frame();
            advance();
        }
        if (!is_private_) {
            save_settings(application_, settings_path());
        }
        if (options_.frame_times) {
            times_.print(std::cout);
        }
        return 0;
    }

 private:
    void frame() {
        take_events();
        if (screen_.window) {
            application_.pace.clock = seconds_now();
        }
        if (application_.moment() != nullptr && !step_applied_) {
            step_applied_ = true;
            settling_ = kSettleFrames;
            tell_message(application_);
            apply_step(application_, options_);
        } else if (step_applied_ && !options_applied_ && !application_.player.busy()) {
            options_applied_ = true;
            settling_ = kSettleFrames;
            apply_options(application_, options_);
        }
        const ViewSize size = screen_.now();
        times_.start();
        interface_.begin(size, application_.display.theme, script_ ? &pointer_ : nullptr);
        pointer_.wheel = 0.0;
        const Area area = draw_panels(application_, size, interface_.scale());
        area_ = area;
        application_.view_size = {
            application_.comparing() ? std::max(1, area.width / 2) : area.width, area.height};
        follow_pointer(application_, area, interface_.scale());
        if (application_.comparing() != was_comparing_) {  // the width of a side has changed
            was_comparing_ = application_.comparing();
            application_.pending_frame = true;
        }
        update(application_);
        if (application_.changes.copied) {
            interface_.copy(application_.copied);
            application_.changes.copied = false;
        }
        times_.stop();
        draw(size, area);
    }

    void draw(const ViewSize& size, const Area& area) {
        if (!(target_.size() == size)) {
            target_ = RenderTarget(size);
        }
        const Changes& changes = application_.changes;
        const DrawnWith wanted{application_.camera, application_.display, size, area,
                               application_.comparing()};
        // Panels change far more often than the scene, so its picture stays in the target
        // meanwhile.
        const bool stays =
            drawn_ == wanted && !(changes.geometry || changes.view || changes.highlight);
        drawn_ = wanted;
        hand_over(application_, renderer_);
        if (application_.shown.gallery && frames_ >= kSettleFrames) {
            thumbnails_.make_next(application_, renderer_);
        }
        if (!stays) {
            target_.begin();
        }
        if (!stays && application_.scene && application_.moment() != nullptr) {
            draw_sides(application_, renderer_,
                       {area.x, size.height - area.y - area.height, {area.width, area.height}});
        }
        target_.resolve();
        interface_.draw();
        if (application_.screenshot && !application_.player.busy()) {
            save_screenshot();
        }
        if (screen_.window) {
            target_.show(0, 0);
            screen_.window->swap();
            show_title();
        }
    }

    void save_screenshot() {
        const std::string file = *std::exchange(application_.screenshot, std::nullopt);
        try {
            write_png(file, target_.read());
            tell_written(file);
            application_.message = "saved the picture in " + printable(file);
            application_.message_is_error = false;
        } catch (const Error& error) {
            application_.message = error.what();
            application_.message_is_error = true;
        }
    }

    void show_title() {
        std::string title = describe(application_) + " - " + kTitle;
        if (title != title_) {
            screen_.window->set_title(title);
            title_ = std::move(title);
        }
    }

    void take_events() {
        if (!screen_.window) {
            return;
        }
        const bool making_thumbnails = application_.shown.gallery && !thumbnails_.complete();
        const bool live = making_thumbnails || application_.playing || application_.player.busy() ||
                          script_ || frames_ < kSettleFrames;
        const WindowEvents events = screen_.window->take_events(live ? kLiveWait : kIdleWait);
        for (const std::string& key : events.keys) {
            press_key(key);
        }
        for (const std::string& file : events.files) {
            drop_file(file);
        }
    }

    void press_key(const std::string& key) {
        PanelsShown& shown = application_.shown;
        if (key == "Escape" && (shown.open || shown.prompt)) {
            shown.open = shown.prompt = false;
            return;
        }
        const std::string_view line = command_for_key(key);
        if (!line.empty() && !interface_.wants_text()) {
            act(application_, line);
        }
    }

    void drop_file(const std::string& file) {
        const bool has_folder = file.find('/') != std::string::npos;
        act(application_, "open \"" + (has_folder ? file : "./" + file) + "\"");
    }

    /// Does what follows a frame apart from the user's actions.
    void advance() {
        ++frames_;
        const bool making_thumbnails = application_.shown.gallery && !thumbnails_.complete();
        // Endless playing is not waited for.
        const bool endless =
            application_.playing && (application_.play_until == 0 || application_.pace.loop);
        const bool idle = (endless || (!application_.player.busy() && !application_.playing)) &&
                          !(making_thumbnails && options_.screenshot);
        report_errors();
        if (!idle || frames_ < kSettleFrames || settling_-- > 0) {
            return;
        }
        if (script_) {
            next_line();
        } else if (options_.screenshot) {
            finish_screenshot();
        }
    }

    /// Ends the program on an error when no user can read it in the window.
    void report_errors() {
        if (options_.screenshot && application_.message_is_error) {
            throw Error(application_.message);
        }
        if (application_.message_is_error && application_.message != reported_) {
            reported_ = application_.message;
            std::cerr << "touchstone-viewer: " << printable(reported_) << '\n';
        }
    }

    void finish_screenshot() {
        if (!asked_for_picture_) {
            asked_for_picture_ = true;
            application_.message.clear();
            application_.screenshot = unused_name(*options_.screenshot);
            return;
        }
        application_.quit = true;
    }

    void next_line() {
        if (script_->empty()) {
            application_.quit = true;
            return;
        }
        const ScriptLine line = std::move(script_->front());
        script_->pop_front();
        settling_ = 1;  // the effect of a line is visible in a whole frame before the next line
        if (!line.text.starts_with("expect")) {
            renderer_.take_counters();
        }
        try {
            carry_out(line.text);
        } catch (const Error& error) {
            throw Error(*options_.script + ":" + std::to_string(line.number) + ": " + error.what());
        }
    }

    void carry_out(const std::string& line) {
        std::istringstream words(line);
        std::string first;
        words >> first;
        if (first == "expect") {
            std::string what;
            words >> what >> std::ws;
            std::string value;
            std::getline(words, value);
            expect(what, value);
        } else if (first == "try") {  // may fail; the message says how
            std::string rest;
            std::getline(words >> std::ws, rest);
            act(application_, rest);
        } else if (!move_pointer(first, words) && first != "wait") {
            run_command(application_, line);
        }
    }

    void expect(const std::string& what, const std::string& value) {
        const std::string found = what == "uploads"
                                      ? std::to_string(renderer_.take_counters().uploads)
                                      : value_of(application_, what);
        const bool fits =
            what == "message" ? found.find(value) != std::string::npos : found == value;
        if (!fits) {
            throw Error("expected " + what + " " + value + ", found " + found);
        }
    }

    /// Returns true when the word is about pointer, keys or dropped files.
    bool move_pointer(const std::string& first, std::istringstream& words) {
        std::string argument;
        if (first == "pointer") {
            words >> pointer_.x >> pointer_.y;
        } else if (first == "pointer-to") {
            int contact = -1;
            words >> contact;
            point_to_contact(contact);
        } else if (first == "pointer-to-offer") {
            std::size_t offer = 0;
            words >> offer;
            const std::vector<Glyph>& offered = application_.sides[0].view.offered;
            if (offer >= offered.size()) {
                throw Error("there is no such normal on offer");
            }
            point_to(offered[offer]);
        } else if (first == "press" || first == "release") {
            words >> argument;
            (argument == "right" ? pointer_.right : pointer_.left) = first == "press";
        } else if (first == "control") {
            words >> argument;
            pointer_.control = argument == "down";
        } else if (first == "wheel") {
            words >> pointer_.wheel;
        } else if (first == "key") {
            words >> argument;
            press_key(argument);
        } else if (first == "drop") {
            std::getline(words >> std::ws, argument);
            drop_file(argument);
        } else {
            return false;
        }
        return true;
    }

    void point_to_contact(int contact) {
        const SceneView& view = application_.sides[0].view;
        const auto found = std::ranges::find(view.contact_indices, contact);
        if (found == view.contact_indices.end()) {
            throw Error("contact " + std::to_string(contact) + " is not drawn");
        }
        point_to(view.contacts[found - view.contact_indices.begin()]);
    }

    void point_to(const Glyph& glyph) {
        const std::optional<ScreenPoint> place =
            project(application_.camera, application_.view_size,
                    {glyph.position[0], glyph.position[1], glyph.position[2]});
        if (!place) {
            throw Error("what the pointer should go to is behind the eye");
        }
        pointer_.x = area_.x + place->x;
        pointer_.y = area_.y + place->y;
    }

    ViewerOptions options_;
    Screen screen_;
    Interface interface_;
    Renderer renderer_;
    RenderTarget target_;
    Thumbnails thumbnails_{thumbnail_folder()};
    Application application_;
    std::optional<std::deque<ScriptLine>> script_;
    ScriptedPointer pointer_;
    FrameTimes times_;
    std::optional<DrawnWith> drawn_;
    Area area_;
    std::string title_;
    std::string reported_;
    int frames_ = 0;
    int settling_ = 0;
    bool step_applied_ = false;
    bool options_applied_ = false;
    bool was_comparing_ = false;
    bool asked_for_picture_ = false;
    bool is_private_ = false;
};

}  // namespace

int run_session(const ViewerOptions& options) { return Session(options).run(); }

}  // namespace touchstone::viewer
