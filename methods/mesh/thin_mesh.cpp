#include "methods/mesh/thin_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "methods/base/error.h"
#include "methods/mesh/validation.h"

namespace touchstone {
namespace {

// Share by which the ends of a prism are drawn to its middle, so that those of neighbours do not
// coincide, which surfaces may not [-].
constexpr double kCornerGap = 1e-3;
constexpr double kFlatAreaShare =
    1e-12;  // area of a flat triangle over its longest side squared [-]

/// The three corners of one end of a prism.
using Ring = std::array<Vec3, 3>;

/// Throws MeshError for two elements with the same corners, in any order. `number`: of each in the
/// message.
template <std::size_t kCorners>
void refuse_equal(const ThinMesh& mesh, const std::vector<std::array<int, kCorners>>& elements,
                  const std::string& kind, std::span<const int> number) {
    using Place = std::array<double, 3>;
    std::vector<std::pair<std::array<Place, kCorners>, int>> sorted;
    sorted.reserve(elements.size());
    for (std::size_t e = 0; e < elements.size(); ++e) {
        std::array<Place, kCorners> corners;
        for (std::size_t k = 0; k < kCorners; ++k) {
            const Vec3& vertex = mesh.vertices[elements[e][k]];
            corners[k] = {vertex.x(), vertex.y(), vertex.z()};
        }
        std::sort(corners.begin(), corners.end());
        sorted.emplace_back(corners, number[e]);
    }
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 1; i < sorted.size(); ++i) {
        if (sorted[i - 1].first == sorted[i].first) {
            std::string fault = kind;
            fault += " " + std::to_string(sorted[i].second) + " is where ";
            fault += kind;
            fault += " " + std::to_string(sorted[i - 1].second) + " is; remove one of them";
            throw MeshError(fault);
        }
    }
}

/// Throws MeshError for two elements at the same place.
void refuse_equal_elements(const ThinMesh& mesh) {
    std::vector<bool> is_point(mesh.vertices.size(), true);
    for (const auto& [start, end] : mesh.segments) {
        is_point[start] = is_point[end] = false;
    }
    for (const auto& [i, j, k] : mesh.triangles) {
        is_point[i] = is_point[j] = is_point[k] = false;
    }
    std::vector<std::array<int, 1>> points;
    std::vector<int> vertices;
    for (int v = 0; v < std::ssize(mesh.vertices); ++v) {
        if (is_point[v]) {
            points.push_back({v});
            vertices.push_back(v);
        }
    }
    std::vector<int> numbers(std::max(mesh.segments.size(), mesh.triangles.size()));
    std::iota(numbers.begin(), numbers.end(), 0);
    refuse_equal(mesh, points, "point", vertices);
    refuse_equal(mesh, mesh.segments, "segment", numbers);
    refuse_equal(mesh, mesh.triangles, "triangle", numbers);
}

/// Returns a unit vector at right angles to another one.
Vec3 any_normal(const Vec3& unit) {
    int smallest = 0;
    unit.cwiseAbs().minCoeff(&smallest);
    return unit.cross(Vec3(Vec3::Unit(smallest))).normalized();
}

/// Appends a tet with its corners in the order of positive volume.
void add_tet(TetMesh& mesh, Tet tet) {
    if (signed_volume(mesh, tet) < 0.0) {
        std::swap(tet[2], tet[3]);
    }
    mesh.tets.push_back(tet);
}

/// Appends a prism of three tets between two rings. Returns the number of its first vertex.
int add_prism(const Ring& bottom, const Ring& top, TetMesh& mesh) {
    const int b = static_cast<int>(mesh.vertices.size());
    const int t = b + 3;
    Vec3 middle = Vec3::Zero();
    for (int k = 0; k < 3; ++k) {
        middle += (bottom[k] + top[k]) / 6.0;
    }
    for (const Ring* const ring : {&bottom, &top}) {
        for (const Vec3& corner : *ring) {
            mesh.vertices.emplace_back(corner + kCornerGap * (middle - corner));
        }
    }
    add_tet(mesh, {b, b + 1, b + 2, t});
    add_tet(mesh, {b + 1, b + 2, t, t + 1});
    add_tet(mesh, {b + 2, t, t + 1, t + 2});
    return b;
}

int add_point(const Vec3& place, double radius, TetMesh& mesh) {
    const int first = static_cast<int>(mesh.vertices.size());
    const double arm = radius / std::numbers::sqrt3;
    for (const Vec3& corner : {Vec3(1.0, 1.0, 1.0), Vec3(1.0, -1.0, -1.0), Vec3(-1.0, 1.0, -1.0),
                               Vec3(-1.0, -1.0, 1.0)}) {
        mesh.vertices.emplace_back(place + arm * corner);
    }
    add_tet(mesh, {first, first + 1, first + 2, first + 3});
    return first;
}

int add_segment(const Vec3& start, const Vec3& end, double radius, TetMesh& mesh) {
    const Vec3 along = (end - start).normalized();
    const Vec3 u = any_normal(along);
    const Vec3 v = along.cross(u);
    Ring bottom;
    Ring top;
    for (int k = 0; k < 3; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / 3.0;
        const Vec3 arm = radius * (std::cos(angle) * u + std::sin(angle) * v);
        bottom[k] = start + arm;
        top[k] = end + arm;
    }
    return add_prism(bottom, top, mesh);
}

int add_triangle(const Ring& corners, double radius, TetMesh& mesh) {
    const Vec3 normal =
        Vec3(corners[1] - corners[0]).cross(Vec3(corners[2] - corners[0])).normalized();
    Ring bottom;
    Ring top;
    for (int k = 0; k < 3; ++k) {
        bottom[k] = corners[k] - radius * normal;
        top[k] = corners[k] + radius * normal;
    }
    return add_prism(bottom, top, mesh);
}

}  // namespace

