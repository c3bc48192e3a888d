#include "methods/continuous/motion_polynomial.h"

#include <algorithm>
#include <cmath>

namespace touchstone {
namespace {

double largest(double a, double b, double c) { return std::max(std::max(a, b), c); }

MotionAxis axis_between(NumberPair p, NumberPair q, NumberPair r, double extent) {
    return {p[0], p[1] - p[0], q[0], q[1] - q[0], r[0], r[1] - r[0], extent};
}

}  // namespace

MotionPolynomial make_motion_polynomial(const ImpactQuery& query) {
    return make_motion_polynomial(make_end_vectors(query));
}

MotionPolynomial make_motion_polynomial(const EndVectors& ends) {
    const auto& [kind, p, q, r, extents] = ends;
    return {kind,
            {axis_between(p.x, q.x, r.x, extents[0]), axis_between(p.y, q.y, r.y, extents[1]),
             axis_between(p.z, q.z, r.z, extents[2])}};
}

double rounding_half_width(const MotionAxis& axis, double separation) {
    const double rounding = 32.0 * kRoundoff * axis.extent + kUnderflow;
    return separation > 0.0 ? (rounding + separation) * (1.0 + 4.0 * kRoundoff) : rounding;
}

Vec3 motion_rates(const MotionPolynomial& motion) {
    double rate_t = 0.0;
    double rate_u = 0.0;
    double rate_v = 0.0;
    for (const MotionAxis& axis : motion.axes) {
        // Extremes over (u, v): b plus none, either or both of d and g.
        const double least_part = std::min(axis.d, 0.0) + std::min(axis.g, 0.0);
        const double largest_part = std::max(axis.d, 0.0) + std::max(axis.g, 0.0);
        rate_t = largest(rate_t, -(axis.b + least_part), axis.b + largest_part);
        rate_u = largest(rate_u, std::abs(axis.c), std::abs(axis.c + axis.d));
        rate_v = largest(rate_v, std::abs(axis.e), std::abs(axis.e + axis.g));
    }
    return {3.0 * rate_t, 3.0 * rate_u, 3.0 * rate_v};
}

}  // namespace touchstone
