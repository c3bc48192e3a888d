#include "viewer/panels/splitter.h"

#include <imgui.h>

#include <algorithm>

namespace touchstone::viewer {

void draw_splitter(const Splitter& splitter, double& size, double scale) {
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration |
                                        ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoFocusOnAppearing;
    const Area& area = splitter.area;
    const ImVec2 extent(static_cast<float>(area.width), static_cast<float>(area.height));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0F, 1.0F));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0F, 0.0F));
    ImGui::SetNextWindowPos(ImVec2(static_cast<float>(area.x), static_cast<float>(area.y)));
    ImGui::SetNextWindowSize(extent);
    if (ImGui::Begin(splitter.id, nullptr, kFlags)) {
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        ImGui::InvisibleButton("edge", extent);
        const bool held = ImGui::IsItemActive();
        if (held) {
            const ImVec2& moved = ImGui::GetIO().MouseDelta;
            const double pixels = splitter.vertical ? moved.x : moved.y;
            size = std::clamp(size + splitter.sign * pixels / scale, splitter.least,
                              std::max(splitter.least, splitter.most));
        }
        if (held || ImGui::IsItemHovered()) {
            ImGui::SetMouseCursor(splitter.vertical ? ImGuiMouseCursor_ResizeEW
                                                    : ImGuiMouseCursor_ResizeNS);
            ImGui::GetWindowDrawList()->AddRectFilled(
                corner, ImVec2(corner.x + extent.x, corner.y + extent.y),
                ImGui::GetColorU32(ImGuiCol_SeparatorHovered));
        }
        if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
            size = splitter.usual;
        }
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
}

}  // namespace touchstone::viewer
