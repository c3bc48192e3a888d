#include "generators/continuous/roots/bernstein_signs.h"

#include <array>

#include "generators/continuous/impact_answers.h"
#include "generators/continuous/oriented/coplanar_times.h"
#include "generators/continuous/oriented/oriented_search.h"

namespace touchstone {
namespace {

/// The Bernstein coefficients of a × b, times 1, 2 and 1.
using QuadraticVector = std::array<Vec3, 3>;

/// Returns a vector at both ends of the motion.
std::array<Vec3, 2> vectors(const VectorPair& v) {
    return {Vec3(v.x[0], v.y[0], v.z[0]), Vec3(v.x[1], v.y[1], v.z[1])};
}

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
double quartic_bound(const EndVectors& ends) {
    const auto& [x, y, z] = ends.extents;
    return 4096.0 * kRoundoff * (x * y * x * y + y * z * y * z + z * x * z * x) + kQuarticUnderflow;
}

bool outside_one_edge(const EndVectors& ends) {
    const auto& [kind, p, q, r, extents] = ends;
    const QuadraticVector normal = quadratic_cross(vectors(q), vectors(r));
    const double bound = quartic_bound(ends);
    const bool two_edges = kind == ImpactKind::EdgeEdge;
    const std::array<std::array<Vec3, 2>, 4> w{
        vectors(p), vectors(p + q), vectors(two_edges ? p + q + r : p + r), vectors(p + r)};
    const int count = two_edges ? 4 : 3;
    for (int i = 0; i < count; ++i) {
        if (stays_below(quadratic_cross(w[i], w[(i + 1) % count]), normal, bound)) {
            return true;
        }
    }
    return false;
}

}  // namespace

Impact bernstein_signs(const ImpactQuery& query, const ImpactSettings& settings) {
    const PreparedImpact prepared = begin_impact(query, settings);
    if (prepared.separated || (settings.separation == 0.0 && outside_one_edge(prepared.ends))) {
        return separated_impact(0);
    }
    return hit_impact(kUnset, settings.tolerance, ImpactProof::Conservative, 0);
}

}  // namespace touchstone
