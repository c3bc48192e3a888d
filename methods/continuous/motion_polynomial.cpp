#include "methods/continuous/motion_polynomial.h"

#include <algorithm>
#include <cmath>

namespace touchstone {
namespace {

double extent_of(const std::array<Vec3, 4>& points, int axis) {
    const double a = points[0][axis];
    const double b = points[1][axis];
    const double c = points[2][axis];
    const double d = points[3][axis];
    return std::max(std::max(a, b), std::max(c, d)) - std::min(std::min(a, b), std::min(c, d));
}

/// The boxes of points [0, split) and [split, 4) over both ends.
bool apart_on_axis(const ImpactQuery& query, int axis, int split, double separation) {
    double low[2];
    double high[2];
    for (int side = 0; side < 2; ++side) {
        const int first = side == 0 ? 0 : split;
        const int last = side == 0 ? split : 4;
        low[side] = high[side] = query.start[first][axis];
        for (int i = first; i < last; ++i) {
            const double s = query.start[i][axis];
            const double e = query.end[i][axis];
            low[side] = std::min(low[side], std::min(s, e));
            high[side] = std::max(high[side], std::max(s, e));
        }
    }
    // Rounding is monotone: a rounded difference above a double is a true one above it.
    return low[0] - high[1] > separation || low[1] - high[0] > separation;
}

}  // namespace

MotionPolynomial make_motion_polynomial(const ImpactQuery& query) {
    MotionPolynomial motion;
    motion.kind = query.kind;
    for (int end = 0; end < 2; ++end) {
        const std::array<Vec3, 4>& x = end == 0 ? query.start : query.end;
        if (query.kind == ImpactKind::VertexFace) {
            motion.p[end] = x[0] - x[1];
            motion.q[end] = x[1] - x[2];
            motion.r[end] = x[1] - x[3];
        } else {
            motion.p[end] = x[0] - x[2];
            motion.q[end] = x[1] - x[0];
            motion.r[end] = x[2] - x[3];
        }
    }
    for (int k = 0; k < 3; ++k) {
        MotionAxis& axis = motion.axes[k];
        axis.a = motion.p[0][k];
        axis.b = motion.p[1][k] - motion.p[0][k];
        axis.c = motion.q[0][k];
        axis.d = motion.q[1][k] - motion.q[0][k];
        axis.e = motion.r[0][k];
        axis.g = motion.r[1][k] - motion.r[0][k];
        axis.extent = std::max(extent_of(query.start, k), extent_of(query.end, k));
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
        const double along_u = axis.b + axis.d;
        rate_t = std::max({rate_t, std::abs(axis.b), std::abs(along_u), std::abs(axis.b + axis.g),
                           std::abs(along_u + axis.g)});
        rate_u = std::max({rate_u, std::abs(axis.c), std::abs(axis.c + axis.d)});
        rate_v = std::max({rate_v, std::abs(axis.e), std::abs(axis.e + axis.g)});
    }
    return {3.0 * rate_t, 3.0 * rate_u, 3.0 * rate_v};
}

bool swept_boxes_apart(const ImpactQuery& query, double separation) {
    const int split = query.kind == ImpactKind::VertexFace ? 1 : 2;
    return apart_on_axis(query, 0, split, separation) ||
           apart_on_axis(query, 1, split, separation) || apart_on_axis(query, 2, split, separation);
}

std::optional<int> range_exponent(const ImpactQuery& query) {
    double largest = 0.0;
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) {
            largest = std::max({largest, std::abs(query.start[i][k]), std::abs(query.end[i][k])});
        }
    }
    if ((largest >= 0x1p-64 && largest <= 0x1p64) || largest == 0.0) {
        return std::nullopt;
    }
    return -std::ilogb(largest);
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
