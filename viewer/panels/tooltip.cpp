#include "viewer/panels/tooltip.h"

#include <imgui.h>

namespace touchstone::viewer {

void tooltip(const char* text) {
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        tooltip_now(text);
    }
}

void tooltip_now(const char* text) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(24.0F * ImGui::GetFontSize());
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

}  // namespace touchstone::viewer
