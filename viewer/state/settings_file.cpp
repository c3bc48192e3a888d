#include "viewer/state/settings_file.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "methods/base/error.h"
#include "methods/base/files/atomic_file.h"
#include "methods/base/files/text_file.h"
#include "testcases/files/json/json_document.h"
#include "testcases/files/json/json_place.h"

namespace touchstone::viewer {
namespace {

constexpr const char* kSchema = "touchstone-viewer-settings-2";
constexpr std::size_t kMostBytes = std::size_t{1} << 20;

struct NamedFlag {
    const char* name;
    bool* value;
};

/// Lists all switches.
std::vector<NamedFlag> flags_of(DisplaySettings& display, PanelsShown& shown) {
    return {{"feature_lines", &display.lines[0]},  {"surface_lines", &display.lines[1]},
            {"interior_lines", &display.lines[2]}, {"eroded_lines", &display.lines[3]},
            {"facet_lines", &display.lines[4]},    {"points", &display.points},
            {"arrows", &display.arrows},           {"regions", &display.regions},
            {"missing", &display.missing},         {"met", &display.met},
            {"decisions", &display.decisions},     {"planes", &display.planes},
            {"impulses", &display.impulses},       {"cones", &display.cones},
            {"panel_display", &shown.display},     {"panel_contacts", &shown.contacts},
            {"panel_selection", &shown.selection}, {"panel_legend", &shown.legend},
            {"panel_playback", &shown.playback},   {"panel_plots", &shown.plots}};
}

struct NamedSize {
    const char* name;
    double* value;
};

std::vector<NamedSize> sizes_of(PanelSizes& sizes) {
    return {{"left_width", &sizes.left},
            {"right_width", &sizes.right},
            {"selection_height", &sizes.selection},
            {"plots_height", &sizes.plots}};
}

std::string plot_flag(int kind) {
    return "plot_" + std::string(plot_id(static_cast<PlotKind>(kind)));
}

}  // namespace

std::filesystem::path settings_path() {
    if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && *config != '\0') {
        return std::filesystem::path(config) / "touchstone" / "viewer.json";
    }
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
        return std::filesystem::path(home) / ".config" / "touchstone" / "viewer.json";
    }
    return {};
}

std::string write_settings(const Application& application) {
    DisplaySettings display = application.display;
    PanelsShown shown = application.shown;
    nlohmann::ordered_json json;
    json["schema"] = kSchema;
    json["theme"] = display.theme == Theme::Dark ? "dark" : "light";
    json["color_by"] = static_cast<int>(display.color_by);
    json["elastic_colors"] = static_cast<int>(display.elastic_colors);
    json["body_opacity"] = display.body_opacity;
    json["glyph_scale"] = display.glyph_scale;
    for (const NamedFlag& flag : flags_of(display, shown)) {
        json[flag.name] = *flag.value;
    }
    PanelSizes sizes = application.sizes;
    for (const NamedSize& size : sizes_of(sizes)) {
        json[size.name] = *size.value;
    }
    for (int kind = 0; kind < kPlotKinds; ++kind) {
        json[plot_flag(kind)] = application.plots_shown[kind];
    }
    json["perspective"] = application.camera.perspective;
    return json.dump(2) + "\n";
}

void read_settings(Application& application, std::string_view text, std::string_view file_name) {
    const JsonDocument document = parse_json(text, file_name);
    const JsonPlace place(document);
    if (place.require("schema").line_of_text() != kSchema) {
        place.require("schema").fail_expected(kSchema);
    }
    DisplaySettings display = application.display;
    PanelsShown shown = application.shown;
    display.theme = place.require("theme").line_of_text() == "dark" ? Theme::Dark : Theme::Light;
    display.color_by = static_cast<ColorBy>(place.require("color_by").integer(0, 4, "0 to 4"));
    if (const std::optional<JsonPlace> colors = place.find("elastic_colors")) {
        display.elastic_colors = static_cast<ElasticColors>(colors->integer(0, 2, "0 to 2"));
    } else if (const std::optional<JsonPlace> strain = place.find("strain")) {  // older versions
        display.elastic_colors = strain->boolean() ? ElasticColors::Strain : ElasticColors::None;
    }
    display.body_opacity = std::min(1.0, place.require("body_opacity").not_negative("0 to 1"));
    display.glyph_scale = place.require("glyph_scale").positive("a positive number");
    for (const NamedFlag& flag : flags_of(display, shown)) {
        if (const std::optional<JsonPlace> value = place.find(flag.name)) {
            *flag.value = value->boolean();  // otherwise as usual: older versions lack some
        }
    }
    PanelSizes sizes = application.sizes;
    for (const NamedSize& size : sizes_of(sizes)) {
        *size.value = place.require(size.name).positive("a positive number");
    }
    std::array<bool, kPlotKinds> plots{};
    for (int kind = 0; kind < kPlotKinds; ++kind) {
        const std::optional<JsonPlace> value = place.find(plot_flag(kind));
        plots[kind] = value && value->boolean();  // older versions lack some kinds
    }
    application.camera.perspective = place.require("perspective").boolean();
    application.display = std::move(display);
    application.shown = shown;
    application.sizes = sizes;
    application.plots_shown = plots;
}

void load_settings(Application& application, const std::filesystem::path& path) {
    std::error_code ignored;
    if (path.empty() || !std::filesystem::exists(path, ignored)) {
        return;
    }
    try {
        read_settings(application, read_text_file(path, kMostBytes), path.string());
    } catch (const Error& error) {  // treated as missing, but reported
        application.message = std::string("settings ignored: ") + error.what();
    }
}

void save_settings(const Application& application, const std::filesystem::path& path) {
    if (path.empty()) {
        return;
    }
    std::error_code ignored;
    std::filesystem::create_directories(path.parent_path(), ignored);
    try {
        write_file_atomically(path, write_settings(application));
    } catch (const FileError&) {
        return;  // a folder that cannot be written costs the settings, not the session
    }
}

}  // namespace touchstone::viewer
