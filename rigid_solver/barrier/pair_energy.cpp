#include "rigid_solver/barrier/pair_energy.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "methods/barrier/barrier_function.h"
#include "methods/geometry/feature_distance.h"

namespace touchstone {
namespace {

// Of a matrix, the blocks on and below the diagonal are summed, and then copied above it.

/// Adds w wᵀ ⊗ block.
void add_outer(const PairWeights& weights, const Mat3& block, PairMatrix& sum) {
    for (int j = 0; j < 8; ++j) {
        for (int i = j; i < 8; ++i) {
            sum.block<3, 3>(3 * i, 3 * j) += weights[i] * weights[j] * block;
        }
    }
}

Vec3 rest_point(const BarrierSurface& surface, const std::array<int, 3>& places,
                const std::array<double, 3>& weights, int count) {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < count; ++i) {
        sum += weights[i] * surface.points[places[i]];
    }
    return sum;
}

/// The squared distance of a pair as a function of the bodies' unknowns.
WeightedWay<8> way_of(const BarrierPair& pair, const AffineBody& a, const Mat3& linear_a,
                      const AffineBody& b, const Mat3& linear_b) {
    WeightedWay<8> way;
    way.weights = closest_weights(pair, a.surface, b.surface);
    way.way = pair.way;
    for (int i = 1; i < pair.count_a; ++i) {
        const Vec3 edge = a.surface.points[pair.a[i]] - a.surface.points[pair.a[0]];
        way.changes[way.free].segment<3>(1) = edge;
        way.edges[way.free] = linear_a * edge;
        ++way.free;
    }
    for (int i = 1; i < pair.count_b; ++i) {
        const Vec3 edge = b.surface.points[pair.b[i]] - b.surface.points[pair.b[0]];
        way.changes[way.free].segment<3>(5) = -edge;
        way.edges[way.free] = -(linear_b * edge);
        ++way.free;
    }
    return way;
}

/// Two edges, one of each body, as functions of the unknowns.
struct EdgePair {
    PairWeights first = PairWeights::Zero();   ///< u = Σ first_j q_j
    PairWeights second = PairWeights::Zero();  ///< v = Σ second_j q_j
    Vec3 u = Vec3::Zero();                     ///< [m]
    Vec3 v = Vec3::Zero();                     ///< [m]
    double threshold = kUnset;                 ///< of the mollifier [m⁴]
};

EdgePair edges_of(const BarrierPair& pair, const AffineBody& a, const Mat3& linear_a,
                  const AffineBody& b, const Mat3& linear_b) {
    const Vec3 rest_u = a.surface.points[pair.edge_a[1]] - a.surface.points[pair.edge_a[0]];
    const Vec3 rest_v = b.surface.points[pair.edge_b[1]] - b.surface.points[pair.edge_b[0]];
    EdgePair edges;
    edges.first.segment<3>(1) = rest_u;
    edges.second.segment<3>(5) = rest_v;
    edges.u = linear_a * rest_u;
    edges.v = linear_b * rest_v;
    edges.threshold = mollifier_threshold(rest_u, rest_v);
    return edges;
}

/// Adds factor v vᵀ.
void add_square(const PairVector& v, double factor, PairMatrix& sum) {
    for (int j = 0; j < 24; j += 3) {
        const int rows = 24 - j;
        for (int i = 0; i < 3; ++i) {
            sum.col(j + i).tail(rows).noalias() += (factor * v[j + i]) * v.tail(rows);
        }
    }
}

void copy_above_diagonal(PairMatrix& matrix) {
    for (int j = 0; j < 24; ++j) {
        for (int i = 0; i < j; ++i) {
            matrix(i, j) = matrix(j, i);
        }
    }
}

/// Adds first secondᵀ ⊗ block.
void add_mixed(const PairWeights& first, const PairWeights& second, const Mat3& block,
               PairMatrix& sum) {
    for (int j = 0; j < 8; ++j) {
        for (int i = j; i < 8; ++i) {
            sum.block<3, 3>(3 * i, 3 * j) += first[i] * second[j] * block;
        }
    }
}

/// c = |u × v|² = uu vv − (uv)², and its derivatives.
PairVector cross_gradient(const EdgePair& edges) {
    const double uu = edges.u.squaredNorm();
    const double vv = edges.v.squaredNorm();
    const double uv = edges.u.dot(edges.v);
    return spread<8>(edges.first, Vec3(2.0 * (vv * edges.u - uv * edges.v))) +
           spread<8>(edges.second, Vec3(2.0 * (uu * edges.v - uv * edges.u)));
}

void add_cross_hessian(const EdgePair& edges, double factor, PairMatrix& sum) {
    const Vec3& u = edges.u;
    const Vec3& v = edges.v;
    const Mat3 one = Mat3::Identity();
    const double uv = u.dot(v);
    const Mat3 by_uu = 2.0 * (v.squaredNorm() * one - v * v.transpose());
    const Mat3 by_vv = 2.0 * (u.squaredNorm() * one - u * u.transpose());
    const Mat3 by_uv = 4.0 * u * v.transpose() - 2.0 * v * u.transpose() - 2.0 * uv * one;
    add_mixed(edges.first, edges.first, factor * by_uu, sum);
    add_mixed(edges.second, edges.second, factor * by_vv, sum);
    add_mixed(edges.first, edges.second, factor * by_uv, sum);
    add_mixed(edges.second, edges.first, factor * by_uv.transpose(), sum);
}

/// The terms of a mollified pair beyond those of a pair with a constant factor e.
void add_mollifier_terms(const BarrierPair& pair, const EdgePair& edges,
                         const BarrierValue& barrier, const PairVector& slope, double scale,
                         PairEnergy& sum) {
    const Mollifier factor = mollifier(edges.u.cross(edges.v).squaredNorm(), edges.threshold);
    const PairVector cross = cross_gradient(edges);
    const double weight = scale * pair.multiplicity;
    sum.gradient += weight * barrier.value * factor.first * cross;
    const double mixed = weight * factor.first * barrier.first;
    sum.hessian += mixed * (slope * cross.transpose() + cross * slope.transpose());
    sum.hessian += weight * barrier.value * factor.second * cross * cross.transpose();
    add_cross_hessian(edges, weight * barrier.value * factor.first, sum.hessian);
}

/// f₀, f₁/t and what the Hessian needs of friction's energy per unit of force. Li et al. [2020],
/// Eqs. (12)-(14): f₀(t) = −t³/(3ε²) + t²/ε + ε/3 below ε, t above.
struct Slip {
    double value = 0.0;
    double share = 0.0;  ///< f₁/t [1/m]
    double bend = 0.0;  ///< (f₁′ − f₁/t)/t² [1/m³]; 0 at t = 0, where its direction has no meaning
};

Slip slip_energy(double t, double slip) {
    if (t >= slip) {
        return {t, 1.0 / t, -1.0 / (t * t * t)};
    }
    // f₁′ − f₁/t = −t/ε².
    const double bend = t > 0.0 ? -1.0 / (slip * slip * t) : 0.0;
    return {-t * t * t / (3.0 * slip * slip) + t * t / slip + slip / 3.0,
            2.0 / slip - t / (slip * slip), bend};
}

Vec3 moved(const PairWeights& weights, const PairVector& motion) {
    Vec3 sum = Vec3::Zero();
    for (int j = 0; j < 8; ++j) {
        sum += weights[j] * motion.segment<3>(3 * j);
    }
    return sum;
}

}  // namespace

