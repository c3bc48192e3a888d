#include <imgui.h>

#include <algorithm>
#include <string>

#include "methods/mesh/describe.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/tooltip.h"
#include "viewer/scene/mesh_marks.h"

namespace touchstone::viewer {
namespace {

/// Describes a kind of problem: its color, how many elements have it, what it is, and the remedy.
void draw_problem(Application& application, const MarkedProblem& marked, int index) {
    const bool chosen = application.problem == index;
    const Color color = problem_color(index);
    const float size = ImGui::GetFontSize();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled(
        ImVec2(corner.x, corner.y + 0.15F * size),
        ImVec2(corner.x + 0.7F * size, corner.y + 0.85F * size),
        IM_COL32(color.red, color.green, color.blue, 255));
    ImGui::Dummy(ImVec2(0.7F * size, size));
    ImGui::SameLine();
    const std::string count = marks_title(marked);
    const std::string title = problem_title(marked.problem) + (count.empty() ? "" : ": " + count);
    ImGui::PushID(index);
    if (ImGui::Selectable(title.c_str(), chosen)) {
        act(application, chosen ? "problem all" : "problem " + std::to_string(index));
    }
    tooltip(chosen ? "shows all kinds again"
                   : "shows this kind alone, with a list of its elements");
    ImGui::PopID();
    ImGui::Indent(0.7F * size + ImGui::GetStyle().ItemSpacing.x);
    ImGui::TextWrapped("%s: %s.", severity_name(marked.problem.severity),
                       problem_meaning(marked.problem.problem));
    ImGui::TextWrapped("Remedy: %s.", marked.problem.remedy.c_str());
    ImGui::Unindent(0.7F * size + ImGui::GetStyle().ItemSpacing.x);
    ImGui::Spacing();
}

/// Returns "face 7 at (0, 0, 1)", by the middle of the element.
std::string row_text(const InspectedMesh& mesh, const MeshMark& mark) {
    if (!mark.can_be_drawn) {
        return mark_title(mark) + ", which cannot be drawn";
    }
    Vec3 middle = Vec3::Zero();
    for (const Vec3& place : mark_corners(mesh, mark)) {
        middle += place / mark.corners;
    }
    return mark_title(mark) + " at " + touchstone::describe(middle);
}

/// Scrolls to an element that was chosen elsewhere.
void scroll_to_mark(Application& application) {
    if (application.mark == application.scrolled_to) {
        return;
    }
    application.scrolled_to = application.mark;
    if (application.mark) {
        const float height = ImGui::GetTextLineHeightWithSpacing();
        const float top = height * static_cast<float>(*application.mark);
        if (top < ImGui::GetScrollY() ||
            top > ImGui::GetScrollY() + ImGui::GetWindowHeight() - 2.0F * height) {
            ImGui::SetScrollY(top - 0.4F * ImGui::GetWindowHeight());
        }
    }
}

void draw_elements(Application& application, const InspectedMesh& mesh) {
    const MarkedProblem& marked = mesh.problems[*application.problem];
    ImGui::BeginChild("elements");
    scroll_to_mark(application);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(std::ssize(marked.marks)));
    while (clipper.Step()) {
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
            const bool selected = application.mark == row;
            ImGui::PushID(row);
            if (ImGui::Selectable(row_text(mesh, marked.marks[row]).c_str(), selected)) {
                act(application, selected ? "element none" : "element " + std::to_string(row));
            }
            ImGui::PopID();
        }
    }
    ImGui::EndChild();
}

}  // namespace

void draw_mesh_panel(Application& application) {
    const InspectedMesh& mesh = *application.mesh();
    ImGui::TextWrapped("%s: %s", mesh.name.c_str(), mesh.file.format.c_str());
    ImGui::TextWrapped("%s", health_text(mesh).c_str());
    if (!mesh.fault.empty()) {
        ImGui::TextWrapped("%s", mesh.fault.c_str());
    }
    ImGui::Separator();
    if (mesh.problems.empty() && mesh.fault.empty()) {
        ImGui::TextWrapped("Nothing is wrong with this mesh.");
    }
    for (int i = 0; i < std::ssize(mesh.problems); ++i) {
        draw_problem(application, mesh.problems[i], i);
    }
}

void draw_elements_panel(Application& application) {
    const InspectedMesh& mesh = *application.mesh();
    if (mesh.problems.empty()) {
        return;
    }
    if (ImGui::Button("Next")) {
        act(application, "wrong next");
    }
    tooltip("goes to the next element that has a problem   N");
    ImGui::SameLine();
    if (ImGui::Button("Frame")) {
        act(application, "frame selection");
    }
    tooltip("moves close to the element   F");
    if (!application.problem) {
        ImGui::TextWrapped("Click a kind of problem for the list of its elements.");
        return;
    }
    draw_elements(application, mesh);
}

}  // namespace touchstone::viewer
