#pragma once

#include <cstdint>

#include "generators/continuous/bodies/swept_body.h"
#include "generators/continuous/impact_method.h"

namespace touchstone {

/// How the first impact of two bodies is sought.
struct BodyImpactSettings {
    FindImpact find = nullptr;  ///< a method that gives times and respects a separation
    /// The method asked again where `find` has come to its cap of boxes, as it does where bodies
    /// meet with whole faces at once: its time is then far too early. Null: none.
    FindImpact find_at_cap = nullptr;
    ImpactSettings impact;  ///< settings of the method; `separation` is the distance that counts as
                            ///< touch
    /// Largest distance by which straight paths may leave the true motion of a turning body [m], >
    /// 0. It is added to the separation, so that no touch on the way is passed by.
    double path_distance = kUnset;
};

/// The first impact of two bodies, with the cost of finding it.
struct BodyImpact {
    bool hit = false;
    double time = kUnset;      ///< time of the first touch, never too late, in units of the step
    double path_error = 0.0;   ///< largest distance of the paths from the true motions, summed over
                               ///< both bodies [m]
    int pieces = 0;            ///< number of pieces of the step
    std::int64_t queries = 0;  ///< number of pairs of elements that the method was asked about
};

/// Finds the first time in [0, 1] at which the bodies come within the separation: cuts the step
/// into pieces short enough for straight paths, and in each asks the method about every pair of a
/// vertex and a face and of two edges whose swept boxes meet. With a conservative method the time
/// is not after the true first touch of the rigid motion, and no touch is missed.
BodyImpact find_body_impact(const SweptBody& a, const SweptBody& b,
                            const BodyImpactSettings& settings);

}  // namespace touchstone
