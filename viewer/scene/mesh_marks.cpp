#include "viewer/scene/mesh_marks.h"

#include <algorithm>
#include <array>
#include <vector>

#include "methods/mesh/tet_mesh.h"
#include "viewer/model/to_floats.h"

namespace touchstone::viewer {
namespace {

constexpr std::uint8_t kFaceAlpha = 120;
constexpr std::uint8_t kUnchosenAlpha = 70;  // in the key, of kinds that are not drawn

/// Elements smaller than this are marked by a sphere, too, in radii of a contact's.
constexpr double kSmall = 1.5;

/// Faces with a height below this are outlined, too, likewise.
constexpr double kThin = 0.5;

double size_of(std::span<const Vec3> corners) {
    double largest = 0.0;
    for (const Vec3& corner : corners) {
        largest = std::max(largest, (corner - corners[0]).norm());
    }
    return largest;
}

/// Returns twice the area of the first three corners by their longest distance.
double height_of(std::span<const Vec3> corners) {
    const double longest =
        std::max({(corners[1] - corners[0]).norm(), (corners[2] - corners[1]).norm(),
                  (corners[0] - corners[2]).norm()});
    const double area = (corners[1] - corners[0]).cross(corners[2] - corners[0]).norm();
    return longest > 0.0 ? area / longest : 0.0;
}

Vec3 mean_of(std::span<const Vec3> corners) {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& corner : corners) {
        sum += corner / static_cast<double>(corners.size());
    }
    return sum;
}

/// Returns the lines between all corners.
std::vector<GeometryLine> lines_between(std::span<const Vec3> corners) {
    std::vector<GeometryLine> lines;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        for (std::size_t j = i + 1; j < corners.size(); ++j) {
            lines.push_back({to_floats(corners[i]), to_floats(corners[j]), 0});
        }
    }
    return lines;
}

/// Returns a sphere without an arrow.
Glyph sphere_at(const SceneView& view, const Vec3& place, const Color& color) {
    return {to_floats(view.bodies[0].world_from_shape * place), {}, color};
}

void add_face(SceneView& view, const std::array<Vec3, 3>& corners, Color color) {
    color.alpha = kFaceAlpha;
    for (const Vec3& corner : corners) {
        view.marked_faces.push_back({to_floats(corner), 0, color});
    }
}

void add_mark(SceneView& view, std::span<const Vec3> corners, const Color& color) {
    if (corners.size() < 3 || height_of(corners) < kThin * view.glyph_radius) {
        for (const GeometryLine& line : lines_between(corners)) {
            view.marked_lines.push_back({line, color});
        }
    }
    if (corners.size() == 3) {
        add_face(view, {corners[0], corners[1], corners[2]}, color);
    }
    if (corners.size() == 4) {
        for (const auto& [i, j, k] : kTetFaces) {
            add_face(view, {corners[i], corners[j], corners[k]}, color);
        }
    }
    if (size_of(corners) < kSmall * view.glyph_radius) {
        view.marked_points.push_back(sphere_at(view, mean_of(corners), color));
    }
}

LegendSign sign_of(const MarkedProblem& marked) {
    const int corners = marked.marks.empty() ? 3 : marked.marks[0].corners;
    return corners == 1 ? LegendSign::Sphere : corners == 2 ? LegendSign::Line : LegendSign::Area;
}

}  // namespace

Color problem_color(int index) {
    constexpr std::array<Color, 8> kColors{{{225, 25, 25},
                                            {120, 50, 225},
                                            {240, 125, 0},
                                            {215, 20, 150},
                                            {0, 110, 230},
                                            {20, 145, 60},
                                            {150, 90, 40},
                                            {0, 150, 165}}};
    return kColors[static_cast<std::size_t>(index) % kColors.size()];
}

void add_mesh_marks(SceneView& view, const InspectedMesh& mesh, std::optional<int> chosen) {
    view.legend.clear();
    for (int i = 0; i < std::ssize(mesh.problems); ++i) {
        const MarkedProblem& marked = mesh.problems[i];
        const bool drawn = chosen ? *chosen == i : marked.problem.severity != Severity::Note;
        Color color = problem_color(i);
        for (const MeshMark& mark : marked.marks) {
            if (drawn && mark.can_be_drawn) {
                add_mark(view, mark_corners(mesh, mark), color);
            }
        }
        color.alpha = drawn ? 255 : kUnchosenAlpha;
        const std::string count = marks_title(marked);
        view.legend.push_back({sign_of(marked), color,
                               problem_title(marked.problem) + (count.empty() ? "" : ": " + count),
                               -1, problem_meaning(marked.problem.problem)});
    }
}

Highlight highlight_mark(const SceneView& view, const InspectedMesh& mesh, const MeshMark& mark,
                         const Color& color) {
    Highlight highlight;
    if (!mark.can_be_drawn) {
        return highlight;
    }
    const std::vector<Vec3> corners = mark_corners(mesh, mark);
    highlight.lines = lines_between(corners);
    if (size_of(corners) < kSmall * view.glyph_radius) {
        highlight.points.push_back(sphere_at(view, mean_of(corners), color));
    }
    return highlight;
}

}  // namespace touchstone::viewer
