#include "viewer/panels/scene_overlay.h"

#include <imgui.h>

#include <algorithm>
#include <array>

namespace touchstone::viewer {
namespace {

struct Axis {
    const char* name;
    ImU32 color;
};

/// Draws the world's axes, the one that points away first.
void draw_axes(const Camera& camera, const ImVec2& center, float length) {
    constexpr std::array<Axis, 3> kAxes{{{"x", IM_COL32(205, 60, 50, 255)},
                                         {"y", IM_COL32(60, 150, 60, 255)},
                                         {"z", IM_COL32(60, 100, 215, 255)}}};
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    const Mat3 camera_from_world = camera_axes(camera).transpose();
    std::array<int, 3> order{0, 1, 2};
    std::ranges::sort(order, {}, [&](int axis) { return camera_from_world(2, axis); });
    for (const int axis : order) {
        const ImVec2 tip(center.x + length * static_cast<float>(camera_from_world(0, axis)),
                         center.y - length * static_cast<float>(camera_from_world(1, axis)));
        list->AddLine(center, tip, kAxes[axis].color, 0.08F * length);
        list->AddCircleFilled(tip, 0.09F * length, kAxes[axis].color);
        const ImVec2 letter(center.x + 1.3F * (tip.x - center.x) - 0.25F * ImGui::GetFontSize(),
                            center.y + 1.3F * (tip.y - center.y) - 0.5F * ImGui::GetFontSize());
        list->AddText(letter, kAxes[axis].color, kAxes[axis].name);
    }
}

/// Draws the divider of two sides.
void draw_divider(const Area& area) {
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    const auto middle = static_cast<float>(area.x) + 0.5F * static_cast<float>(area.width);
    const auto top = static_cast<float>(area.y);
    const ImU32 color = ImGui::GetColorU32(ImGuiCol_Border);
    list->AddLine(ImVec2(middle, top), ImVec2(middle, top + static_cast<float>(area.height)), color,
                  2.0F);
}

}  // namespace

void draw_scene_overlay(const Application& application, const Area& area) {
    if (!application.scene || !application.shown.legend) {
        return;
    }
    const float length = 2.2F * ImGui::GetFontSize();
    draw_axes(application.camera,
              ImVec2(static_cast<float>(area.x) + 1.7F * length,
                     static_cast<float>(area.y + area.height) - 1.7F * length),
              length);
    if (application.comparing()) {
        draw_divider(area);
    }
}

}  // namespace touchstone::viewer
