#include "rigid_solver/barrier/energy/pair_energy.h"

#include <algorithm>
#include <array>

#include "methods/barrier/barrier_function.h"
#include "methods/geometry/feature_distance.h"
#include "rigid_solver/barrier/energy/pair_sums.h"

namespace touchstone {
namespace {

/// Returns a weighted sum of points at rest, in body frame [m].
Vec3 rest_point(const BarrierSurface& surface, const std::array<int, 3>& places,
                const std::array<double, 3>& weights, int count) {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < count; ++i) {
        sum += weights[i] * surface.points[places[i]];
    }
    return sum;
}

/// Sets the weights w of the difference of A's point `first` and B's point `second`, which are
/// given in body frame [m].
void set_weights(const Vec3& first, const Vec3& second, PairWeights& weights) {
    weights[0] = 1.0;
    weights[4] = -1.0;
    for (int i = 0; i < 3; ++i) {
        weights[1 + i] = first[i];
        weights[5 + i] = -second[i];
    }
}

/// Sets the weights of an edge, given at rest in body frame [m]. `first`: 1 for A, 5 for B.
void set_change(const Vec3& edge, int first, PairWeights& change) {
    for (int i = 0; i < 3; ++i) {
        change[first + i] = edge[i];
    }
}

/// Returns the squared distance of a pair as a function of the bodies' unknowns.
WeightedWay<8> way_of(const BarrierPair& pair, const AffineBody& a, const Mat3& linear_a,
                      const AffineBody& b, const Mat3& linear_b) {
    WeightedWay<8> way;
    way.weights = closest_weights(pair, a.surface, b.surface);
    way.way = pair.way;
    for (int i = 1; i < pair.count_a; ++i) {
        const Vec3 edge = a.surface.points[pair.a[i]] - a.surface.points[pair.a[0]];
        set_change(edge, 1, way.changes[way.free]);
        way.edges[way.free] = linear_a * edge;
        ++way.free;
    }
    for (int i = 1; i < pair.count_b; ++i) {
        const Vec3 edge = b.surface.points[pair.b[0]] - b.surface.points[pair.b[i]];
        set_change(edge, 5, way.changes[way.free]);
        way.edges[way.free] = linear_b * edge;
        ++way.free;
    }
    return way;
}

/// Two edges, one of each body, as functions of the unknowns.
struct EdgePair {
    PairWeights first = PairWeights::Zero();   ///< u = Σ first_j q_j
    PairWeights second = PairWeights::Zero();  ///< v = Σ second_j q_j
    Vec3 u = Vec3::Zero();                     ///< edge of A, world frame [m]
    Vec3 v = Vec3::Zero();                     ///< edge of B, world frame [m]
    double threshold = kUnset;                 ///< ε of the mollifier [m⁴]
};

/// Returns the edges of a mollified pair.
EdgePair edges_of(const BarrierPair& pair, const AffineBody& a, const Mat3& linear_a,
                  const AffineBody& b, const Mat3& linear_b) {
    const Vec3 rest_u = a.surface.points[pair.edge_a[1]] - a.surface.points[pair.edge_a[0]];
    const Vec3 rest_v = b.surface.points[pair.edge_b[1]] - b.surface.points[pair.edge_b[0]];
    EdgePair edges;
    set_change(rest_u, 1, edges.first);
    set_change(rest_v, 5, edges.second);
    edges.u = linear_a * rest_u;
    edges.v = linear_b * rest_v;
    edges.threshold = mollifier_threshold(rest_u, rest_v);
    return edges;
}

/// Adds factor · (x yᵀ + y xᵀ), on and below the diagonal.
void add_mixed_square(const PairVector& x, const PairVector& y, double factor, PairMatrix& sum) {
    for (int j = 0; j < kUnknowns; ++j) {
        for (int i = j; i < kUnknowns; ++i) {
            sum(i, j) += factor * (x[i] * y[j] + y[i] * x[j]);
        }
    }
}

/// Adds first secondᵀ ⊗ block, on and below the diagonal.
void add_mixed(const PairWeights& first, const PairWeights& second, const Mat3& block,
               PairMatrix& sum) {
    for (int j = 0; j < 8; ++j) {
        for (int i = j; i < 8; ++i) {
            const double weight = first[i] * second[j];
            if (weight == 0.0) {
                continue;  // an edge depends on the matrix A of one body alone
            }
            for (int l = 0; l < 3; ++l) {
                for (int k = 0; k < 3; ++k) {
                    sum(3 * i + k, 3 * j + l) += weight * block(k, l);
                }
            }
        }
    }
}

/// Returns the gradient of c = |u × v|² = (u·u)(v·v) − (u·v)².
PairVector cross_gradient(const EdgePair& edges) {
    const double uu = edges.u.squaredNorm();
    const double vv = edges.v.squaredNorm();
    const double uv = edges.u.dot(edges.v);
    PairVector gradient = PairVector::Zero();
    add_spread(edges.first, Vec3(2.0 * (vv * edges.u - uv * edges.v)), gradient);
    add_spread(edges.second, Vec3(2.0 * (uu * edges.v - uv * edges.u)), gradient);
    return gradient;
}

/// Adds factor times the Hessian of c, on and below the diagonal.
void add_cross_hessian(const EdgePair& edges, double factor, PairMatrix& sum) {
    const Vec3& u = edges.u;
    const Vec3& v = edges.v;
    const Mat3 one = Mat3::Identity();
    const double uv = u.dot(v);
    const Mat3 by_uu = 2.0 * factor * (v.squaredNorm() * one - v * v.transpose());
    const Mat3 by_vv = 2.0 * factor * (u.squaredNorm() * one - u * u.transpose());
    const Mat3 by_uv =
        factor * (4.0 * u * v.transpose() - 2.0 * v * u.transpose() - 2.0 * uv * one);
    add_mixed(edges.first, edges.first, by_uu, sum);
    add_mixed(edges.second, edges.second, by_vv, sum);
    add_mixed(edges.first, edges.second, by_uv, sum);
    add_mixed(edges.second, edges.first, by_uv.transpose(), sum);
}

/// Adds the gradient that a mollified pair has because its factor e varies. `scale`: κ.
void add_mollifier_gradient(const BarrierPair& pair, const EdgePair& edges, double barrier,
                            double scale, PairVector& sum) {
    const Mollifier factor = mollifier(edges.u.cross(edges.v).squaredNorm(), edges.threshold);
    const PairVector cross = cross_gradient(edges);
    const double along = scale * pair.multiplicity * barrier * factor.first;
    for (int i = 0; i < kUnknowns; ++i) {
        sum[i] += along * cross[i];
    }
}

/// Adds the Hessian that a mollified pair has because its factor e varies. `slope`: ∇s; `scale`: κ.
void add_mollifier_hessian(const BarrierPair& pair, const EdgePair& edges,
                           const BarrierValue& barrier, const PairVector& slope, double scale,
                           PairMatrix& sum) {
    const Mollifier factor = mollifier(edges.u.cross(edges.v).squaredNorm(), edges.threshold);
    const PairVector cross = cross_gradient(edges);
    const double weight = scale * pair.multiplicity;
    add_mixed_square(slope, cross, weight * factor.first * barrier.first, sum);
    add_square(cross.data(), weight * barrier.value * factor.second, sum);
    add_cross_hessian(edges, weight * barrier.value * factor.first, sum);
}

}  // namespace