void validate(const ThinMesh& mesh) {
    const int count = static_cast<int>(mesh.vertices.size());
    if (count == 0) {
        throw MeshError("there is no vertex; give at least one");
    }
    validate_finite(mesh.vertices);
    for (int s = 0; s < std::ssize(mesh.segments); ++s) {
        validate_indices("segment", s, mesh.segments[s], count);
        const auto& [start, end] = mesh.segments[s];
        if (!((mesh.vertices[end] - mesh.vertices[start]).squaredNorm() > 0.0)) {
            throw MeshError("segment " + std::to_string(s) +
                            " has no length; remove it, its end is a point");
        }
    }
    for (int t = 0; t < std::ssize(mesh.triangles); ++t) {
        validate_indices("triangle", t, mesh.triangles[t], count);
        const auto& [i, j, k] = mesh.triangles[t];
        const Vec3 first = mesh.vertices[j] - mesh.vertices[i];
        const Vec3 second = mesh.vertices[k] - mesh.vertices[i];
        const double longest = std::max(
            {first.squaredNorm(), second.squaredNorm(), Vec3(second - first).squaredNorm()});
        if (!(first.cross(second).norm() > kFlatAreaShare * longest)) {
            throw MeshError("triangle " + std::to_string(t) +
                            " has no area; give its longest side as a segment");
        }
    }
    refuse_equal_elements(mesh);
}

ThickenedMesh thicken(const ThinMesh& mesh, double thickness) {
    const double radius = 0.5 * thickness;
    ThickenedMesh result;
    result.vertex_of.assign(mesh.vertices.size(), -1);
    const auto know = [&](int vertex, int place) {
        if (result.vertex_of[vertex] < 0) {
            result.vertex_of[vertex] = place;
        }
    };
    for (const auto& [start, end] : mesh.segments) {
        const int first =
            add_segment(mesh.vertices[start], mesh.vertices[end], radius, result.tets);
        know(start, first);
        know(end, first + 3);
    }
    for (const Triangle& triangle : mesh.triangles) {
        const Ring corners{mesh.vertices[triangle[0]], mesh.vertices[triangle[1]],
                           mesh.vertices[triangle[2]]};
        const int first = add_triangle(corners, radius, result.tets);
        for (int k = 0; k < 3; ++k) {
            know(triangle[k], first + k);
        }
    }
    for (int v = 0; v < std::ssize(mesh.vertices); ++v) {
        if (result.vertex_of[v] < 0) {
            result.vertex_of[v] = add_point(mesh.vertices[v], radius, result.tets);
        }
    }
    return result;
}

}  // namespace touchstone
