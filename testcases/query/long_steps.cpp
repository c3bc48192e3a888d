#include "testcases/query/long_steps.h"

#include <algorithm>
#include <limits>

#include "methods/base/boxes/ray_triangle.h"

namespace touchstone {
namespace {

constexpr int kMostRays = 400;

/// Returns the length of a ray until it leaves through the triangle; infinite when it does not.
double way_out(const Vec3& from, const Vec3& direction, const Vec3& a, const Vec3& b,
               const Vec3& c) {
    constexpr double kNever = std::numeric_limits<double>::infinity();
    if (direction.dot((b - a).cross(c - a)) <= 0.0) {
        return kNever;  // it would come in there, or runs along it
    }
    const double along = line_meets_triangle(from, direction, a, b, c).value_or(kNever);
    return along > 0.0 ? along : kNever;
}

}  // namespace

double thinnest_part(const SurfaceMesh& surface) {
    const int count = static_cast<int>(std::ssize(surface.triangles));
    const int stride = std::max(1, count / kMostRays);
    double thinnest = std::numeric_limits<double>::infinity();
    for (int t = 0; t < count; t += stride) {
        const auto& [i, j, k] = surface.triangles[t];
        const Vec3& a = surface.vertices[i];
        const Vec3 across = (surface.vertices[j] - a).cross(surface.vertices[k] - a);
        if (across.isZero(0.0)) {
            continue;
        }
        const Vec3 middle = (a + surface.vertices[j] + surface.vertices[k]) / 3.0;
        const Vec3 inward = -across.normalized();
        for (const auto& [x, y, z] : surface.triangles) {
            thinnest = std::min(thinnest, way_out(middle, inward, surface.vertices[x],
                                                  surface.vertices[y], surface.vertices[z]));
        }
    }
    return thinnest;
}

LongStepWatch::LongStepWatch(const StudyScene& scene) : scene_(&scene) {
    thickness_.reserve(scene.surfaces.size());
    for (int i = 0; i < std::ssize(scene.surfaces); ++i) {
        const bool fixed = scene.test_case.bodies[i].fixed;
        thickness_.push_back(fixed ? std::numeric_limits<double>::infinity()
                                   : thinnest_part(scene.surfaces[i]));
    }
}

std::optional<LongStep> LongStepWatch::find(std::span<const RigidBody> before,
                                            std::span<const RigidBody> after) const {
    for (int i = 0; i < std::ssize(before); ++i) {
        if (before[i].fixed) {
            continue;
        }
        const Pose& from = before[i].state.world_from_body;
        const Pose& to = after[i].state.world_from_body;
        double farthest = 0.0;
        for (const Vec3& vertex : scene_->surfaces[i].vertices) {
            farthest = std::max(farthest, (to * vertex - from * vertex).norm());
        }
        if (farthest > thickness_[i]) {
            return LongStep{i, farthest, thickness_[i]};
        }
    }
    return std::nullopt;
}

}  // namespace touchstone
