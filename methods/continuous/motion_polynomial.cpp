#include "methods/continuous/motion_polynomial.h"

#include <algorithm>
#include <cmath>

namespace touchstone {
namespace {

// Scalars rather than arrays in what follows: every query comes through here, and compilers keep
// small arrays in memory. Inlined by force, since compilers otherwise call them a dozen times each.

[[gnu::always_inline]] inline double largest(double a, double b, double c) {
    return std::max(std::max(a, b), c);
}

/// The four coordinates on one axis at one end of the motion.
struct FourValues {
    double x0, x1, x2, x3;
};

[[gnu::always_inline]] inline FourValues values_on(const std::array<Vec3, 4>& x, int axis) {
    return {x[0][axis], x[1][axis], x[2][axis], x[3][axis]};
}

[[gnu::always_inline]] inline double extent_of(const FourValues& x) {
    return std::max(std::max(x.x0, x.x1), std::max(x.x2, x.x3)) -
           std::min(std::min(x.x0, x.x1), std::min(x.x2, x.x3));
}

/// P, Q and R on one axis at one end.
struct EndValues {
    double p, q, r;
};

template <ImpactKind kind>
[[gnu::always_inline]] inline EndValues end_values(const FourValues& x) {
    if constexpr (kind == ImpactKind::VertexFace) {
        return {x.x0 - x.x1, x.x1 - x.x2, x.x1 - x.x3};
    } else {
        return {x.x0 - x.x2, x.x1 - x.x0, x.x2 - x.x3};
    }
}

template <ImpactKind kind>
[[gnu::always_inline]] inline void fill_axis(const ImpactQuery& query, int axis,
                                             MotionPolynomial& motion) {
    const FourValues start = values_on(query.start, axis);
    const FourValues end = values_on(query.end, axis);
    const EndValues first = end_values<kind>(start);
    const EndValues last = end_values<kind>(end);
    motion.axes[axis] = {first.p,
                         last.p - first.p,
                         first.q,
                         last.q - first.q,
                         first.r,
                         last.r - first.r,
                         std::max(extent_of(start), extent_of(end))};
    motion.p[0][axis] = first.p;
    motion.q[0][axis] = first.q;
    motion.r[0][axis] = first.r;
    motion.p[1][axis] = last.p;
    motion.q[1][axis] = last.q;
    motion.r[1][axis] = last.r;
}

template <ImpactKind kind>
[[gnu::always_inline]] inline void fill_boxes(const ImpactQuery& query, int axis,
                                              SweptBoxes& boxes) {
    const FourValues s = values_on(query.start, axis);
    const FourValues e = values_on(query.end, axis);
    const double low0 = std::min(s.x0, e.x0);
    const double low1 = std::min(s.x1, e.x1);
    const double low23 = std::min(std::min(s.x2, e.x2), std::min(s.x3, e.x3));
    const double high0 = std::max(s.x0, e.x0);
    const double high1 = std::max(s.x1, e.x1);
    const double high23 = std::max(std::max(s.x2, e.x2), std::max(s.x3, e.x3));
    if constexpr (kind == ImpactKind::VertexFace) {
        boxes.low[0][axis] = low0;
        boxes.high[0][axis] = high0;
        boxes.low[1][axis] = std::min(low1, low23);
        boxes.high[1][axis] = std::max(high1, high23);
    } else {
        boxes.low[0][axis] = std::min(low0, low1);
        boxes.high[0][axis] = std::max(high0, high1);
        boxes.low[1][axis] = low23;
        boxes.high[1][axis] = high23;
    }
}

}  // namespace

MotionPolynomial make_motion_polynomial(const ImpactQuery& query) {
    MotionPolynomial motion;
    motion.kind = query.kind;
    if (query.kind == ImpactKind::VertexFace) {
        fill_axis<ImpactKind::VertexFace>(query, 0, motion);
        fill_axis<ImpactKind::VertexFace>(query, 1, motion);
        fill_axis<ImpactKind::VertexFace>(query, 2, motion);
    } else {
        fill_axis<ImpactKind::EdgeEdge>(query, 0, motion);
        fill_axis<ImpactKind::EdgeEdge>(query, 1, motion);
        fill_axis<ImpactKind::EdgeEdge>(query, 2, motion);
    }
    return motion;
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

SweptBoxes make_swept_boxes(const ImpactQuery& query) {
    SweptBoxes boxes;
    if (query.kind == ImpactKind::VertexFace) {
        fill_boxes<ImpactKind::VertexFace>(query, 0, boxes);
        fill_boxes<ImpactKind::VertexFace>(query, 1, boxes);
        fill_boxes<ImpactKind::VertexFace>(query, 2, boxes);
    } else {
        fill_boxes<ImpactKind::EdgeEdge>(query, 0, boxes);
        fill_boxes<ImpactKind::EdgeEdge>(query, 1, boxes);
        fill_boxes<ImpactKind::EdgeEdge>(query, 2, boxes);
    }
    return boxes;
}

bool are_apart(const SweptBoxes& boxes, double separation) {
    bool apart = false;
    for (int k = 0; k < 3; ++k) {
        // Rounding is monotone: a rounded difference above a double means that the true one is
        // above it.
        apart |= boxes.low[0][k] - boxes.high[1][k] > separation;
        apart |= boxes.low[1][k] - boxes.high[0][k] > separation;
    }
    return apart;
}

std::optional<int> range_exponent(const SweptBoxes& boxes) {
    std::array<double, 3> sizes;  // apart, so that none waits for another
    for (int k = 0; k < 3; ++k) {
        const double below = std::min(boxes.low[0][k], boxes.low[1][k]);
        const double above = std::max(boxes.high[0][k], boxes.high[1][k]);
        sizes[k] = std::max(-below, above);
    }
    const double size = largest(sizes[0], sizes[1], sizes[2]);
    if ((size >= 0x1p-64 && size <= 0x1p64) || size == 0.0) {
        return std::nullopt;
    }
    return -std::ilogb(size);
}

ImpactQuery scaled_by_power(const ImpactQuery& query, int exponent) {
    ImpactQuery scaled = query;
    for (std::array<Vec3, 4>* points : {&scaled.start, &scaled.end}) {
        for (Vec3& point : *points) {
            for (int k = 0; k < 3; ++k) {
                point[k] = std::ldexp(point[k], exponent);
            }
        }
    }
    return scaled;
}

}  // namespace touchstone
