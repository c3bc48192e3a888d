#include <imgui.h>

#include <string>

#include "testcases/scenes/test_case.h"
#include "viewer/panels/panels.h"

namespace touchstone::viewer {

namespace {

/// Describes a case by its picture and its title; returns true when it is clicked.
bool draw_card(const Application& application, const TestCaseEntry& entry, float width) {
    const ImVec2 size(width, 0.625F * width);  // the proportions of thumbnails
    ImGui::BeginGroup();
    const auto thumbnail = application.thumbnails.find(entry.id);
    bool clicked = false;
    if (thumbnail != application.thumbnails.end()) {
        // The first row of the picture is its top.
        clicked = ImGui::ImageButton(reinterpret_cast<ImTextureID>(thumbnail->second), size,
                                     ImVec2(0.0F, 0.0F), ImVec2(1.0F, 1.0F), 1);
    } else {
        clicked = ImGui::Button("##card", ImVec2(size.x + 2.0F, size.y + 2.0F));
    }
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s", entry.id.c_str());
    }
    ImGui::TextUnformatted(entry.title.c_str());
    ImGui::EndGroup();
    return clicked;
}

}  // namespace

void draw_gallery_panel(Application& application) {
    std::string group;
    const float width = 12.0F * ImGui::GetFontSize();
    for (const TestCaseEntry& entry : all_test_cases()) {
        if (entry.group != group) {
            group = entry.group;
            ImGui::Spacing();
            ImGui::TextDisabled("%s", group.c_str());
        } else if (ImGui::GetItemRectMax().x + width + 2.0F * ImGui::GetStyle().ItemSpacing.x <
                   ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x) {
            ImGui::SameLine();
        }
        ImGui::PushID(entry.id.c_str());
        if (draw_card(application, entry, width)) {
            act(application, "open " + entry.id);
        }
        ImGui::PopID();
    }
    ImGui::Spacing();
    ImGui::TextWrapped("Or drop a scene file or a recording on the window.");
}

}  // namespace touchstone::viewer
