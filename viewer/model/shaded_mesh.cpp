#include "viewer/model/shaded_mesh.h"

#include <cmath>
#include <map>
#include <numbers>
#include <utility>
#include <variant>

#include "methods/geometry/measure.h"
#include "methods/smooth/surface_point.h"

namespace touchstone::viewer {
namespace {

/// A face at one of its vertices.
struct FaceCorner {
    int face = 0;
    double angle = 0.0;  ///< between its edges there [rad]
};

std::vector<Vec3> face_normals(const SurfaceMesh& mesh) {
    std::vector<Vec3> normals;
    normals.reserve(mesh.triangles.size());
    for (const Triangle& triangle : mesh.triangles) {
        const Vec3& corner = mesh.vertices[triangle[0]];
        normals.push_back((mesh.vertices[triangle[1]] - corner)
                              .cross(mesh.vertices[triangle[2]] - corner)
                              .normalized());
    }
    return normals;
}

double corner_angle(const SurfaceMesh& mesh, const Triangle& triangle, int corner) {
    const Vec3& at = mesh.vertices[triangle[corner]];
    const Vec3 u = mesh.vertices[triangle[(corner + 1) % 3]] - at;
    const Vec3 v = mesh.vertices[triangle[(corner + 2) % 3]] - at;
    return std::atan2(u.cross(v).norm(), u.dot(v));
}

std::vector<std::vector<FaceCorner>> faces_around(const SurfaceMesh& mesh) {
    std::vector<std::vector<FaceCorner>> around(mesh.vertices.size());
    for (int face = 0; face < std::ssize(mesh.triangles); ++face) {
        const Triangle& triangle = mesh.triangles[face];
        for (int k = 0; k < 3; ++k) {
            around[triangle[k]].push_back({face, corner_angle(mesh, triangle, k)});
        }
    }
    return around;
}

std::vector<std::array<Vec3, 2>> find_creases(const SurfaceMesh& mesh,
                                              const std::vector<Vec3>& normals) {
    std::map<std::pair<int, int>, int> first;  // faces by their edges, lower vertex first
    std::vector<std::array<Vec3, 2>> creases;
    for (int face = 0; face < std::ssize(mesh.triangles); ++face) {
        const Triangle& triangle = mesh.triangles[face];
        for (int k = 0; k < 3; ++k) {
            const auto [low, high] = std::minmax(triangle[k], triangle[(k + 1) % 3]);
            const auto [other, is_first] = first.emplace(std::pair(low, high), face);
            if (!is_first && angle_between(normals[other->second], normals[face]) > kCreaseAngle) {
                creases.push_back({mesh.vertices[low], mesh.vertices[high]});
            }
        }
    }
    return creases;
}

bool has_edges(const SmoothShape& shape) {
    if (shape.parts.size() > 1) {
        return true;
    }
    const SmoothPrimitive& solid = shape.parts[0].primitive;
    const auto* const box = std::get_if<SmoothRoundBox>(&solid);
    return std::holds_alternative<SmoothCylinder>(solid) ||
           std::holds_alternative<SmoothCone>(solid) || std::holds_alternative<SmoothBowl>(solid) ||
           (box != nullptr && box->rounding == 0.0);
}

/// Takes the normals of the surface, or where it tells none means of all faces around.
ShadedMesh shaded_by_surface(const SurfaceMesh& mesh, const SmoothShape& shape) {
    const std::vector<Vec3> faces = face_normals(mesh);
    const std::vector<std::vector<FaceCorner>> around = faces_around(mesh);
    ShadedMesh result{mesh.vertices, {}, mesh.triangles, {}};
    result.normals.reserve(mesh.vertices.size());
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        if (const auto form = surface_point(shape, mesh.vertices[v])) {
            result.normals.push_back(form->normal);
            continue;
        }
        Vec3 sum = Vec3::Zero();
        for (const FaceCorner& corner : around[v]) {
            sum += corner.angle * faces[corner.face];
        }
        result.normals.push_back(sum.normalized());
    }
    return result;
}

}  // namespace

ShadedMesh shaded(const SurfaceMesh& mesh, const SmoothShape& shape) {
    if (!has_edges(shape)) {
        return shaded_by_surface(mesh, shape);
    }
    constexpr double kSame = 1e-9;  // between two normals that are one but for rounding
    const double smooth_cosine = std::cos(kCreaseAngle * std::numbers::pi / 180.0);
    const std::vector<Vec3> normals = face_normals(mesh);
    const std::vector<std::vector<FaceCorner>> around = faces_around(mesh);
    std::vector<std::vector<int>> copies(mesh.vertices.size());
    ShadedMesh result;
    result.creases = find_creases(mesh, normals);
    for (int face = 0; face < std::ssize(mesh.triangles); ++face) {
        Triangle& triangle = result.triangles.emplace_back();
        for (int k = 0; k < 3; ++k) {
            const int vertex = mesh.triangles[face][k];
            Vec3 sum = Vec3::Zero();
            for (const FaceCorner& other : around[vertex]) {
                if (normals[other.face].dot(normals[face]) >= smooth_cosine) {
                    sum += other.angle * normals[other.face];
                }
            }
            const Vec3 normal = sum.normalized();
            int found = -1;
            for (const int copy : copies[vertex]) {
                found = (result.normals[copy] - normal).norm() < kSame ? copy : found;
            }
            if (found < 0) {
                found = static_cast<int>(std::ssize(result.vertices));
                result.vertices.push_back(mesh.vertices[vertex]);
                result.normals.push_back(normal);
                copies[vertex].push_back(found);
            }
            triangle[k] = found;
        }
    }
    return result;
}

}  // namespace touchstone::viewer
