#pragma once

#include <cstdint>

#include "methods/smooth/extremal_points.h"

namespace touchstone {

/// The motion of a solid, in the frame of its placement.
struct SolidMotion {
    Vec3 about = Vec3::Zero();             ///< point of the body to which `velocity` belongs [m]
    Vec3 velocity = Vec3::Zero();          ///< [m/s]
    Vec3 angular_velocity = Vec3::Zero();  ///< [rad/s]
    Vec3 acceleration = Vec3::Zero();      ///< acceleration of that point [m/s²]
    Vec3 angular_acceleration = Vec3::Zero();  ///< [rad/s²]
};

/// The velocities and accelerations of a pair of extremal points. Baraff [1990], §5, with ∂V/∂t = a
/// + α × (x − c) − ω × v, at a fixed place, where the paper's text has the acceleration of the
/// body's point.
struct ExtremalRates {
    Vec3 point_velocity_a = Vec3::Constant(kUnset);  ///< velocity of the extremal point, which
                                                     ///< wanders over the surface [m/s]
    Vec3 point_velocity_b = Vec3::Constant(kUnset);
    double lambda_1_rate = kUnset;
    double lambda_2_rate = kUnset;
    Vec3 normal_rate = Vec3::Constant(kUnset);  ///< [1/s]
    double separation_rate = kUnset;            ///< ṡ [m/s]
    double separation_acceleration = kUnset;    ///< s̈ [m/s²]
    /// The part of s̈ that does not come from accelerations of the bodies but from curvatures and
    /// rotation [m/s²].
    double curvature_rate = kUnset;
    /// The paper's χ̈, the acceleration of the height over the tangent plane: s̈ = χ̈ + s ‖ṅ‖², so
    /// that the two agree only at contact [m/s²].
    double height_acceleration = kUnset;
};

/// Returns the rates at a solution of (9). They are not finite where the surfaces fit each other.
ExtremalRates extremal_rates(const FeaturePair& pair, const ExtremalState& state,
                             const SolidMotion& motion_a, const SolidMotion& motion_b);

/// The numbers of steps in which the witness of the step before was of use, or not.
struct WitnessCounts {
    std::int64_t hits = 0;    ///< number of times the cached points, moved on, led to the answer
    std::int64_t misses = 0;  ///< number of times the pair was searched from scratch
};

/// A pair of extremal points that is followed from step to step, as the witness of whether two
/// convex bodies are apart. Closed forms are no witnesses: they count as neither hits nor misses.
struct ExtremalTrack {
    ExtremalPair pair;       ///< pair of the step before; no contacts: unknown
    ExtremalRates rates;     ///< rates of the step before
    bool has_rates = false;  ///< false: points are taken where they were
    WitnessCounts counts;
};

/// The result of following a track.
struct FollowedPair {
    ExtremalAnswer answer;
    bool is_hit = false;  ///< true: the witness led to the answer
};

/// Answers as convex_pair does, or as curved_pairs where one solid is a torus or a bowl, from the
/// points of the step before moved on by their velocity over the time since then. A hit is valid
/// when at most ten Newton steps lead to a pair that is certified, which of overlapping bodies is
/// the one that the track was on; in tori and bowls to one that is isolated, and beyond which the
/// convex solid has no point. The frame is the same in all steps.
FollowedPair followed_pair(const ExtremalTrack& track, const PlacedSolid& a, const PlacedSolid& b,
                           double time);

/// Answers as followed_pair does, and records the nearest pair and whether it was a hit.
ExtremalAnswer follow_pair(ExtremalTrack& track, const PlacedSolid& a, const PlacedSolid& b,
                           double time);

/// Records the motion with which the next step begins.
void note_motion(ExtremalTrack& track, const PlacedSolid& a, const PlacedSolid& b,
                 const SolidMotion& motion_a, const SolidMotion& motion_b);

}  // namespace touchstone
