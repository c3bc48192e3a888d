#include "rigid_solver/barrier/energy/point_pair.h"

#include <algorithm>

#include "methods/barrier/barrier_function.h"
#include "methods/geometry/feature_distance.h"
#include "rigid_solver/barrier/energy/friction_energy.h"

namespace touchstone {
namespace {

using Weights4 = Eigen::Vector4d;
using Vector12 = Eigen::Matrix<double, 12, 1>;
using Matrix12 = Eigen::Matrix<double, 12, 12>;

/// Returns the number of a surface point among those of a pair.
int slot_of(const PairPoints& points, bool of_b, int place) {
    const int first = of_b ? points.of_a : 0;
    const int end = of_b ? points.count : points.of_a;
    const auto begin = points.place.begin();
    return static_cast<int>(std::find(begin + first, begin + end, place) - begin);
}

/// Returns the weights w of the closest points.
Weights4 weights_of(const BarrierPair& pair, const PairPoints& points) {
    Weights4 weights = Weights4::Zero();
    for (int i = 0; i < pair.count_a; ++i) {
        weights[slot_of(points, false, pair.a[i])] = pair.weights_a[i];
    }
    for (int i = 0; i < pair.count_b; ++i) {
        weights[slot_of(points, true, pair.b[i])] = -pair.weights_b[i];
    }
    return weights;
}

/// Returns the squared distance of a pair as a function of its points.
WeightedWay<4> way_between_points(const BarrierPair& pair, const PairPoints& points,
                                  const PairPlaces& surfaces) {
    WeightedWay<4> way;
    way.weights = weights_of(pair, points);
    way.way = pair.way;
    for (int i = 1; i < pair.count_a; ++i, ++way.free) {
        way.changes[way.free][slot_of(points, false, pair.a[i])] = 1.0;
        way.changes[way.free][slot_of(points, false, pair.a[0])] = -1.0;
        way.edges[way.free] = surfaces.points_a[pair.a[i]] - surfaces.points_a[pair.a[0]];
    }
    for (int i = 1; i < pair.count_b; ++i, ++way.free) {
        way.changes[way.free][slot_of(points, true, pair.b[i])] = -1.0;
        way.changes[way.free][slot_of(points, true, pair.b[0])] = 1.0;
        way.edges[way.free] = surfaces.points_b[pair.b[0]] - surfaces.points_b[pair.b[i]];
    }
    return way;
}

/// Adds first secondᵀ ⊗ block to `sum`.
void add_outer(const Weights4& first, const Weights4& second, const Mat3& block, Matrix12& sum) {
    for (int j = 0; j < 4; ++j) {
        for (int i = 0; i < 4; ++i) {
            const double weight = first[i] * second[j];
            for (int l = 0; l < 3; ++l) {
                for (int k = 0; k < 3; ++k) {
                    sum(3 * i + k, 3 * j + l) += weight * block(k, l);
                }
            }
        }
    }
}

/// Adds factor · (x yᵀ + y xᵀ)/2 to `sum`.
void add_product(const Vector12& x, const Vector12& y, double factor, Matrix12& sum) {
    for (int j = 0; j < 12; ++j) {
        for (int i = 0; i < 12; ++i) {
            sum(i, j) += 0.5 * factor * (x[i] * y[j] + y[i] * x[j]);
        }
    }
}

/// The edges of a mollified pair as functions of its four points.
struct PairEdges {
    Weights4 first = Weights4(-1.0, 1.0, 0.0, 0.0);   ///< weights of the points in u
    Weights4 second = Weights4(0.0, 0.0, -1.0, 1.0);  ///< weights of the points in v
    Vec3 u = Vec3::Zero();                            ///< edge of A [m]
    Vec3 v = Vec3::Zero();                            ///< edge of B [m]
    double threshold = kUnset;                        ///< ε of the mollifier [m⁴]
};

/// Returns the edges of a mollified pair.
PairEdges edges_of_pair(const BarrierPair& pair, const PairPlaces& surfaces) {
    const auto vector = [](std::span<const Vec3> points, const std::array<int, 2>& edge) {
        return Vec3(points[edge[1]] - points[edge[0]]);
    };
    PairEdges edges;
    edges.u = vector(surfaces.points_a, pair.edge_a);
    edges.v = vector(surfaces.points_b, pair.edge_b);
    edges.threshold = mollifier_threshold(vector(surfaces.a->points, pair.edge_a),
                                          vector(surfaces.b->points, pair.edge_b));
    return edges;
}

/// Adds factor times the Hessian of c = |u × v|² = (u·u)(v·v) − (u·v)².
void add_cross_bend(const PairEdges& edges, double factor, Matrix12& sum) {
    const Vec3& u = edges.u;
    const Vec3& v = edges.v;
    const Mat3 one = Mat3::Identity();
    const Mat3 by_uu = 2.0 * factor * (v.squaredNorm() * one - v * v.transpose());
    const Mat3 by_vv = 2.0 * factor * (u.squaredNorm() * one - u * u.transpose());
    const Mat3 by_uv =
        factor * (4.0 * u * v.transpose() - 2.0 * v * u.transpose() - 2.0 * u.dot(v) * one);
    add_outer(edges.first, edges.first, by_uu, sum);
    add_outer(edges.second, edges.second, by_vv, sum);
    add_outer(edges.first, edges.second, by_uv, sum);
    add_outer(edges.second, edges.first, by_uv.transpose(), sum);
}

/// Adds the terms that a mollified pair has because its factor e varies. `slope`: ∇s; `weight`: κ
/// m.
void add_factor_terms(const PairEdges& edges, const BarrierValue& barrier, const Vector12& slope,
                      double weight, PointEnergy& sum) {
    const Vec3& u = edges.u;
    const Vec3& v = edges.v;
    const Mollifier factor = mollifier(u.cross(v).squaredNorm(), edges.threshold);
    const double uv = u.dot(v);
    const Vector12 cross = spread<4>(edges.first, Vec3(2.0 * (v.squaredNorm() * u - uv * v))) +
                           spread<4>(edges.second, Vec3(2.0 * (u.squaredNorm() * v - uv * u)));
    const double along = weight * barrier.value * factor.first;
    sum.gradient += along * cross;
    add_product(slope, cross, 2.0 * weight * factor.first * barrier.first, sum.hessian);
    add_product(cross, cross, weight * barrier.value * factor.second, sum.hessian);
    add_cross_bend(edges, along, sum.hessian);
}

}  // namespace

PairPoints points_of(const BarrierPair& pair) {
    PairPoints points;
    if (pair.edge_a[0] >= 0) {
        return {4, 2, {pair.edge_a[0], pair.edge_a[1], pair.edge_b[0], pair.edge_b[1]}};
    }
    points.of_a = pair.count_a;
    points.count = pair.count_a + pair.count_b;
    std::copy_n(pair.a.begin(), pair.count_a, points.place.begin());
    std::copy_n(pair.b.begin(), pair.count_b, points.place.begin() + pair.count_a);
    return points;
}

void add_barrier_energy(const BarrierPair& pair, const PairPoints& points,
                        const PairPlaces& surfaces, const PairScale& scale, PointEnergy& sum) {
    const double unit = 1.0 / (scale.dhat * scale.dhat);
    const BarrierValue barrier = barrier_value(pair.way.squaredNorm() * unit);
    const WeightedWay<4> way = way_between_points(pair, points, surfaces);
    const double weight = scale.stiffness * pair.multiplicity;
    const double first = weight * pair.factor * barrier.first * unit;
    const double second = weight * pair.factor * barrier.second * unit * unit;
    sum.gradient += spread<4>(way.weights, Vec3(2.0 * first * way.way));
    const Mat3 block =
        4.0 * second * way.way * way.way.transpose() + 2.0 * first * Mat3::Identity();
    add_outer(way.weights, way.weights, block, sum.hessian);
    const DistanceDerivatives<4> distance = distance_derivatives(way);
    for (int k = 0; k < distance.count; ++k) {
        add_product(distance.falls[k], distance.falls[k], -first, sum.hessian);
    }
    if (pair.edge_a[0] >= 0) {
        const Vector12 slope = spread<4>(way.weights, Vec3(2.0 * unit * way.way));
        add_factor_terms(edges_of_pair(pair, surfaces), barrier, slope, weight, sum);
    }
}

PointFriction make_friction(const BarrierPair& pair, const PairScale& scale, double friction) {
    PointFriction result;
    result.points = points_of(pair);
    result.weights = weights_of(pair, result.points);
    result.normal = pair.way.normalized();
    result.force = friction * normal_force(pair, scale);
    return result;
}

Vec3 slip_of(const PointFriction& friction, const PairPlaces& start, const PairPlaces& now) {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < friction.points.count; ++i) {
        const int place = friction.points.place[i];
        const bool of_a = i < friction.points.of_a;
        const Vec3 moved = of_a ? Vec3(now.points_a[place] - start.points_a[place])
                                : Vec3(now.points_b[place] - start.points_b[place]);
        sum += friction.weights[i] * moved;
    }
    return sum - friction.normal.dot(sum) * friction.normal;
}

