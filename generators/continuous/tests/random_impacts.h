#pragma once

#include <cstdint>

#include "methods/continuous/impact_query.h"

namespace touchstone::testing {

/// A source of queries that are degenerate more often than not: small integers, scaled and shifted,
/// flattened into planes, with points in common, with parts at rest or in common motion, and with
/// coordinates off by one rounding.
class RandomImpacts {
 public:
    explicit RandomImpacts(std::uint64_t seed) : state_(seed) {}

    ImpactQuery draw();

    /// Draws an integer in [0, count).
    int below(int count);

 private:
    double unit();  ///< draws a number in [-1, 1)
    Vec3 point(int style, int reach);
    void degenerate(ImpactQuery& query, int style, int reach);
    void move(ImpactQuery& query, int style, int reach);

    std::uint64_t state_;
};

}  // namespace touchstone::testing
