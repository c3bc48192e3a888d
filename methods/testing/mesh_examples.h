#pragma once

#include <algorithm>
#include <vector>

#include "methods/mesh/surface_mesh.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone::testing {

/// Returns a pose without zeros and ones, in which nothing is aligned with anything.
inline Pose awkward_pose() {
    return {Quat(0.71, -0.37, 0.53, 0.29).normalized(), Vec3(1.37, -2.71, 0.83)};
}

/// Returns the points in that pose.
inline std::vector<Vec3> moved(const Pose& pose, std::vector<Vec3> points) {
    std::transform(points.begin(), points.end(), points.begin(),
                   [&](const Vec3& point) { return pose * point; });
    return points;
}

/// Returns the surface in that pose.
inline SurfaceMesh moved(const Pose& pose, const SurfaceMesh& mesh) {
    return {moved(pose, mesh.vertices), mesh.triangles};
}

/// Returns the solid in that pose.
inline TetMesh moved(const Pose& pose, const TetMesh& mesh) {
    return {moved(pose, mesh.vertices), mesh.tets};
}

/// Makes half a cube's corner: the origin and the three unit points. Volume 1/6.
inline TetMesh make_corner_tet() {
    return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2, 3}}};
}

/// Makes the corner tet and its mirror image across x + y + z = 1, which share the face 1-2-3.
inline TetMesh make_two_tets() {
    TetMesh mesh = make_corner_tet();
    mesh.vertices.emplace_back(2.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0);
    mesh.tets.push_back({1, 2, 3, 4});
    return mesh;
}

/// Makes the corner tet's surface.
inline SurfaceMesh make_corner_surface() {
    const TetMesh tet = make_corner_tet();
    SurfaceMesh surface{tet.vertices, {}};
    surface.triangles.assign(kTetFaces.begin(), kTetFaces.end());
    return surface;
}

}  // namespace touchstone::testing
