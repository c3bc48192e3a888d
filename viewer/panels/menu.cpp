#include <imgui.h>

#include <string>

#include "generators/generator.h"
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

void draw_cases(Application& application) {
    std::string group;
    for (const TestCaseEntry& entry : all_test_cases()) {
        if (!group.empty() && entry.group != group) {
            ImGui::Separator();
        }
        group = entry.group;
        item(application, entry.title.c_str(), "open " + entry.id, nullptr,
             application.wanted.name == entry.id);
    }
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
    menu("Case", [&] { draw_cases(application); });
    menu("Generator", [&] { draw_generators(application); });
    menu("Compare", [&] { draw_compared(application); });
    menu("View", [&] { draw_views(application); });
    menu("Panels", [&] { draw_shown(application); });
    menu("File", [&] {
        item(application, "Save picture", "screenshot touchstone-view.png");
        item(application, "Save table", "export-contacts touchstone-contacts.csv");
        item(application, "Save scene as it stands", "export-scene touchstone-scene.json");
        ImGui::Separator();
        item(application, "Quit", "quit", "Ctrl+Q");
    });
    const std::string text = describe(application);
    const float width = ImGui::CalcTextSize(text.c_str()).x + 2.0F * ImGui::GetFontSize();
    ImGui::SameLine(ImGui::GetWindowWidth() - width);
    ImGui::TextDisabled("%s", text.c_str());
}

}  // namespace touchstone::viewer
