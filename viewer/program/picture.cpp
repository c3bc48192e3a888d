#include "viewer/program/picture.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "methods/base/base64.h"
#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "viewer/gl/render_target.h"
#include "viewer/gl/window/interface.h"
#include "viewer/gl/window/offscreen_context.h"
#include "viewer/panels/panels.h"
#include "viewer/scene/image.h"
#include "viewer/state/picture_name.h"

namespace touchstone::viewer {

void hand_over(Application& application, Renderer& renderer) {
    if (!application.scene || application.moment() == nullptr) {
        return;
    }
    Changes& changes = application.changes;
    const int sides = application.comparing() ? 2 : 1;
    for (int side = 0; side < sides; ++side) {
        if (changes.geometry) {
            renderer.set_geometry(side, application.geometry(side));
        }
        if (changes.view) {
            renderer.set_view(side, application.sides[side].view);
        }
        if (changes.highlight) {
            renderer.set_highlight(side, application.highlights[side]);
        }
    }
    changes.geometry = changes.view = changes.highlight = false;
}

void draw_sides(const Application& application, Renderer& renderer, const Viewport& area) {
    if (!application.comparing()) {
        renderer.draw(0, application.camera, area, application.display);
        return;
    }
    const int half = area.size.width / 2;
    for (int side = 0; side < 2; ++side) {
        const Viewport part{area.x + side * half, area.y, {half, area.size.height}};
        renderer.draw(side, application.camera, part, application.display);
    }
}

namespace {

/// Number of frames until a window knows the size of its contents.
constexpr int kKeyFrames = 2;

/// Opens what the options name, and applies them. Throws what the window would show as an error.
void open_completely(Application& application, const ViewerOptions& options) {
    application.view_size = options.size;
    if (!options.compared.empty() || !options.compared_profile.empty()) {
        application.view_size.width /= 2;
    }
    open_from_options(application, options);
    update_until_idle(application);
    tell_message(application);
    if (!application.message_is_error) {
        application.message.clear();
        apply_step(application, options);
        update_until_idle(application);
    }
    if (!application.message_is_error) {
        apply_options(application, options);
        if (application.play_until == 0) {
            application.playing = false;  // endless playing would never be done
        }
        update_until_idle(application);
    }
    if (application.message_is_error) {
        throw Error(application.message);
    }
    tell_message(application);
}

/// Returns a factor that keeps the key of a small picture from covering it, as far as it can still
/// be read.
double key_scale(const ViewSize& size) {
    return std::clamp(std::min(size.width / 640.0, size.height / 400.0), 0.6, 1.0);
}

/// Draws pictures of an application, each with its key, without a display.
class Painter {
 public:
    explicit Painter(const ViewerOptions& options) : size_(options.size), target_(options.size) {
        renderer_.set_pixel_scale(options.scale);
        if (options.key) {
            interface_.emplace(nullptr, options.scale * key_scale(options.size));
        }
    }

    Image paint(Application& application) {
        hand_over(application, renderer_);
        target_.begin();
        draw_sides(application, renderer_, {0, 0, size_});
        target_.resolve();
        for (int i = 0; interface_ && i < kKeyFrames; ++i) {
            interface_->begin(size_, application.display.theme, nullptr);
            draw_key(application, {0, 0, size_.width, size_.height});
            if (i + 1 < kKeyFrames) {
                interface_->skip();
            }
        }
        if (interface_) {
            interface_->draw();
        }
        return target_.read();
    }

