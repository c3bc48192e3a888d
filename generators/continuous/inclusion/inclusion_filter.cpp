#include "generators/continuous/inclusion/inclusion_filter.h"

#include <algorithm>
#include <cmath>

namespace touchstone {
namespace {

double largest_on_axis(const ImpactQuery& query, int axis) {
    double largest = 0.0;
    for (int i = 0; i < 4; ++i) {
        largest = std::max({largest, std::abs(query.start[i][axis]), std::abs(query.end[i][axis])});
    }
    return largest;
}

// Returns the factor of γ³: Wang et al. [2021], Eq. (5) and §6.1.
double cubic_factor(ImpactKind kind, bool separated) {
    if (kind == ImpactKind::EdgeEdge) {
        return separated ? 7.11e-15 : 6.22e-15;
    }
    return separated ? 7.55e-15 : 6.66e-15;
}

double cube(double x) { return x * x * x; }

}  // namespace

bool evaluates_as_printed(InclusionFilter filter) { return filter != InclusionFilter::Linear; }

double filter_half_width(const ImpactQuery& query, const MotionPolynomial& motion, int axis,
                         double separation, InclusionFilter filter) {
    if (filter == InclusionFilter::Linear) {
        return rounding_half_width(motion.axes[axis], separation);
    }
    const double largest = largest_on_axis(query, axis);
    const double factor = cubic_factor(query.kind, separation > 0.0);
    if (filter == InclusionFilter::Paper) {
        return factor * cube(std::max(largest, 1.0)) + separation;
    }
    if (filter == InclusionFilter::PublishedCode) {
        return factor * cube(std::min(largest, 1.0)) + separation;
    }
    // The next even number above 22 and 39 covers the terms of second order.
    const double roundings = query.kind == ImpactKind::EdgeEdge ? 24.0 : 40.0;
    return (roundings * kRoundoff * largest + kUnderflow + separation) * (1.0 + 4.0 * kRoundoff);
}

}  // namespace touchstone