double friction_energy_value(const PointFriction& friction, const Vec3& slip,
                             const PairScale& scale) {
    return friction.force * slip_energy(slip.norm(), scale.slip).value;
}

void add_friction_energy(const PointFriction& friction, const Vec3& slip, const PairScale& scale,
                         PointEnergy& sum) {
    const Slip energy = slip_energy(slip.norm(), scale.slip);
    const double share = friction.force * energy.share;
    sum.gradient += spread<4>(friction.weights, Vec3(share * slip));
    Mat3 block = share * (Mat3::Identity() - friction.normal * friction.normal.transpose());
    block += friction.force * energy.bend * slip * slip.transpose();
    add_outer(friction.weights, friction.weights, block, sum.hessian);
}

void add_sticking_energy(const PointFriction& friction, const Vec3& slip, const PairScale& scale,
                         PointEnergy& sum) {
    const double share = friction.force * slip_energy(0.0, scale.slip).share;
    sum.gradient += spread<4>(friction.weights, Vec3(share * slip));
    const Mat3 block = share * (Mat3::Identity() - friction.normal * friction.normal.transpose());
    add_outer(friction.weights, friction.weights, block, sum.hessian);
}

Vec3 friction_force(const PointFriction& friction, const Vec3& slip, const PairScale& scale) {
    // The force on A is −∂/∂u, and that on B its opposite: B's points have the opposite weights.
    return friction.force * slip_energy(slip.norm(), scale.slip).share * slip;
}

}  // namespace touchstone
