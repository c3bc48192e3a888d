#include "viewer/model/shaded_mesh.h"

#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "methods/geometry/measure.h"

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

}  // namespace

ShadedMesh shaded(const SurfaceMesh& mesh) {
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
