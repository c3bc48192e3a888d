#include "generators/semi_local/pair_frame.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace touchstone::semi_local {
namespace {

constexpr double kEqualShare = 1e-3;  ///< share of ε [-]
constexpr double kSnapShare = 1e-6;   ///< share of the smaller body's size [-]

}  // namespace

PairTolerances make_tolerances(const Settings& settings, double size_a, double size_b) {
    const double size = std::min(size_a, size_b);
    PairTolerances tolerances;
    tolerances.envelope = settings.eps * size;
    tolerances.tie = settings.rho * tolerances.envelope;
    tolerances.equal = kEqualShare * tolerances.envelope;
    tolerances.snap = kSnapShare * size;
    tolerances.angle = settings.delta * std::numbers::pi / 180.0;
    tolerances.sin_angle = std::sin(tolerances.angle);
    tolerances.cos_angle = std::cos(tolerances.angle);
    tolerances.cos_same_normal = std::cos(2.0 * tolerances.angle);
    tolerances.sin_crossing = std::sin(2.0 * tolerances.angle);
    return tolerances;
}

PairFrame make_pair_frame(const Collider& a, const Collider& b, double time_step,
                          const Settings& settings) {
    assert(a.shape->facets && b.shape->facets);
    PairFrame frame;
    frame.a = &*a.shape->facets;
    frame.b = &*b.shape->facets;
    const Mat3 a_from_world = a.world_from_body.rotation.toRotationMatrix().transpose();
    frame.a_from_b = a_from_world * b.world_from_body.rotation.toRotationMatrix();
    frame.origin_of_b =
        a_from_world * (b.world_from_body.translation - a.world_from_body.translation);
    const Vec3 spin_a = a_from_world * a.angular_velocity;
    const Vec3 spin_b = a_from_world * b.angular_velocity;
    const Vec3 center_a = frame.a->center_of_mass;
    const Vec3 center_b = frame.from_b(frame.b->center_of_mass);
    frame.spin = spin_b - spin_a;
    frame.velocity = a_from_world * (b.linear_velocity - a.linear_velocity) -
                     spin_b.cross(center_b) + spin_a.cross(center_a);
    frame.time_step = time_step;
    frame.tolerances = make_tolerances(settings, frame.a->size, frame.b->size);
    return frame;
}

}  // namespace touchstone::semi_local
