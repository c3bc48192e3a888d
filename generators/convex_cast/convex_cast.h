#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "methods/base/types.h"
#include "methods/continuous/affine_motion.h"

namespace touchstone {

// Continuous collision detection of two convex bodies in affine motion. Yuan, Xiang, Yang and Su
// [2025]: from time T, a bound g(t) ≤ d(T + t) of the bodies' distance d says how far to go on
// without contact. A method is such a bound and the loop that steps with it.

struct CastSettings {
    double kept_share = 1e-6;     ///< s: share of the distance at t = 0 to keep, in (0, 1)
    double slack = 10.0;          ///< α: how many times as much may be kept, > 1
    double frame_growth = 1.1;    ///< K: bound of a body's compression in a step of `quad`, > 1
    int max_iterations = 20'000;  ///< after so many a method answers with the time it has reached
    std::vector<double>* times = nullptr;  ///< gets the time after each iteration, when given
};

enum class CastEnd : std::uint8_t {
    NoContact,  ///< the bodies do not come into contact in [0, 1]; time is 1
    Near,       ///< s d(0) ≤ d(time) < α s d(0), as asked
    AtStart,    ///< the bodies touch or overlap at t = 0, to rounding; time is 0
    Stalled,    ///< time cannot be told any finer, the distance kept is larger than asked
    Capped      ///< the iterations were spent; no contact before `time`, as with Stalled
};

struct CastAnswer {
    double time = 0.0;  ///< no contact before; in [0, 1]
    CastEnd end = CastEnd::Stalled;
    double start_distance = 0.0;           ///< d(0), from below [m]
    double lower = kUnset;                 ///< d(time) is at least so much; unset for NoContact [m]
    double upper = kUnset;                 ///< and at most so much [m]
    Vec3 normal = Vec3::Constant(kUnset);  ///< from A to B at `time`; unset for NoContact
    Vec3 point_a = Vec3::Constant(kUnset);  ///< nearest points at `time`, in world frame [m]
    Vec3 point_b = Vec3::Constant(kUnset);
    int iterations = 0;              ///< evaluations of the bound; `convex_accd`: most of one pair
    std::int64_t support_calls = 0;  ///< of both bodies in the distance searches
    int restarts = 0;                ///< searches that began once more without their simplex
    int steps_back = 0;              ///< steps that were halved since they kept too little
};

/// Pure, never throws on a pair that `require_castable` admits, and always ends.
using CastPair = CastAnswer (*)(const PairMotion& motion, const CastSettings& settings);

struct ConvexCastMethod {
    std::string_view id;         ///< stable, used in files and on the command line
    std::string_view title;      ///< for tables and plots
    std::string_view section;    ///< where the method is published
    bool needs_points = false;   ///< whether both bodies must be hulls of points
    bool needs_faces = false;    ///< whether both must also have their faces
    bool keeps_contract = true;  ///< whether Near means what it says
    CastPair cast = nullptr;
};

/// The table of the methods for convex bodies.
std::span<const ConvexCastMethod> all_convex_casts();

/// Throws UnknownName, listing the known ids.
const ConvexCastMethod& find_convex_cast(std::string_view id);

/// Throws UsageError naming the setting that is out of its range.
void validate(const CastSettings& settings);

/// Throws UsageError when the method cannot take such bodies.
void require_castable(const ConvexCastMethod& method, const SupportShape& a, const SupportShape& b);

/// Checks all and casts: the way in for whoever does not cast in a loop.
CastAnswer cast_convex(const ConvexCastMethod& method, const SupportShape& a,
                       const AffineMotion& motion_a, const SupportShape& b,
                       const AffineMotion& motion_b, const CastSettings& settings = {});

}  // namespace touchstone
