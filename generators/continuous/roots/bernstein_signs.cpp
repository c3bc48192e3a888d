#include "generators/continuous/roots/bernstein_signs.h"

#include <array>

#include "generators/continuous/impact_answers.h"
#include "generators/continuous/oriented/coplanar_times.h"
#include "generators/continuous/oriented/oriented_search.h"

namespace touchstone {
namespace {

/// The Bernstein coefficients of a × b, times 1, 2 and 1.
using QuadraticVector = std::array<Vec3, 3>;

QuadraticVector quadratic_cross(const std::array<Vec3, 2>& a, const std::array<Vec3, 2>& b) {
    return {a[0].cross(b[0]), a[0].cross(b[1]) + a[1].cross(b[0]), a[1].cross(b[1])};
}

/// Returns true when g · n is below 0 on all of [0, 1]: all five coefficients, times 1, 4, 6, 4 and
/// 1, are below 0 by more than the bound.
bool stays_below(const QuadraticVector& g, const QuadraticVector& n, double bound) {
    return g[0].dot(n[0]) < -bound && g[0].dot(n[1]) + g[1].dot(n[0]) < -bound &&
           g[0].dot(n[2]) + g[1].dot(n[1]) + g[2].dot(n[0]) < -bound &&
           g[1].dot(n[2]) + g[2].dot(n[1]) < -bound && g[2].dot(n[2]) < -bound;
}

/// Bounds the rounding error. With u = kRoundoff, corners of F carry at most 5uL, components of
/// their mixed products 52u and of Q × R 20u L_j L_k, with values of 4 L_j L_k; the five
/// coefficients carry at most 1500u Σ (L_j L_k)².
double quartic_bound(const MotionPolynomial& motion) {
    const double x = motion.axes[0].extent;
    const double y = motion.axes[1].extent;
    const double z = motion.axes[2].extent;
    return 4096.0 * kRoundoff * (x * y * x * y + y * z * y * z + z * x * z * x) + kQuarticUnderflow;
}

bool outside_one_edge(const MotionPolynomial& motion) {
    const QuadraticVector normal = quadratic_cross(motion.q, motion.r);
    const double bound = quartic_bound(motion);
    std::array<std::array<Vec3, 2>, 4> w;
    for (int end = 0; end < 2; ++end) {
        w[0][end] = motion.p[end];
        w[1][end] = motion.p[end] + motion.q[end];
        w[2][end] = motion.p[end] + motion.r[end];
        w[3][end] = w[2][end];
        if (motion.kind == ImpactKind::EdgeEdge) {
            w[2][end] = w[1][end] + motion.r[end];
        }
    }
    const int count = motion.kind == ImpactKind::EdgeEdge ? 4 : 3;
    for (int i = 0; i < count; ++i) {
        if (stays_below(quadratic_cross(w[i], w[(i + 1) % count]), normal, bound)) {
            return true;
        }
    }
    return false;
}

}  // namespace

Impact bernstein_signs(const ImpactQuery& query, const ImpactSettings& settings) {
    const SweptBoxes boxes = make_swept_boxes(query);
    if (are_apart(boxes, settings.separation)) {
        return separated_impact(0);
    }
    if (settings.separation == 0.0) {
        const PreparedImpact prepared = prepare_impact(query, boxes, settings);
        if (never_coplanar(prepared.cubic) || outside_one_edge(prepared.motion)) {
            return separated_impact(0);
        }
    }
    return hit_impact(kUnset, settings.tolerance, ImpactProof::Conservative, 0);
}

}  // namespace touchstone
