#pragma once

#include "methods/base/number_pair.h"

namespace touchstone {

/// The possible answers to a question that rounding may leave open.
enum class Decision : unsigned char { Undecided, No, Yes };

/// Whether the origin is within the corners of F, the triangle or parallelogram of its values at
/// one time, at a time in an interval at which it lies in their plane.
struct OriginQuestion {
    const VectorPair& p;    ///< P at t = 0 and at t = 1
    const VectorPair& q;    ///< Q at both
    const VectorPair& r;    ///< R at both
    const double* extents;  ///< L on x, y and z [m]
    bool face;              ///< true: a triangle; false: a parallelogram
    double first, last;     ///< the interval, in [0, 1]
};

/// The two builds of the answer, see ContinuousKernels.
namespace baseline {
Decision is_origin_within(const OriginQuestion& question);
}
namespace avx2 {
Decision is_origin_within(const OriginQuestion& question);
}

}  // namespace touchstone
