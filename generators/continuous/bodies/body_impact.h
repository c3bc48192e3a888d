#pragma once

#include <cstdint>

#include "generators/continuous/bodies/swept_body.h"
#include "generators/continuous/impact_method.h"

namespace touchstone {

/// How the first impact of two bodies is looked for.
struct BodyImpactSettings {
    FindImpact find = nullptr;  ///< a method that gives times and minds a separation
    /// Asked again where that one has come to its cap of boxes, as it does where bodies meet with
    /// whole faces at once: its time is then far too early. Null: nobody.
    FindImpact find_at_cap = nullptr;
    ImpactSettings impact;  ///< its settings; `separation` is the distance that counts as touch
    /// How far straight paths may leave the true motion of a turning body [m], > 0. So much is
    /// added to the separation, for that what touches on the way is not passed by.
    double path_distance = kUnset;
};

struct BodyImpact {
    bool hit = false;
    double time = kUnset;      ///< of the first touch, in units of the step, from below
    double path_error = 0.0;   ///< how far the paths left the true motions, both bodies' [m]
    int pieces = 0;            ///< in which the step was cut
    std::int64_t queries = 0;  ///< pairs of elements that the method was asked about
};

/// The first time in [0, 1] at which the bodies come within the separation: cuts the step into
/// pieces short enough for straight paths, and in each asks the method about every pair of a vertex
/// and a face and of two edges whose swept boxes meet. With a conservative method the time is not
/// after the true first touch of the rigid motion, and no touch is missed.
BodyImpact find_body_impact(const SweptBody& a, const SweptBody& b,
                            const BodyImpactSettings& settings);

}  // namespace touchstone