PairVector joined(const Affine& a, const Affine& b) {
    PairVector result;
    result << a, b;
    return result;
}

PairWeights closest_weights(const BarrierPair& pair, const BarrierSurface& a,
                            const BarrierSurface& b) {
    PairWeights weights;
    weights << 1.0, rest_point(a, pair.a, pair.weights_a, pair.count_a), -1.0,
        -rest_point(b, pair.b, pair.weights_b, pair.count_b);
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
    for (const BarrierPair& pair : pairs) {
        const BarrierValue barrier = barrier_value(pair.way.squaredNorm() * unit);
        const WeightedWay<8> way = way_of(pair, a, linear_a, b, linear_b);
        const DistanceDerivatives<8> distance = distance_derivatives(way);
        const double weight = scale.stiffness * pair.multiplicity * pair.factor;
        sum.value += weight * barrier.value;
        const double first = weight * barrier.first * unit;
        sum.gradient += first * distance.gradient;
        const Mat3 block =
            4.0 * weight * barrier.second * unit * unit * way.way * way.way.transpose() +
            2.0 * first * Mat3::Identity();
        add_outer(way.weights, block, sum.hessian);
        for (int k = 0; k < distance.count; ++k) {
            add_square(distance.falls[k], -first, sum.hessian);
        }
        if (pair.edge_a[0] >= 0) {
            const PairVector slope = unit * distance.gradient;
            add_mollifier_terms(pair, edges_of(pair, a, linear_a, b, linear_b), barrier, slope,
                                scale.stiffness, sum);
        }
    }
    copy_above_diagonal(sum.hessian);
}

