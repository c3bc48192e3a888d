#pragma once

#include <cstdint>
#include <vector>

#include "methods/continuous/affine_motion.h"
#include "methods/continuous/support_shape.h"
#include "testcases/cells/watch.h"

namespace touchstone {

/// Random pairs of convex bodies in affine motion. Yuan, Xiang, Yang and Su [2025], Appendix F.
struct ConvexSampleOptions {
    int points = 10;         ///< normally distributed points of which a body is the hull, ≥ 4
    double radius = 2.0;     ///< of the ball in which the bodies start [m]
    int count = 10'000;      ///< of samples
    std::uint64_t seed = 1;  ///< sample i depends on it and on i alone
    int threads = 0;         ///< 0: one per core; no influence on the samples
    /// Whether to leave out samples for which a method of the paper and ACCD answer times more than
    /// 1e-5 apart, as the paper's own generator does.
    bool leaves_out_disagreement = true;
};

/// Two bodies, their motion, and a proven lower bound of the time of their first contact, sharp to
/// what the smallest distance of 1e-9 of the first one leaves.
struct ConvexSample {
    SupportShape a;
    SupportShape b;
    AffineMotion motion_a;
    AffineMotion motion_b;
    double first_contact = 0.0;  ///< in [0.01, 1]
};

/// The paper's two sets: hulls of 10 points in a ball of radius 2, of 256 in one of radius 3.
ConvexSampleOptions small_hull_samples();
ConvexSampleOptions large_hull_samples();

/// Throws UsageError when an option is out of its range. Told to stop, it returns none.
std::vector<ConvexSample> make_convex_samples(const ConvexSampleOptions& options,
                                              const Watcher& watcher = {});

/// What happens to both bodies of a sample, all through its motion: neither contact times nor the
/// ratio of distances change but by stretching.
struct SampleTransform {
    Mat3 linear = Mat3::Identity();
    Vec3 offset = Vec3::Zero();       ///< of the placed bodies [m]
    Vec3 body_offset = Vec3::Zero();  ///< of the points in body frame, undone by the placement [m]
    Vec3 offset_velocity = Vec3::Zero();  ///< in common, per unit of time [m]
};

/// `first_contact` is kept; it stays right when `linear` is regular.
ConvexSample transformed(const ConvexSample& sample, const SampleTransform& transform);

}  // namespace touchstone
