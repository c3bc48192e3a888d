#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "methods/base/types.h"
#include "methods/continuous/affine_motion.h"

namespace touchstone {

// Continuous collision detection of two convex bodies in affine motion. Yuan, Xiang, Yang and Su
// [2025]: from time T, a bound g(t) ≤ d(T + t) on the bodies' distance d tells how long they stay
// free of contact. A method is such a bound and the loop that steps with it.

/// The options of a cast.
struct CastSettings {
    double kept_share = 1e-6;     ///< s: share of the distance at t = 0 to keep, in (0, 1)
    double slack = 10.0;          ///< α: factor by which the kept distance may exceed that, > 1
    double frame_growth = 1.1;    ///< K: bound on a body's compression in a step of `quad`, > 1
    int max_iterations = 20'000;  ///< limit after which a method answers
                                  ///< with the time it has reached
    std::vector<double>* times = nullptr;  ///< receives the time after each iteration, unless null
};

/// The ways in which a cast can end.
enum class CastEnd : std::uint8_t {
    NoContact,  ///< no contact in [0, 1]; time is 1
    Near,       ///< s d(0) ≤ d(time) < α s d(0), as required
    AtStart,    ///< touch or overlap at t = 0, up to rounding; time is 0
    Stalled,    ///< time cannot be resolved further, the distance kept is larger than required
    Capped      ///< limit on iterations; no contact before `time`, as with Stalled
};

/// The result of a cast.
struct CastAnswer {
    double time = 0.0;  ///< time before which there is no contact, in [0, 1]
    CastEnd end = CastEnd::Stalled;
    double start_distance = 0.0;  ///< lower bound on d(0) [m]
    double lower = kUnset;        ///< lower bound on d(time); unset for NoContact [m]
    double upper = kUnset;        ///< upper bound on d(time) [m]
    Vec3 normal =
        Vec3::Constant(kUnset);  ///< unit vector from A to B at `time`; unset for NoContact
    Vec3 point_a = Vec3::Constant(kUnset);  ///< nearest point of A at `time`, world frame [m]
    Vec3 point_b = Vec3::Constant(kUnset);  ///< nearest point of B [m]
    int iterations = 0;                     ///< evaluations of the bound; for
                                            ///< `convex_accd` the most of one pair
    std::int64_t support_calls = 0;         ///< support calls per body in the distance searches
    int restarts = 0;                       ///< searches repeated without their initial simplex
    int steps_back = 0;                     ///< halvings of steps that kept too little
};

/// A function that casts a pair. Pure, never throws for a pair that `require_castable` admits, and
/// always ends.
using CastPair = CastAnswer (*)(const PairMotion& motion, const CastSettings& settings);

/// A method for convex bodies.
struct ConvexCastMethod {
    std::string_view id;         ///< stable id, used in files and on the command line
    std::string_view title;      ///< name in tables and plots
    std::string_view section;    ///< publication of the method
    bool needs_points = false;   ///< true: both bodies must be hulls of points
    bool needs_faces = false;    ///< true: both must have faces too
    bool keeps_contract = true;  ///< true: Near has the stated meaning
    CastPair cast = nullptr;
};

/// Returns the table of the methods for convex bodies.
std::span<const ConvexCastMethod> all_convex_casts();

/// Finds a method; throws UnknownName, listing the known ids.
const ConvexCastMethod& find_convex_cast(std::string_view id);

/// Throws UsageError naming the setting that is out of range.
void validate(const CastSettings& settings);

/// Throws UsageError when the method does not support such bodies.
void require_castable(const ConvexCastMethod& method, const SupportShape& a, const SupportShape& b);

/// Checks all arguments and casts: the entry for single casts.
CastAnswer cast_convex(const ConvexCastMethod& method, const SupportShape& a,
                       const AffineMotion& motion_a, const SupportShape& b,
                       const AffineMotion& motion_b, const CastSettings& settings = {});

}  // namespace touchstone