double normal_force(const BarrierPair& pair, const PairScale& scale) {
    return scale.stiffness / scale.dhat * pair.multiplicity * pair.factor *
           barrier_force(pair.way.norm() / scale.dhat);
}

std::vector<FrictionPair> make_friction(std::span<const BarrierPair> pairs, const AffineBody& a,
                                        const AffineBody& b, const PairScale& scale,
                                        double friction) {
    std::vector<FrictionPair> result;
    if (friction <= 0.0) {
        return result;
    }
    result.reserve(pairs.size());
    for (const BarrierPair& pair : pairs) {
        FrictionPair& entry = result.emplace_back();
        entry.weights = closest_weights(pair, a.surface, b.surface);
        entry.force = friction * normal_force(pair, scale);
        const Vec3 normal = pair.way.normalized();
        int axis = 0;
        normal.cwiseAbs().minCoeff(&axis);
        const Vec3 tangent = normal.cross(Vec3(Vec3::Unit(axis))).normalized();
        entry.tangents << tangent, normal.cross(tangent);
    }
    return result;
}

double friction_energy_value(std::span<const FrictionPair> pairs, const PairVector& motion,
                             const PairScale& scale) {
    double sum = 0.0;
    for (const FrictionPair& pair : pairs) {
        const Eigen::Vector2d u = pair.tangents.transpose() * moved(pair.weights, motion);
        sum += pair.force * slip_energy(u.norm(), scale.slip).value;
    }
    return sum;
}

void add_friction_energy(std::span<const FrictionPair> pairs, const PairVector& motion,
                         const PairScale& scale, PairEnergy& sum) {
    for (const FrictionPair& pair : pairs) {
        const Eigen::Vector2d u = pair.tangents.transpose() * moved(pair.weights, motion);
        const Slip slip = slip_energy(u.norm(), scale.slip);
        const Vec3 along = pair.tangents * u;
        sum.value += pair.force * slip.value;
        sum.gradient += spread<8>(pair.weights, Vec3(pair.force * slip.share * along));
        const Mat3 block = pair.force * (slip.share * pair.tangents * pair.tangents.transpose() +
                                         slip.bend * along * along.transpose());
        add_outer(pair.weights, block, sum.hessian);
    }
    copy_above_diagonal(sum.hessian);
}

Vec3 friction_force(const FrictionPair& pair, const PairVector& motion, const PairScale& scale) {
    const Eigen::Vector2d u = pair.tangents.transpose() * moved(pair.weights, motion);
    // B's points have the opposite weights.
    return pair.force * slip_energy(u.norm(), scale.slip).share * (pair.tangents * u);
}

void make_semidefinite(PairMatrix& matrix, int first, int rows) {
    const Eigen::MatrixXd part = matrix.block(first, first, rows, rows);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(part);
    const Eigen::VectorXd values = solver.eigenvalues().cwiseMax(0.0);
    matrix.block(first, first, rows, rows) =
        solver.eigenvectors() * values.asDiagonal() * solver.eigenvectors().transpose();
}

}  // namespace touchstone
