#pragma once

#include <array>

#include "methods/continuous/exact_polynomial.h"
#include "methods/continuous/impact_query.h"

namespace touchstone {

// Private to the sources that decide queries exactly, like exact_polynomial.h.

/// A query in integers: all coordinates times one power of two, and differences of points as
/// polynomials in t of degree 1. The elements touch when the origin lies in the triangle or
/// parallelogram spanned by these corners.
struct ExactMotion {
    /// VertexFace: p - f0, p - f1, p - f2. EdgeEdge, in cyclic order: a0 - b0, a1 - b0, a1 - b1, a0
    /// - b1.
    std::array<ExactVector, 4> corners;
    int corner_count = 0;
    BigInteger separation;  ///< separation times the same power of two
};

/// Converts a query to integers.
ExactMotion exact_motion(const ImpactQuery& query, double separation);

}  // namespace touchstone
