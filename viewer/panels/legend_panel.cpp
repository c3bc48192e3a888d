#include <imgui.h>

#include <string>

#include "viewer/panels/panels.h"
#include "viewer/panels/tooltip.h"

namespace touchstone::viewer {
namespace {

void draw_sign(const LegendEntry& entry) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float size = ImGui::GetFontSize();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 center(corner.x + 0.5F * size, corner.y + 0.55F * size);
    const ImU32 color =
        IM_COL32(entry.color.red, entry.color.green, entry.color.blue, entry.color.alpha);
    switch (entry.sign) {
        case LegendSign::Sphere:
        case LegendSign::Ramp:
            list->AddCircleFilled(center, 0.32F * size, color, 20);
            break;
        case LegendSign::Arrow:
            list->AddLine(ImVec2(center.x, center.y + 0.45F * size), center, color, 0.16F * size);
            list->AddTriangleFilled(ImVec2(center.x - 0.26F * size, center.y + 0.02F * size),
                                    ImVec2(center.x + 0.26F * size, center.y + 0.02F * size),
                                    ImVec2(center.x, center.y - 0.45F * size), color);
            break;
        case LegendSign::Area:
            list->AddRectFilled(ImVec2(corner.x + 0.1F * size, center.y - 0.3F * size),
                                ImVec2(corner.x + 0.9F * size, center.y + 0.3F * size), color);
            break;
        case LegendSign::Line:
            list->AddLine(ImVec2(corner.x, center.y), ImVec2(corner.x + size, center.y), color,
                          0.14F * size);
            break;
    }
    ImGui::Dummy(ImVec2(size, size));
    ImGui::SameLine();
}

/// `none`: what is said without any entry.
void draw_side(const SceneView& view, const char* none) {
    for (const LegendEntry& entry : view.legend) {
        const ImVec2 start = ImGui::GetCursorScreenPos();
        draw_sign(entry);
        if (entry.count >= 0) {
            ImGui::Text("%s  %d", entry.text.c_str(), entry.count);
        } else {
            ImGui::TextUnformatted(entry.text.c_str());
        }
        // The legend takes no input, so that what lies below it can be clicked and turned.
        if (!entry.meaning.empty() &&
            ImGui::IsMouseHoveringRect(start, ImGui::GetItemRectMax(), false) &&
            !ImGui::GetIO().WantCaptureMouse) {
            tooltip_now(entry.meaning.c_str());
        }
    }
    if (view.legend.empty()) {
        ImGui::TextDisabled("%s", none);
    }
}

}  // namespace

void draw_legend_panel(const Application& application, int side) {
    ImGui::TextUnformatted(side_title(application, side).c_str());
    const InspectedMesh* const mesh = application.mesh();
    draw_side(application.sides[side].view, mesh == nullptr       ? "no contacts"
                                            : mesh->fault.empty() ? "nothing is wrong"
                                                                  : "it bounds no solid");
}

}  // namespace touchstone::viewer
