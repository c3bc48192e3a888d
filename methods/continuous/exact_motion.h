#pragma once

#include <array>

#include "methods/continuous/exact_polynomial.h"
#include "methods/continuous/impact_query.h"

namespace touchstone {

// For the sources that decide queries exactly, like exact_polynomial.h.

/// A query in integers: all coordinates times one power of two, differences of points as
/// polynomials in t of degree 1. The elements touch when the origin lies in the triangle or the
/// parallelogram that these corners span.
struct ExactMotion {
    /// VertexFace: p - f0, p - f1, p - f2. EdgeEdge, around: a0 - b0, a1 - b0, a1 - b1, a0 - b1.
    std::array<ExactVector, 4> corners;
    int corner_count = 0;
    BigInteger separation;  ///< times the same power of two
};

ExactMotion exact_motion(const ImpactQuery& query, double separation);

}  // namespace touchstone
