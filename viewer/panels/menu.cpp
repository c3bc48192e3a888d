#include <imgui.h>

#include <string>

#include "generators/generator.h"
#include "testcases/test_case.h"
#include "viewer/commands.h"
#include "viewer/panels/panels.h"

namespace touchstone {
namespace {

/// A menu item that stands for a command line.
void item(Application& application, const char* title, const std::string& line,
          const char* key = nullptr) {
    if (ImGui::MenuItem(title, key)) {
        act(application, line);
    }
}

void draw_cases(Application& application) {
    std::string group;
    for (const TestCaseEntry& entry : all_test_cases()) {
        if (!group.empty() && entry.group != group) {
            ImGui::Separator();
        }
        group = entry.group;
        const bool now = application.wanted.name == entry.id;
        if (ImGui::MenuItem(entry.title.c_str(), nullptr, now)) {
            act(application, "open " + entry.id);
        }
    }
}

void draw_generators(Application& application) {
    for (const Generator& generator : all_generators()) {
        if (ImGui::MenuItem(generator.title.c_str(), nullptr,
                            application.wanted.generator == generator.id)) {
            act(application, "generator " + generator.id);
        }
    }
    ImGui::Separator();
    item(application, "Next", "generator next", "G");
    item(application, "Previous", "generator previous", "Shift+G");
}

void draw_compared(Application& application) {
    const OpenRequest& wanted = application.wanted;
    if (ImGui::MenuItem("None", nullptr, !wanted.compares())) {
        act(application, "compare off");
    }
    ImGui::Separator();
    for (const Generator& generator : all_generators()) {
        if (ImGui::MenuItem(generator.title.c_str(), nullptr, wanted.compared == generator.id)) {
            act(application, "compare " + generator.id);
        }
    }
    ImGui::Separator();
    for (const Profile profile : {Profile::Corrected, Profile::Published}) {
        const std::string id(profile_id(profile));
        if (ImGui::MenuItem(("The same, " + id).c_str(), nullptr,
                            wanted.compared_profile == profile)) {
            act(application, "compare " + id);
        }
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
    if (ImGui::MenuItem("Perspective", "5", application.camera.perspective)) {
        act(application, "perspective");
    }
    if (ImGui::MenuItem("Dark", "T", application.display.theme == Theme::Dark)) {
        act(application, "theme");
    }
}

void draw_shown(Application& application) {
    PanelsShown& shown = application.shown;
    ImGui::MenuItem("Display and filters", nullptr, &shown.display);
    ImGui::MenuItem("Contacts", nullptr, &shown.contacts);
    ImGui::MenuItem("Contact", nullptr, &shown.selection);
    ImGui::MenuItem("Legend", nullptr, &shown.legend);
    ImGui::MenuItem("Playback", nullptr, &shown.playback);
    ImGui::MenuItem("Plots", "F3", &shown.plots);
    ImGui::MenuItem("Gallery", "F2", &shown.gallery);
    ImGui::MenuItem("Keys and commands", "F1", &shown.help);
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

}  // namespace touchstone
