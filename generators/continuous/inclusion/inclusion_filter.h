#pragma once

#include <cstdint>

#include "methods/continuous/impact_query.h"
#include "methods/continuous/motion_polynomial.h"

namespace touchstone {

// The difference between a computed value of F on one axis and the true one, for each filter, and
// the evaluation that each filter belongs to. Let X be the largest size of a coordinate on the axis
// and u = kRoundoff. Evaluated as printed, points first and differences last:
//   a point at time t, p0 + t (p1 − p0), carries 2 + 2 + 1 = 5uX;
//   EdgeEdge: a point of an edge carries 10uX, two of them and their difference 22uX;
//   VertexFace: corners reach u + v = 2; carried 15, differences 4, products 4, sums 4 + 3, the
//   vertex 5, the last difference 4: 39uX.

/// The rounding intervals for the inclusion tests of `tight_inclusion`.
enum class InclusionFilter : std::uint8_t {
    Linear,             ///< linear in the differences of the coordinates: conservative
    LinearCoordinates,  ///< linear in the coordinates: conservative, wider far from the origin
    Paper,              ///< Wang et al. [2021], Eq. (5): cubic in the coordinates, conservative
    PublishedCode       ///< the value in their public code since 2022: misses contacts
};

/// Returns the half-width of the rounding interval on an axis, with the separation [m].
double filter_half_width(const ImpactQuery& query, const MotionPolynomial& motion, int axis,
                         double separation, InclusionFilter filter);

/// Returns true when the filter bounds F evaluated as printed, false for differences first.
bool evaluates_as_printed(InclusionFilter filter);

}  // namespace touchstone
