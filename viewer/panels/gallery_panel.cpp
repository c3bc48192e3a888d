#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>

#include "testcases/scenes/test_case.h"
#include "viewer/panels/panels.h"
#include "viewer/state/case_search.h"

namespace touchstone::viewer {

namespace {

/// Returns a title that fits the width, with an ellipsis where it is cut.
std::string shortened(const std::string& title, float width) {
    std::string text = title;
    while (!text.empty() && ImGui::CalcTextSize((text + "…").c_str()).x > width) {
        text.pop_back();
    }
    return text.size() == title.size() || ImGui::CalcTextSize(title.c_str()).x <= width
               ? title
               : text + "…";
}

/// Describes a case by its picture and its title; returns true when it is clicked.
bool draw_card(const Application& application, const TestCaseEntry& entry, float width) {
    const ImVec2 size(width, 0.625F * width);  // the proportions of thumbnails
    ImGui::BeginGroup();
    const auto thumbnail = application.thumbnails.find(entry.id);
    bool clicked = false;
    if (thumbnail != application.thumbnails.end()) {
        // The first row of the picture is its top.
        // NOLINTNEXTLINE(performance-no-int-to-ptr): Dear ImGui takes textures as pointers.
        const auto picture = reinterpret_cast<ImTextureID>(thumbnail->second);
        clicked = ImGui::ImageButton(picture, size, ImVec2(0.0F, 0.0F), ImVec2(1.0F, 1.0F), 1);
    } else {
        clicked = ImGui::Button("##card", ImVec2(size.x + 2.0F, size.y + 2.0F));
    }
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s\n%s", entry.title.c_str(), entry.id.c_str());
    }
    ImGui::TextUnformatted(shortened(entry.title, width).c_str());
    ImGui::EndGroup();
    return clicked;
}

}  // namespace

void draw_gallery_panel(Application& application) {
    std::array<char, 128> text{};
    application.gallery_search.copy(text.data(), text.size() - 1);
    ImGui::SetNextItemWidth(
        std::min(24.0F * ImGui::GetFontSize(), ImGui::GetContentRegionAvail().x));
    if (ImGui::IsWindowAppearing()) {
        ImGui::SetKeyboardFocusHere();  // letters are a search, not keys of the display
    }
    if (ImGui::InputTextWithHint("##search", "search: words of a name, title or group", text.data(),
                                 text.size())) {
        application.gallery_search = text.data();
    }
    std::string group;
    const float width = 12.0F * ImGui::GetFontSize();
    const std::vector<const TestCaseEntry*> matching = matching_cases(application.gallery_search);
    for (const TestCaseEntry* entry : matching) {
        if (entry->group != group) {
            group = entry->group;
            ImGui::Spacing();
            ImGui::TextDisabled("%s", group.c_str());
        } else if (ImGui::GetItemRectMax().x + width + 2.0F * ImGui::GetStyle().ItemSpacing.x <
                   ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x) {
            ImGui::SameLine();
        }
        ImGui::PushID(entry->id.c_str());
        if (draw_card(application, *entry, width)) {
            act(application, "open " + entry->id);
        }
        ImGui::PopID();
    }
    if (matching.empty()) {
        ImGui::TextDisabled("No case has all of these words.");
    }
    ImGui::Spacing();
    if (ImGui::Button("Open a file …")) {
        act(application, "panel open on");
    }
    ImGui::SameLine();
    ImGui::TextUnformatted("or drop a scene, a recording or a mesh on the window.");
}

}  // namespace touchstone::viewer
