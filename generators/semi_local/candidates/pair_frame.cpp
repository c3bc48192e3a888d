#include "generators/semi_local/candidates/pair_frame.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace touchstone::semi_local {
namespace {

/// Sets the motion of B's material relative to A's, from that of the two bodies.
void set_relative_motion(PairFrame& frame) {
    const Vec3& center_a = frame.a->center_of_mass;
    const Vec3 center_b = frame.from_b(frame.b->center_of_mass);
    frame.spin = frame.spin_b - frame.spin_a;
    frame.velocity =
        frame.center_velocity - frame.spin_b.cross(center_b) + frame.spin_a.cross(center_a);
}

/// The sine and cosine of δ and of 2δ.
struct Angles {
    double angle = kUnset;  ///< δ [rad]
    double sine = kUnset;
    double cosine = kUnset;
    double sine_of_twice = kUnset;
    double cosine_of_twice = kUnset;
};

/// Returns those of an angle. Settings hardly ever change between pairs, and computing these takes
/// longer than all else about tolerances.
const Angles& angles_of(double angle) {
    thread_local Angles last;
    if (last.angle != angle) {
        last = {angle, std::sin(angle), std::cos(angle), std::sin(2.0 * angle),
                std::cos(2.0 * angle)};
    }
    return last;
}

/// Returns the turn with this angular velocity over a time.
Mat3 turn_of(const Vec3& spin, double time) {
    const double speed = spin.norm();
    return speed > 0.0 ? Eigen::AngleAxisd(speed * time, spin / speed).toRotationMatrix()
                       : Mat3::Identity();
}

/// Largest envelope, as a share of the thickness of a wall: twice it is what features are told
/// apart by, and both sides of a wall have to be.
constexpr double kWallShare = 0.4;
constexpr double kEqualShare = 1e-3;  ///< share of ε [-]
constexpr double kSnapShare = 1e-6;   ///< share of the smaller body's size [-]

}  // namespace

PairTolerances make_tolerances(const Settings& settings, const FacetModel& a, const FacetModel& b) {
    const double size = std::min(a.size, b.size);
    PairTolerances tolerances;
    tolerances.envelope =
        std::min(settings.eps * size, kWallShare * std::min(a.thickness, b.thickness));
    tolerances.tie = settings.rho * tolerances.envelope;
    tolerances.equal = kEqualShare * tolerances.envelope;
    tolerances.snap = kSnapShare * size;
    tolerances.angle = settings.delta * std::numbers::pi / 180.0;
    const Angles& angles = angles_of(tolerances.angle);
    tolerances.sin_angle = angles.sine;
    tolerances.sin_wedge_a = tolerances.sin_angle;
    tolerances.sin_wedge_b = tolerances.sin_angle;
    tolerances.cos_angle = angles.cosine;
    tolerances.cos_same_normal = angles.cosine_of_twice;
    tolerances.sin_crossing = angles.sine_of_twice;
    return tolerances;
}

[[gnu::flatten]] PairFrame advanced(const PairFrame& frame, double time) {
    PairFrame result = frame;
    const Mat3 back = turn_of(frame.spin_a, -time);
    const Vec3& center_a = frame.a->center_of_mass;
    const Vec3 apart =
        frame.from_b(frame.b->center_of_mass) - center_a + time * frame.center_velocity;
    result.turn_of_a = back.transpose();
    result.a_from_b = back * turn_of(frame.spin_b, time) * frame.a_from_b;
    result.origin_of_b =
        center_a + back * apart - product(result.a_from_b, frame.b->center_of_mass);
    result.spin_b = back * frame.spin_b;
    result.center_velocity = back * frame.center_velocity;
    set_relative_motion(result);
    return result;
}

[[gnu::flatten]] PairFrame make_pair_frame(const Collider& a, const Collider& b, double time_step,
                                           const Settings& settings) {
    assert(a.shape->facets && b.shape->facets);
    PairFrame frame;
    frame.a = &*a.shape->facets;
    frame.b = &*b.shape->facets;
    const Mat3 a_from_world = a.world_from_body.rotation.toRotationMatrix().transpose();
    frame.a_from_b = a_from_world * b.world_from_body.rotation.toRotationMatrix();
    frame.origin_of_b =
        a_from_world * (b.world_from_body.translation - a.world_from_body.translation);
    frame.spin_a = a_from_world * a.angular_velocity;
    frame.spin_b = a_from_world * b.angular_velocity;
    frame.center_velocity = a_from_world * (b.linear_velocity - a.linear_velocity);
    set_relative_motion(frame);
    frame.time_step = time_step;
    frame.tolerances = make_tolerances(settings, *frame.a, *frame.b);
    frame.points = settings.points;
    return frame;
}

}  // namespace touchstone::semi_local
