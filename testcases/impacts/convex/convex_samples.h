#pragma once

#include <cstdint>
#include <vector>

#include "methods/continuous/affine_motion.h"
#include "methods/continuous/support_shape.h"
#include "testcases/cells/watch.h"

namespace touchstone {

/// Random pairs of convex bodies in affine motion. Yuan, Xiang, Yang and Su [2025], Appendix F.
struct ConvexSampleOptions {
    int points = 10;         ///< number of normally distributed points whose hull is a body, ≥ 4
    double radius = 2.0;     ///< radius of the ball in which the bodies start [m]
    int count = 10'000;      ///< number of samples
    std::uint64_t seed = 1;  ///< seed; sample i depends on it and on i alone
    int threads = 0;  ///< number of threads, without influence on the samples; 0: one per core
    /// True: samples are left out for which a method of the paper and ACCD give times more than
    /// 1e-5 apart, as in the paper's own generator.
    bool leaves_out_disagreement = true;
};

/// Two convex bodies, their motion, and a proven lower bound of the time of their first contact.
/// The bound is as sharp as a smallest distance of 1e-9 of the distance at the start allows.
struct ConvexSample {
    SupportShape a;
    SupportShape b;
    AffineMotion motion_a;
    AffineMotion motion_b;
    double first_contact = 0.0;  ///< lower bound of the time of the first contact, in [0.01, 1]
};

/// Returns the options of the paper's smaller set: hulls of 10 points in a ball of radius 2 m.
ConvexSampleOptions small_hull_samples();
/// Returns the options of its larger set: hulls of 256 points in a ball of radius 3 m.
ConvexSampleOptions large_hull_samples();

/// Makes the samples. Throws UsageError when an option is out of its range. Told to stop, it
/// returns none.
std::vector<ConvexSample> make_convex_samples(const ConvexSampleOptions& options,
                                              const Watcher& watcher = {});

/// A transform of both bodies of a sample during their whole motion. It changes neither contact
/// times nor ratios of distances, except by stretching.
struct SampleTransform {
    Mat3 linear = Mat3::Identity();
    Vec3 offset = Vec3::Zero();           ///< offset of the placed bodies [m]
    Vec3 body_offset = Vec3::Zero();      ///< offset of the points in body frame, undone by the
                                          ///< placement [m]
    Vec3 offset_velocity = Vec3::Zero();  ///< velocity of both bodies in common [m per unit of
                                          ///< time]
};

/// Returns the sample under the transform, with `first_contact` as it was, which stays right when
/// `linear` is regular.
ConvexSample transformed(const ConvexSample& sample, const SampleTransform& transform);

}  // namespace touchstone