PairVector joined(const Affine& a, const Affine& b) {
    PairVector result;
    std::copy_n(a.data(), 12, result.data());
    std::copy_n(b.data(), 12, result.data() + 12);
    return result;
}

PairWeights closest_weights(const BarrierPair& pair, const BarrierSurface& a,
                            const BarrierSurface& b) {
    PairWeights weights;
    set_weights(rest_point(a, pair.a, pair.weights_a, pair.count_a),
                rest_point(b, pair.b, pair.weights_b, pair.count_b), weights);
    return weights;
}

double barrier_energy_value(std::span<const BarrierPair> pairs, const PairScale& scale) {
    double sum = 0.0;
    for (const BarrierPair& pair : pairs) {
        const double s = pair.way.squaredNorm() / (scale.dhat * scale.dhat);
        sum += scale.stiffness * pair.multiplicity * pair.factor * barrier_value(s).value;
    }
    return sum;
}

void add_barrier_energy(std::span<const BarrierPair> pairs, const AffineBody& a,
                        const Mat3& linear_a, const AffineBody& b, const Mat3& linear_b,
                        const PairScale& scale, PairEnergy& sum) {
    const double unit = 1.0 / (scale.dhat * scale.dhat);
    OuterSum outer;
    for (const BarrierPair& pair : pairs) {
        const BarrierValue barrier = barrier_value(pair.way.squaredNorm() * unit);
        const WeightedWay<8> way = way_of(pair, a, linear_a, b, linear_b);
        const double weight = scale.stiffness * pair.multiplicity * pair.factor;
        sum.value += weight * barrier.value;
        const double first = weight * barrier.first * unit;
        add_spread(way.weights, Vec3(2.0 * first * way.way), sum.gradient);
        outer.add(way.weights,
                  symmetric(4.0 * weight * barrier.second * unit * unit, way.way, 2.0 * first));
        const DistanceDerivatives<8> distance = distance_derivatives(way);
        for (int k = 0; k < distance.count; ++k) {
            add_square(distance.falls[k].data(), -first, sum.hessian);
        }
        if (pair.edge_a[0] >= 0) {
            PairVector slope = PairVector::Zero();
            add_spread(way.weights, Vec3(2.0 * unit * way.way), slope);
            const EdgePair edges = edges_of(pair, a, linear_a, b, linear_b);
            add_mollifier_gradient(pair, edges, barrier.value, scale.stiffness, sum.gradient);
            add_mollifier_hessian(pair, edges, barrier, slope, scale.stiffness, sum.hessian);
        }
    }
    outer.expand(sum.hessian);
    copy_above_diagonal(sum.hessian);
}

void add_barrier_gradient(std::span<const BarrierPair> pairs, const AffineBody& a,
                          const Mat3& linear_a, const AffineBody& b, const Mat3& linear_b,
                          const PairScale& scale, PairVector& sum) {
    const double unit = 1.0 / (scale.dhat * scale.dhat);
    for (const BarrierPair& pair : pairs) {
        const BarrierValue barrier = barrier_value(pair.way.squaredNorm() * unit);
        const double weight = scale.stiffness * pair.multiplicity * pair.factor;
        add_spread(closest_weights(pair, a.surface, b.surface),
                   Vec3(2.0 * weight * barrier.first * unit * pair.way), sum);
        if (pair.edge_a[0] >= 0) {
            add_mollifier_gradient(pair, edges_of(pair, a, linear_a, b, linear_b), barrier.value,
                                   scale.stiffness, sum);
        }
    }
}

double normal_force(const BarrierPair& pair, const PairScale& scale) {
    return scale.stiffness / scale.dhat * pair.multiplicity * pair.factor *
           barrier_force(pair.way.norm() / scale.dhat);
}

}  // namespace touchstone
