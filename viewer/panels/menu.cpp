#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "generators/generator.h"
#include "methods/base/printable.h"
#include "testcases/scenes/test_case.h"
#include "viewer/commands/commands.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/tooltip.h"

namespace touchstone::viewer {
namespace {

/// Describes a menu item that stands for a command line, which the tooltip shows.
void item(Application& application, const char* title, const std::string& line,
          const char* key = nullptr, bool checked = false) {
    if (ImGui::MenuItem(title, key, checked)) {
        act(application, line);
    }
    tooltip(line.c_str());
}

/// Describes a group of cases, which follow each other in the table. Returns the one after it.
std::size_t draw_group(Application& application, std::size_t first) {
    const std::span<const TestCaseEntry> all = all_test_cases();
    const std::string& group = all[first].group;
    const bool open = ImGui::BeginMenu(group.c_str());
    std::size_t i = first;
    for (; i < all.size() && all[i].group == group; ++i) {
        if (open) {
            item(application, all[i].title.c_str(), "open " + all[i].id, nullptr,
                 application.wanted.name == all[i].id);
        }
    }
    if (open) {
        ImGui::EndMenu();
    }
    return i;
}

void draw_cases(Application& application) {
    for (std::size_t next = 0; next < all_test_cases().size();) {
        next = draw_group(application, next);
    }
    ImGui::Separator();
    item(application, "All as pictures", "panel gallery", "F2");
}

/// Describes the files opened last; those that are gone cannot be chosen.
void draw_recent(Application& application) {
    const std::vector<std::string>& names = application.recent.names;
    if (!ImGui::BeginMenu("Open recent", !names.empty())) {
        return;
    }
    std::string chosen;
    for (const std::string& name : names) {
        std::error_code ignored;
        const bool exists = std::filesystem::exists(name, ignored);
        const std::string title = std::filesystem::path(name).filename().string();
        ImGui::PushID(name.c_str());
        if (ImGui::MenuItem(printable(title).c_str(), nullptr, false, exists)) {
            chosen = name;
        }
        tooltip((printable(name) + (exists ? "" : ": is not there any more")).c_str());
        ImGui::PopID();
    }
    ImGui::EndMenu();
    if (!chosen.empty()) {
        act(application, "open \"" + chosen + "\"");
    }
}

void draw_file(Application& application) {
    item(application, "Open …", "panel open", "Ctrl+O");
    draw_recent(application);
    ImGui::Separator();
    item(application, "Save picture", "screenshot", "Ctrl+S");
    item(application, "Save table", "export-contacts touchstone-contacts.csv");
    item(application, "Save scene as it stands", "export-scene touchstone-scene.json");
    item(application, "Copy contact", "copy", "Ctrl+C");
    ImGui::Separator();
    item(application, "Type a command", "panel prompt", "Ctrl+P", application.shown.prompt);
    item(application, "Quit", "quit", "Ctrl+Q");
}

void draw_generators(Application& application) {
    for (const auto& generator : application.wanted.settings.methods.all()) {
        item(application, generator->title.c_str(), "generator " + generator->id, nullptr,
             application.wanted.generator == generator->id);
    }
    ImGui::Separator();
    item(application, "Next", "generator next", "G");
    item(application, "Previous", "generator previous", "Shift+G");
}

void draw_compared(Application& application) {
    const OpenRequest& wanted = application.wanted;
    item(application, "None", "compare off", nullptr, !wanted.compares());
    ImGui::Separator();
    for (const auto& generator : application.wanted.settings.methods.all()) {
        item(application, generator->title.c_str(), "compare " + generator->id, nullptr,
             wanted.compared == generator->id);
    }
    ImGui::Separator();
    for (const Profile profile : {Profile::Corrected, Profile::Published}) {
        const std::string id(profile_id(profile));
        item(application, ("The same, " + id).c_str(), "compare " + id, nullptr,
             wanted.compared_profile == profile);
    }
}

void draw_views(Application& application) {
    item(application, "Front", "view front", "1");
    item(application, "Back", "view back", "Ctrl+1");
    item(application, "Right", "view right", "3");
    item(application, "Left", "view left", "Ctrl+3");
    item(application, "Top", "view top", "7");
    item(application, "Bottom", "view bottom", "Ctrl+7");
    item(application, "Iso", "view iso", "0");
    ImGui::Separator();
    item(application, "Frame all", "frame all", "A");
    item(application, "Frame selection", "frame selection", "F");
    item(application, "Perspective", "perspective", "5", application.camera.perspective);
    item(application, "Dark", "theme", "T", application.display.theme == Theme::Dark);
}

void panel(const char* title, const char* key, bool& shown) {
    ImGui::MenuItem(title, key, &shown);
    tooltip("shows or hides this panel");
}

void draw_shown(Application& application) {
    PanelsShown& shown = application.shown;
    panel("Display and filters", nullptr, shown.display);
    panel("Contacts", nullptr, shown.contacts);
    panel("Contact", nullptr, shown.selection);
    panel("Legend", nullptr, shown.legend);
    panel("Playback", nullptr, shown.playback);
    panel("Plots", "F3", shown.plots);
    panel("Gallery", "F2", shown.gallery);
    panel("Keys and commands", "F1", shown.help);
}

template <typename Draw>
void menu(const char* title, Draw draw) {
    if (ImGui::BeginMenu(title)) {
        draw();
        ImGui::EndMenu();
    }
}

}  // namespace

void draw_menu(Application& application) {
    menu("File", [&] { draw_file(application); });
    menu("Case", [&] { draw_cases(application); });
    menu("Generator", [&] { draw_generators(application); });
    menu("Compare", [&] { draw_compared(application); });
    menu("View", [&] { draw_views(application); });
    menu("Panels", [&] { draw_shown(application); });
    const float left = ImGui::GetCursorPosX();
    const std::string text = describe(application);
    const float width = ImGui::CalcTextSize(text.c_str()).x + 2.0F * ImGui::GetFontSize();
    ImGui::SameLine(std::max(left, ImGui::GetWindowWidth() - width));
    ImGui::TextDisabled("%s", text.c_str());
}

}  // namespace touchstone::viewer
