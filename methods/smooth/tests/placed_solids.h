#pragma once

#include <cmath>
#include <numbers>
#include <random>

#include "methods/base/random_share.h"
#include "methods/smooth/extremal_points.h"

namespace touchstone::testing {

/// Seeded numbers that are the same with every library.
struct Dice {
    std::mt19937_64 engine;

    double between(double low, double high) { return low + (high - low) * random_share(engine); }
    Vec3 direction() {
        for (;;) {
            const Vec3 v(between(-1.0, 1.0), between(-1.0, 1.0), between(-1.0, 1.0));
            if (v.norm() <= 1.0 && v.norm() > 0.1) {
                return v.normalized();
            }
        }
    }
    Mat3 rotation() {
        return Eigen::AngleAxisd(between(0.0, std::numbers::pi), direction()).toRotationMatrix();
    }
    Vec3 semi_axes(double ratio) {
        const double low = 1.0 / ratio;
        return {std::exp(between(std::log(low), 0.0)), std::exp(between(std::log(low), 0.0)),
                std::exp(between(std::log(low), 0.0))};
    }
};

/// Two solids whose extremal points are known: B is moved along a normal of A until the gap fits.
struct KnownPair {
    SmoothSolid solid_a;
    SmoothSolid solid_b;
    PlacedSolid a;
    PlacedSolid b;
    Vec3 normal;
    double gap = 0.0;

    KnownPair(const SmoothPrimitive& shape_a, const SmoothPrimitive& shape_b, Dice& dice,
              double gap_share)
        : solid_a(make_smooth_solid(shape_a)), solid_b(make_smooth_solid(shape_b)) {
        a = {&solid_a, dice.rotation(), Vec3::Zero()};
        b = {&solid_b, dice.rotation(), Vec3::Zero()};
        normal = dice.direction();
        gap = gap_share * (solid_a.size + solid_b.size);
        b.centre = support(a, normal) + gap * normal - support(b, -normal);
    }
    KnownPair(const KnownPair&) = delete;
    KnownPair& operator=(const KnownPair&) = delete;
};

/// Returns true when the answer is that of the known pair, or a shorter way out.
inline bool is_right(const KnownPair& known, const ExtremalAnswer& answer) {
    if (answer.pairs.size() != 1) {
        return false;
    }
    // Of overlapping bodies another way out may be shorter than the one they were made by.
    const double own = answer.pairs[0].contacts[0].separation;
    const double size = known.solid_a.size + known.solid_b.size;
    return known.gap > 0.0 ? std::abs(own - known.gap) < 1e-9 * size
                           : own > known.gap - 1e-9 * size && own < 0.0;
}

inline SmoothSolid solid_of(const SmoothPrimitive& primitive) {
    return make_smooth_solid(primitive);
}

inline const Quat kAwkward(Eigen::AngleAxisd(0.7, Vec3(0.3, -0.9, 0.4).normalized()));

/// The pose of a frame as odd as any.
inline PlacedSolid oddly(const SmoothSolid& solid, const Mat3& rotation, const Vec3& centre) {
    const Mat3 turn = kAwkward.toRotationMatrix();
    return {&solid, turn * rotation, turn * centre + Vec3(0.2, -0.1, 0.3)};
}

}  // namespace touchstone::testing
