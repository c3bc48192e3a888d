#include "methods/mesh/surface_mesh.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <tuple>

#include "methods/base/error.h"
#include "methods/base/tolerances.h"
#include "methods/mesh/describe.h"
#include "methods/mesh/validation.h"

namespace touchstone {

namespace {

std::string describe_triangle(const SurfaceMesh& mesh, int triangle) {
    return describe("triangle", triangle, mesh.triangles[triangle]);
}

void validate_distinct_vertices(const std::vector<Vec3>& vertices) {
    std::vector<int> order(vertices.size());
    std::iota(order.begin(), order.end(), 0);
    const auto key = [&](int v) {
        const Vec3& p = vertices[v];
        return std::tuple(p.x(), p.y(), p.z());
    };
    std::sort(order.begin(), order.end(),
              [&](int a, int b) { return std::tuple(key(a), a) < std::tuple(key(b), b); });
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (key(order[i - 1]) == key(order[i])) {
            throw MeshError("vertices " + std::to_string(order[i - 1]) + " and " +
                            std::to_string(order[i]) + " coincide at " +
                            describe(vertices[order[i]]) + ": merge them");
        }
    }
}

void validate_triangle(const SurfaceMesh& mesh, int triangle) {
    const auto [i, j, k] = mesh.triangles[triangle];
    const Vec3 a = mesh.vertices[j] - mesh.vertices[i];
    const Vec3 b = mesh.vertices[k] - mesh.vertices[j];
    const Vec3 c = mesh.vertices[i] - mesh.vertices[k];
    const double longest = std::max({a.norm(), b.norm(), c.norm()});
    const double twice_area = a.cross(-c).norm();
    if (!(twice_area > kFlatTriangle * longest * longest)) {
        throw MeshError(describe_triangle(mesh, triangle) +
                        " is flat, its corners lie on one line: remove it or move a vertex");
    }
}

void validate_no_duplicates(const SurfaceMesh& mesh) {
    std::vector<std::tuple<Triangle, int>> sorted;
    sorted.reserve(mesh.triangles.size());
    for (int f = 0; f < std::ssize(mesh.triangles); ++f) {
        Triangle corners = mesh.triangles[f];
        std::sort(corners.begin(), corners.end());
        sorted.emplace_back(corners, f);
    }
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 1; i < sorted.size(); ++i) {
        const auto& [corners_a, a] = sorted[i - 1];
        const auto& [corners_b, b] = sorted[i];
        if (corners_a == corners_b) {
            throw MeshError(describe_triangle(mesh, b) + " has the corners of triangle " +
                            std::to_string(a) + ": remove one of them");
        }
    }
}

/// An edge as one triangle runs along it.
struct DirectedEdge {
    int low = -1;          ///< the smaller vertex index
    int high = -1;         ///< the larger one
    bool forward = false;  ///< runs from low to high
    int triangle = -1;
};

std::vector<DirectedEdge> sorted_edges(const SurfaceMesh& mesh) {
    std::vector<DirectedEdge> sides;
    sides.reserve(3 * mesh.triangles.size());
    for (int f = 0; f < std::ssize(mesh.triangles); ++f) {
        for (int i = 0; i < 3; ++i) {
            const int from = mesh.triangles[f][i];
            const int to = mesh.triangles[f][(i + 1) % 3];
            sides.push_back({std::min(from, to), std::max(from, to), from < to, f});
        }
    }
    std::sort(sides.begin(), sides.end(), [](const DirectedEdge& a, const DirectedEdge& b) {
        return std::tie(a.low, a.high, a.triangle) < std::tie(b.low, b.high, b.triangle);
    });
    return sides;
}

/// Checks an edge, of which these are all sides.
void validate_edge(const SurfaceMesh& mesh, std::span<const DirectedEdge> sides) {
    if (sides.size() == 2 && sides[0].forward != sides[1].forward) {
        return;
    }
    const std::string edge = "edge " + std::to_string(sides[0].low) + "-" +
                             std::to_string(sides[0].high) + " of " +
                             describe_triangle(mesh, sides[0].triangle);
    if (sides.size() == 1) {
        throw MeshError("the surface is open: " + edge +
                        " has no triangle on its other side; add the missing triangle");
    }
    if (sides.size() == 2) {
        throw MeshError(edge + " runs the same way in triangle " +
                        std::to_string(sides[1].triangle) + ": turn one of the two over");
    }
    throw MeshError(edge + " belongs to " + std::to_string(sides.size()) +
                    " triangles, also to triangle " + std::to_string(sides[1].triangle) + " and " +
                    std::to_string(sides[2].triangle) + ": a solid has two triangles at each edge");
}

void validate_edges(const SurfaceMesh& mesh) {
    const std::vector<DirectedEdge> sides = sorted_edges(mesh);
    for (std::size_t begin = 0, end = 0; begin < sides.size(); begin = end) {
        while (end < sides.size() && sides[end].low == sides[begin].low &&
               sides[end].high == sides[begin].high) {
            ++end;
        }
        validate_edge(mesh, std::span(sides).subspan(begin, end - begin));
    }
}

/// Checks the extent: a mesh so small that products of its lengths underflow looks flat, and is
/// not.
void validate_extent(std::span<const Vec3> vertices) {
    constexpr double kSmallest =
        1e-50;  // smallest size whose fifth power, as in an inertia, is still a number [m]
    Vec3 low = vertices.front();
    Vec3 high = vertices.front();
    for (const Vec3& vertex : vertices) {
        low = low.cwiseMin(vertex);
        high = high.cwiseMax(vertex);
    }
    const double extent = (high - low).maxCoeff();
    if (!(extent >= kSmallest)) {
        throw MeshError("the surface measures " + describe(extent) +
                        " m, less than can be computed with: scale it up");
    }
}

}  // namespace

double signed_volume(const SurfaceMesh& mesh) {
    if (mesh.vertices.empty()) {
        return 0.0;
    }
    // Relative to a vertex: far from the frame's origin nothing is lost.
    const Vec3& origin = mesh.vertices.front();
    double sum = 0.0;
    for (const auto& [i, j, k] : mesh.triangles) {
        const Vec3 a = mesh.vertices[i] - origin;
        const Vec3 b = mesh.vertices[j] - origin;
        const Vec3 c = mesh.vertices[k] - origin;
        sum += a.cross(b).dot(c);
    }
    return sum / 6.0;
}

void validate(const SurfaceMesh& mesh) {
    if (mesh.triangles.empty()) {
        throw MeshError("the surface has no triangles: give at least four");
    }
    validate_finite(mesh.vertices);
    std::vector<bool> used(mesh.vertices.size(), false);
    for (int f = 0; f < std::ssize(mesh.triangles); ++f) {
        validate_indices("triangle", f, mesh.triangles[f],
                         static_cast<int>(std::ssize(mesh.vertices)));
        for (const int v : mesh.triangles[f]) {
            used[v] = true;
        }
    }
    validate_used(used);
    validate_extent(mesh.vertices);
    validate_distinct_vertices(mesh.vertices);
    for (int f = 0; f < std::ssize(mesh.triangles); ++f) {
        validate_triangle(mesh, f);
    }
    validate_no_duplicates(mesh);
    validate_edges(mesh);
    const double volume = signed_volume(mesh);
    if (!(volume > 0.0 && std::isfinite(volume))) {
        throw MeshError("the surface encloses a volume of " + describe(volume) +
                        " m³, starting at " + describe_triangle(mesh, 0) +
                        (volume < 0.0 ? ": its normals point inward; turn all triangles over"
                                      : ": it does not bound a solid; correct its coordinates"));
    }
}

}  // namespace touchstone