 private:
    ViewSize size_;
    OffscreenContext context_;  // before all that lives in it
    RenderTarget target_;
    Renderer renderer_;
    std::optional<Interface> interface_;
};

/// Reads a line with the words of a command line. Throws UsageError.
ViewerOptions options_of_line(const std::string& line, const ViewerOptions& shared) {
    std::vector<std::string> words;
    try {
        words = nlohmann::json::parse(line).get<std::vector<std::string>>();
    } catch (const nlohmann::json::exception&) {
        throw UsageError("no list of words: " + line.substr(0, 100));
    }
    for (std::string& word : words) {
        std::optional<std::string> bytes = decode_base64(word);
        if (!bytes) {
            throw UsageError("no word in base64: " + word.substr(0, 100));
        }
        word = std::move(*bytes);
    }
    std::vector<const char*> arguments{"touchstone-viewer"};
    for (const std::string& word : words) {
        arguments.push_back(word.c_str());
    }
    const ParsedOptions parsed =
        parse_options(static_cast<int>(arguments.size()), arguments.data());
    if (!parsed.options || parsed.options->name.empty()) {
        throw UsageError("no case, scene or recording to take a picture of");
    }
    ViewerOptions options = *parsed.options;
    options.size = shared.size;
    options.scale = shared.scale;
    options.key = shared.key;
    return options;
}

/// Returns the last step of a series of pictures.
int last_frame(const Application& application, const ViewerOptions& options) {
    const int recorded = application.scene->recorded_steps;
    if (recorded == 0 && !options.step) {
        throw UsageError("--frames needs --step N for a scene that is simulated: its last step");
    }
    return options.step.value_or(recorded);
}

std::filesystem::path frame_name(const std::filesystem::path& folder, int step) {
    std::array<char, 32> name{};
    std::snprintf(name.data(), name.size(), "step-%06d.png", step);
    return folder / name.data();
}

/// Throws UsageError for the first picture that is there already.
void require_no_frames(const std::filesystem::path& folder, int first, int last) {
    for (int step = first; step <= last; ++step) {
        std::error_code ignored;
        const std::filesystem::path name = frame_name(folder, step);
        if (std::filesystem::exists(std::filesystem::symlink_status(name, ignored))) {
            throw UsageError(name.string() + ": is there already; name another folder");
        }
    }
}

}  // namespace

void tell_message(const Application& application) {
    if (!application.message.empty() && !application.message_is_error) {
        std::cerr << "touchstone-viewer: " << printable(application.message) << '\n';
    }
}

void tell_written(const std::filesystem::path& file) {
    std::error_code error;
    const std::filesystem::path path = std::filesystem::absolute(file, error).lexically_normal();
    if (std::filesystem::is_regular_file(path, error) ||
        std::filesystem::is_directory(path, error)) {
        std::cerr << "touchstone-viewer: wrote " << printable(path.string()) << '\n';
    }
}

std::filesystem::path unused_name(const std::filesystem::path& wanted) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(wanted, error);
    // A pipe or a device, "/dev/stdout", takes any number of pictures.
    const bool is_stream =
        std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
    // What these folders name is open already, also where the shell has put a file behind it.
    const std::string name = std::filesystem::absolute(wanted, error).lexically_normal().string();
    const bool is_open = name.starts_with("/dev/") || name.starts_with("/proc/");
    return is_stream || is_open ? wanted : free_picture_name(wanted);
}

void save_picture(const ViewerOptions& options) {
    if (options.name.empty()) {
        throw UsageError("--screenshot needs a case, a scene, a recording or a mesh");
    }
    Application application;
    open_completely(application, options);
    const Image picture = Painter(options).paint(application);
    const std::filesystem::path file = unused_name(*options.screenshot);
    write_png(file.string(), picture);
    tell_written(file);
}

void answer_pictures(const ViewerOptions& options, std::istream& in, std::ostream& out) {
    Painter painter(options);
    for (std::string line; std::getline(in, line);) {
        nlohmann::ordered_json answer;
        try {
            Application application;
            open_completely(application, options_of_line(line, options));
            answer["png"] = base64(png_bytes(painter.paint(application)));
        } catch (const Error& error) {
            answer["error"] = printable(error.what());
        }
        out << answer.dump() << std::endl;
    }
}

void save_frames(const ViewerOptions& options) {
    if (options.name.empty()) {
        throw UsageError("--frames needs a case, a scene or a recording");
    }
    Application application;
    ViewerOptions first = options;
    first.step.reset();  // it is the last one
    open_completely(application, first);
    const int last = last_frame(application, options);
    if (const int recorded = application.scene->recorded_steps; recorded > 0 && last > recorded) {
        refuse_step(last, recorded);
    }
    const std::filesystem::path folder = *options.frames;
    const int begin = application.step;
    require_no_frames(folder, begin, last);
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    Painter painter(options);
    for (int step = begin; step <= last; ++step) {
        go_to_step(application, step);
        update_until_idle(application);
        if (application.message_is_error) {
            throw Error(application.message);
        }
        write_png(frame_name(folder, step).string(), painter.paint(application));
    }
    tell_written(folder);
}

}  // namespace touchstone::viewer
