#include "testcases/motion/motion_summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace touchstone {
namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;

}  // namespace

double turn_between(const Quat& from, const Quat& to) {
    const Quat turn = to * from.conjugate();
    return kDegrees * 2.0 * std::atan2(turn.vec().norm(), std::abs(turn.w()));
}

std::optional<Penetration> penetration(std::span<const ContactPoint> contacts) {
    if (contacts.empty()) {
        return std::nullopt;
    }
    Penetration result{std::numeric_limits<double>::infinity(), 0.0,
                       -std::numeric_limits<double>::infinity()};
    for (const ContactPoint& contact : contacts) {
        const double depth = -contact.separation;
        result.min = std::min(result.min, depth);
        result.max = std::max(result.max, depth);
        result.mean += depth / static_cast<double>(contacts.size());
    }
    return result;
}

MotionVerdict judge_motion(std::span<const RigidBody> start, std::span<const BodyState> now,
                           double scene_height) {
    MotionVerdict verdict;
    for (int i = 0; i < std::ssize(start); ++i) {
        if (start[i].fixed) {
            continue;
        }
        const Pose& from = start[i].state.world_from_body;
        const Pose& to = now[i].world_from_body;
        const Vec3& center = start[i].state.center_of_mass;
        const double drift = (to * center - from * center).norm();
        const double tilt = turn_between(from.rotation, to.rotation);
        if (verdict.drift_body < 0 || drift > verdict.drift) {
            verdict.drift = drift;
            verdict.drift_body = i;
        }
        if (verdict.tilt_body < 0 || tilt > verdict.tilt) {
            verdict.tilt = tilt;
            verdict.tilt_body = i;
        }
    }
    verdict.stands = verdict.tilt <= kFallenTilt && verdict.drift <= kFallenDrift * scene_height;
    return verdict;
}

double moving_height(const StudyScene& scene, std::span<const RigidBody> start,
                     const Vec3& gravity) {
    BoundingBox bounds;
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    const Vec3 down = gravity.normalized();
    for (int i = 0; i < std::ssize(start); ++i) {
        if (start[i].fixed) {
            continue;
        }
        for (const Vec3& vertex : scene.surfaces[i].vertices) {
            const Vec3 point = start[i].state.world_from_body * vertex;
            bounds.lower = bounds.lower.cwiseMin(point);
            bounds.upper = bounds.upper.cwiseMax(point);
            low = std::min(low, down.dot(point));
            high = std::max(high, down.dot(point));
        }
    }
    if (!(high >= low)) {
        return 0.0;
    }
    return gravity.isZero(0.0) ? (bounds.upper - bounds.lower).maxCoeff() : high - low;
}

CountStatistics count_statistics(std::span<const int> counts) {
    CountStatistics result;
    if (counts.empty()) {
        return result;
    }
    const auto size = static_cast<double>(counts.size());
    result.min = *std::ranges::min_element(counts);
    result.max = *std::ranges::max_element(counts);
    for (const int count : counts) {
        result.mean += count / size;
    }
    for (const int count : counts) {
        result.deviation += (count - result.mean) * (count - result.mean) / size;
    }
    result.deviation = std::sqrt(result.deviation);
    return result;
}

}  // namespace touchstone
