#include "testcases/files/script/script_obstacle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "methods/base/boxes/bounding_box.h"
#include "methods/base/error.h"
#include "methods/mesh/validation.h"

namespace touchstone {
namespace {

constexpr double kThinShare = 0.01;  // thickness in drawings of what has none, of its extent [-]
constexpr double kSlabShare = 0.05;  // thickness of a flat surface, of its extent [-]

/// Returns true when all faces lie in one plane and look the same way.
bool is_flat(const SurfaceMesh& mesh, Vec3& normal) {
    constexpr double kRounding = 1e-9;
    const auto normal_of = [&](const Triangle& face) {
        const Vec3& corner = mesh.vertices[face[0]];
        return Vec3(Vec3(mesh.vertices[face[1]] - corner)
                        .cross(Vec3(mesh.vertices[face[2]] - corner))
                        .normalized());
    };
    normal = normal_of(mesh.triangles.front());
    const BoundingBox box = bounds_of(mesh.vertices);
    const double size = (box.upper - box.lower).maxCoeff();
    const Vec3 first = mesh.vertices[mesh.triangles.front()[0]];
    return std::ranges::all_of(
               mesh.triangles,
               [&](const Triangle& face) { return normal_of(face).dot(normal) > 0.5; }) &&
           std::ranges::all_of(mesh.vertices, [&](const Vec3& vertex) {
               return std::abs(normal.dot(vertex - first)) <= kRounding * size;
           });
}

/// Makes a slab below a flat surface.
SurfaceMesh slab_below(const SurfaceMesh& mesh, const Vec3& down) {
    SurfaceMesh slab = mesh;
    const int count = static_cast<int>(mesh.vertices.size());
    std::set<std::array<int, 2>> edges;
    for (const Vec3& vertex : mesh.vertices) {
        slab.vertices.emplace_back(vertex + down);
    }
    for (const Triangle& face : mesh.triangles) {
        slab.triangles.push_back({face[2] + count, face[1] + count, face[0] + count});
        for (int k = 0; k < 3; ++k) {
            edges.insert({face[k], face[(k + 1) % 3]});
        }
    }
    for (const auto& [i, j] : edges) {
        if (!edges.contains({j, i})) {
            slab.triangles.push_back({j, i, i + count});
            slab.triangles.push_back({j, i + count, j + count});
        }
    }
    return slab;
}

/// Moves the mean of a mesh's vertices to the origin, turns it, and scales its largest extent.
SurfaceMesh centred(const MeshFile& file, const Quat& turn, double size) {
    SurfaceMesh mesh;
    Vec3 mean = Vec3::Zero();
    for (const Vec3& vertex : file.vertices) {
        mean += vertex / static_cast<double>(file.vertices.size());
    }
    for (const Vec3& vertex : file.vertices) {
        mesh.vertices.emplace_back(turn * (vertex - mean));
    }
    const BoundingBox box = bounds_of(mesh.vertices);
    const double extent = (box.upper - box.lower).maxCoeff();
    for (Vec3& vertex : mesh.vertices) {
        vertex *= extent > 0.0 ? size / extent : 1.0;
    }
    mesh.triangles = file.faces;
    return mesh;
}

/// Returns true when a surface has a rim: an edge of one face alone. Without faces it has one too.
bool is_open(const SurfaceMesh& mesh) {
    std::map<std::array<int, 2>, int> faces_at;
    for (const Triangle& face : mesh.triangles) {
        for (int k = 0; k < 3; ++k) {
            const auto [low, high] = std::minmax(face[k], face[(k + 1) % 3]);
            ++faces_at[{low, high}];
        }
    }
    return mesh.triangles.empty() ||
           std::ranges::any_of(faces_at, [](const auto& edge) { return edge.second == 1; });
}

/// Throws MeshError for a vertex of no face.
void check_used(const SurfaceMesh& mesh) {
    std::vector<bool> used(mesh.vertices.size(), false);
    for (const Triangle& face : mesh.triangles) {
        for (const int vertex : face) {
            used[vertex] = true;
        }
    }
    validate_used(used);
}

}  // namespace

Shape make_obstacle_shape(const MeshFile& file, const Quat& turn, double size) {
    if (file.vertices.empty() || !file.tets.empty()) {
        throw MeshError("there are no vertices, or tets; give points or a surface as an obstacle");
    }
    const int count = static_cast<int>(file.vertices.size());
    for (const std::array<int, 3>& face : file.faces) {
        if (std::ranges::any_of(face, [&](int v) { return v < 0 || v >= count; })) {
            throw MeshError("a face has a vertex that is not there; correct it");
        }
    }
    const SurfaceMesh mesh = centred(file, turn, size);
    SurfaceMesh solid = mesh;
    Vec3 normal;
    if (!mesh.triangles.empty()) {
        check_used(mesh);
        if (is_flat(mesh, normal)) {
            solid = slab_below(mesh, -kSlabShare * size * normal);
        }
    }
    try {
        validate(solid);
        return TrianglesShape{std::move(solid)};
    } catch (const MeshError&) {
        if (!is_open(mesh)) {
            throw;  // it was to be a solid, and is a faulty one
        }
    }
    ThinShape thin{{mesh.vertices, {}, mesh.triangles}, kThinShare * size};
    validate(thin.mesh);
    return thin;
}

}  // namespace touchstone
