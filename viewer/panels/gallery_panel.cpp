#include <imgui.h>

#include <string>

#include "testcases/test_case.h"
#include "viewer/panels/panels.h"

namespace touchstone {

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
        if (ImGui::Button(entry.title.c_str(), ImVec2(width, 2.4F * ImGui::GetFontSize()))) {
            act(application, "open " + entry.id);
        }
    }
    ImGui::Spacing();
    ImGui::TextWrapped("Or drop a scene file or a recording on the window.");
}

}  // namespace touchstone
