#include <imgui.h>

#include <array>

#include "viewer/panels/panels.h"

namespace touchstone {
namespace {

/// A slider of a double; true while it moves.
bool slider(const char* title, double& value, double lowest, double highest, const char* tip) {
    float narrow = static_cast<float>(value);
    ImGui::SetNextItemWidth(0.55F * ImGui::GetContentRegionAvail().x);
    const bool moved = ImGui::SliderFloat(title, &narrow, static_cast<float>(lowest),
                                          static_cast<float>(highest), "%.2f");
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s", tip);
    }
    if (moved) {
        value = narrow;
    }
    return moved;
}

template <std::size_t N>
bool choice(const char* title, int& value, const std::array<const char*, N>& names) {
    ImGui::SetNextItemWidth(0.55F * ImGui::GetContentRegionAvail().x);
    return ImGui::Combo(title, &value, names.data(), N);
}

void draw_edges(DisplaySettings& display) {
    constexpr std::array<const char*, kLineKinds> kTitles{"Edges of shapes", "Mesh (red wireframe)",
                                                          "Tets inside", "Eroded surface"};
    constexpr std::array<const char*, kLineKinds> kTips{
        "edges between faces in different planes   E", "all edges of the surface mesh   W",
        "edges of tetrahedra inside the bodies   I",
        "the smaller solid that Closest points works with"};
    for (std::size_t i = 0; i < kTitles.size(); ++i) {
        ImGui::Checkbox(kTitles[i], &display.lines[i]);
        if (ImGui::IsItemHovered()) {
            ImGui::SetTooltip("%s", kTips[i]);
        }
    }
}

bool draw_contact_options(DisplaySettings& display) {
    bool changed = false;
    int coloring = static_cast<int>(display.color_by);
    if (choice<5>("Color by", coloring,
                  {"verdict", "generator", "body pair", "separation", "difference"})) {
        display.color_by = static_cast<ColorBy>(coloring);
        changed = true;
    }
    ImGui::Checkbox("Spheres", &display.points);
    ImGui::SameLine();
    ImGui::Checkbox("Normals", &display.arrows);
    changed |= ImGui::Checkbox("True regions", &display.regions);
    changed |= ImGui::Checkbox("Missing", &display.missing);
    ImGui::SameLine();
    changed |= ImGui::Checkbox("Met normals", &display.met);
    changed |= slider("Size", display.glyph_scale, 0.2, 5.0, "of spheres and arrows");
    return changed;
}

bool draw_inside(DisplaySettings& display) {
    bool changed = slider("Explode", display.explode, 0.0, 2.0, "moves the bodies apart");
    int axis = static_cast<int>(display.explode_axis);
    if (choice<4>("along", axis, {"x", "y", "z", "all axes"})) {
        display.explode_axis = static_cast<ExplodeAxis>(axis);
        changed = true;
    }
    ImGui::Checkbox("Cut open", &display.clip.on);
    ImGui::SameLine();
    ImGui::Checkbox("other side", &display.clip.flipped);
    if (display.clip.on) {
        choice<3>("across", display.clip.axis, {"x", "y", "z"});
        slider("at", display.clip.position, 0.0, 1.0, "from one end of the scene to the other");
    }
    return changed;
}

bool draw_bodies(const LoadedScene& scene, DisplaySettings& display) {
    const std::vector<BodySetup>& bodies = scene.scene.test_case.bodies;
    display.hidden.resize(bodies.size());
    bool changed = false;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(bodies.size()));
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            bool shown = !display.hidden[i];
            ImGui::PushID(i);
            if (ImGui::Checkbox(bodies[i].name.c_str(), &shown)) {
                display.hidden[i] = !shown;
                changed = true;
            }
            ImGui::PopID();
        }
    }
    return changed;
}

}  // namespace

void draw_display_panel(Application& application) {
    DisplaySettings& display = application.display;
    bool changed = false;
    if (ImGui::CollapsingHeader("Contacts", ImGuiTreeNodeFlags_DefaultOpen)) {
        changed |= draw_contact_options(display);
    }
    if (ImGui::CollapsingHeader("Bodies", ImGuiTreeNodeFlags_DefaultOpen)) {
        slider("Opacity", display.body_opacity, 0.0, 1.0, "1: solid");
        draw_edges(display);
    }
    if (ImGui::CollapsingHeader("Inside", ImGuiTreeNodeFlags_DefaultOpen)) {
        changed |= draw_inside(display);
        if (ImGui::Button("Put all back")) {
            act(application, "put-back");
        }
    }
    if (application.scene && ImGui::CollapsingHeader("Which bodies")) {
        changed |= draw_bodies(*application.scene, display);
    }
    application.changes.view = application.changes.view || changed;
}

}  // namespace touchstone
