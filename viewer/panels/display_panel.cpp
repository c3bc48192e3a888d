#include <imgui.h>

#include <array>

#include "viewer/panels/panels.h"
#include "viewer/panels/tooltip.h"

namespace touchstone::viewer {
namespace {

/// Describes a slider of a double; returns true while it moves.
bool slider(const char* title, double& value, double lowest, double highest, const char* tip) {
    float narrow = static_cast<float>(value);
    ImGui::SetNextItemWidth(0.55F * ImGui::GetContentRegionAvail().x);
    const bool moved = ImGui::SliderFloat(title, &narrow, static_cast<float>(lowest),
                                          static_cast<float>(highest), "%.2f");
    tooltip(tip);
    if (moved) {
        value = narrow;
    }
    return moved;
}

template <std::size_t N>
bool choice(const char* title, int& value, const std::array<const char*, N>& names,
            const char* tip) {
    ImGui::SetNextItemWidth(0.55F * ImGui::GetContentRegionAvail().x);
    const bool changed = ImGui::Combo(title, &value, names.data(), N);
    tooltip(tip);
    return changed;
}

bool check(const char* title, bool& value, const char* tip) {
    const bool changed = ImGui::Checkbox(title, &value);
    tooltip(tip);
    return changed;
}

/// Describes the choice of edges; kinds that the scene lacks are disabled.
void draw_edges(DisplaySettings& display, const LoadedScene* scene) {
    constexpr std::array<const char*, kLineKinds> kTitles{
        "Edges of shapes", "Mesh (red wireframe)", "Tets inside", "Eroded surface", "Facets"};
    constexpr std::array<const char*, kLineKinds> kTips{
        "edges between faces in different planes   E", "all edges of the surface mesh   W",
        "edges of tetrahedra inside the bodies   I",
        "the smaller solid that Closest points works with",
        "edges and corners of the facets that Semi-local works with   C"};
    for (std::size_t i = 0; i < kTitles.size(); ++i) {
        ImGui::BeginDisabled(scene != nullptr && scene->geometry.lines[i].empty());
        ImGui::Checkbox(kTitles[i], &display.lines[i]);
        ImGui::EndDisabled();
        tooltip(kTips[i]);
    }
}

bool explains_choices(const SideSetup& side) {
    return side.settings.methods.find(side.generator).explains_choices;
}

bool draw_contact_options(DisplaySettings& display, bool has_choices) {
    bool changed = false;
    int coloring = static_cast<int>(display.color_by);
    if (choice<5>("Color by", coloring,
                  {"verdict", "generator", "body pair", "separation", "difference"},
                  "what the colors of contacts tell; difference: when two are compared")) {
        display.color_by = static_cast<ColorBy>(coloring);
        changed = true;
    }
    check("Spheres", display.points, "at the contacts   P");
    ImGui::SameLine();
    check("Normals", display.arrows, "arrows along the normals   V");
    changed |= check("Impulses", display.impulses, "what contacts give to B in a step   J");
    ImGui::SameLine();
    changed |= check("Cones", display.cones, "impulses that friction allows   K");
    changed |= check("True regions", display.regions, "where the bodies really touch");
    ImGui::SameLine();
    changed |= check("Planes", display.planes,
                     "witness planes between boxes and exact shapes that are near each other");
    changed |= check("Missing", display.missing, "expected normals that no contact has   M");
    ImGui::SameLine();
    changed |= check("Met normals", display.met, "expected normals that a contact has");
    ImGui::BeginDisabled(!has_choices);
    changed |= check("Decisions of Semi-local", display.decisions,
                     "all normals that the method weighed, instead of its contacts, and why it "
                     "took or rejected each   D");
    ImGui::EndDisabled();
    changed |= slider("Size", display.glyph_scale, 0.2, 5.0, "of spheres and arrows");
    return changed;
}

bool draw_inside(DisplaySettings& display) {
    bool changed = slider("Explode", display.explode, 0.0, 2.0, "moves the bodies apart");
    int axis = static_cast<int>(display.explode_axis);
    if (choice<4>("along", axis, {"x", "y", "z", "all axes"}, "the axis along which they move")) {
        display.explode_axis = static_cast<ExplodeAxis>(axis);
        changed = true;
    }
    check("Cut open", display.clip.on, "hides what lies before a plane");
    ImGui::SameLine();
    check("other side", display.clip.flipped, "hides what lies behind it instead");
    if (display.clip.on) {
        choice<3>("across", display.clip.axis, {"x", "y", "z"}, "the axis across which it is cut");
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
            if (check(bodies[i].name.c_str(), shown, "whether this body is drawn")) {
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
        changed |= draw_contact_options(
            display, application.scene && explains_choices(application.scene->sides[0]));
    }
    if (ImGui::CollapsingHeader("Bodies", ImGuiTreeNodeFlags_DefaultOpen)) {
        slider("Opacity", display.body_opacity, 0.0, 1.0, "1: solid");
        int elastic = static_cast<int>(display.elastic_colors);
        if (choice<3>("Elastic", elastic, {"as others", "by strain", "by pressure"},
                      "the colors of elastic bodies")) {
            display.elastic_colors = static_cast<ElasticColors>(elastic);
            changed = true;
        }
        draw_edges(display, application.scene.get());
    }
    if (ImGui::CollapsingHeader("Inside", ImGuiTreeNodeFlags_DefaultOpen)) {
        changed |= draw_inside(display);
        if (ImGui::Button("Put all back")) {
            act(application, "put-back");
        }
        tooltip("undoes explosion, dragging and hiding   B");
    }
    if (application.scene && ImGui::CollapsingHeader("Which bodies")) {
        changed |= draw_bodies(*application.scene, display);
    }
    application.changes.view = application.changes.view || changed;
}

}  // namespace touchstone::viewer
