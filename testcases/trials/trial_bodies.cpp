#include "testcases/trials/trial_bodies.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "methods/geometry/outline.h"
#include "methods/mesh/shapes.h"

namespace touchstone {

SurfaceMesh make_wedge(const Vec3& size) {
    const Vec3 h = 0.5 * size;
    const std::vector<Vec3> points{{-h.x(), -h.y(), -h.z()}, {h.x(), -h.y(), -h.z()},
                                   {-h.x(), h.y(), -h.z()},  {-h.x(), -h.y(), h.z()},
                                   {h.x(), -h.y(), h.z()},   {-h.x(), h.y(), h.z()}};
    return make_convex_hull(points);
}

SurfaceMesh make_ell(const Vec3& size) {
    const Vec3 h = 0.5 * size;
    const double x = -h.x() + size.x() / 3.0;
    const double y = -h.y() + size.y() / 3.0;
    const std::vector<Vec2> ring{{-h.x(), -h.y()}, {h.x(), -h.y()}, {h.x(), y},
                                 {x, y},           {x, h.y()},      {-h.x(), h.y()}};
    SurfaceMesh mesh;
    for (const double z : {-h.z(), h.z()}) {
        for (const Vec2& q : ring) {
            mesh.vertices.emplace_back(q.x(), q.y(), z);
        }
    }
    for (int i = 0; i < 6; ++i) {
        const int j = (i + 1) % 6;
        mesh.triangles.push_back({i, j, j + 6});
        mesh.triangles.push_back({i, j + 6, i + 6});
    }
    for (const auto& [i, j, k] :
         {Triangle{0, 1, 2}, Triangle{0, 2, 3}, Triangle{0, 3, 4}, Triangle{0, 4, 5}}) {
        mesh.triangles.push_back({i, k, j});
        mesh.triangles.push_back({i + 6, j + 6, k + 6});
    }
    return mesh;
}

std::vector<SurfaceMesh> parts_of_ell(const Vec3& size) {
    const Vec3 third = size / 3.0;
    SurfaceMesh along = make_box({size.x(), third.y(), size.z()});
    for (Vec3& vertex : along.vertices) {
        vertex.y() -= third.y();
    }
    SurfaceMesh up = make_box({third.x(), 2.0 * third.y(), size.z()});
    for (Vec3& vertex : up.vertices) {
        vertex += Vec3(-third.x(), 0.5 * third.y(), 0.0);
    }
    return {along, up};
}

double lowest_height(const SurfaceMesh& surface, const Pose& pose) {
    double low = std::numeric_limits<double>::infinity();
    for (const Vec3& vertex : surface.vertices) {
        low = std::min(low, (pose * vertex).y());
    }
    return low;
}

}  // namespace touchstone
