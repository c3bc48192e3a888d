#pragma once

#include <array>
#include <span>

#include "methods/base/types.h"

namespace touchstone {

// Distances of mesh elements by their closest points. Which coordinates of the closest points are
// free tells which features are closest: none of two points, one of a point and an edge, two of a
// point and a face or of two edges. Li et al. [2020], Eqs. (18)-(23), without their formulas by
// case: since the free coordinates are optimal, one formula gives all derivatives (envelope).

/// The closest points of two elements, as weights of the elements' points.
///
/// Each side has 1, 2 or 3 points: those of its closest feature, in the order in which the element
/// has them. A weight is positive, and those of a side add up to 1; unused entries are -1 and 0.
struct ClosestFeatures {
    std::array<int, 3> a{-1, -1, -1};                ///< places in the first element
    std::array<int, 3> b{-1, -1, -1};                ///< places in the second element
    std::array<double, 3> weights_a{0.0, 0.0, 0.0};  ///< weights of the first closest point
    std::array<double, 3> weights_b{0.0, 0.0, 0.0};  ///< weights of the second closest point
    int count_a = 0;                                 ///< points of the first feature
    int count_b = 0;                                 ///< points of the second feature
    Vec3 way = Vec3::Constant(kUnset);  ///< r: from the second closest point to the first [m]

    /// Returns r·r [m²].
    double distance_squared() const { return way.squaredNorm(); }
};

/// The sides of a triangle (from point i to the next one) and its corners that are features of
/// their own. One that is not lies inside of a flat surface, whose interior then counts as closest.
struct TriangleFeatures {
    std::array<bool, 3> sides{true, true, true};
    std::array<bool, 3> corners{true, true, true};
};

/// Returns the closest points of a point and a triangle, which must not be flat. A point within
/// 1e-12 of a side's length of a feature of lower dimension counts as closest to that one.
ClosestFeatures closest_point_triangle(const Vec3& point, const std::array<Vec3, 3>& triangle,
                                       const TriangleFeatures& features = {});

/// Returns the closest points of two edges of length > 0. Edges whose directions differ by an angle
/// of less than 1e-7 count as parallel: then an end of one of them is closest.
ClosestFeatures closest_edge_edge(const std::array<Vec3, 2>& first,
                                  const std::array<Vec3, 2>& second);

/// Returns the distance of a point and a triangle, quickly [m].
double point_triangle_distance(const Vec3& point, const std::array<Vec3, 3>& triangle);
/// Returns the distance of two edges, quickly [m].
double edge_edge_distance(const std::array<Vec3, 2>& first, const std::array<Vec3, 2>& second);

/// The squared distance as a function of N unknown vectors q_j, r = Σ_j w_j(β) q_j, at the optimal
/// free coordinates β.
template <int N>
struct WeightedWay {
    using Weights = Eigen::Matrix<double, N, 1>;

    Weights weights = Weights::Zero();  ///< w
    Vec3 way = Vec3::Zero();            ///< r [m]
    int free = 0;                       ///< number of free coordinates, 0, 1 or 2
    std::array<Weights, 2> changes{Weights::Zero(), Weights::Zero()};  ///< ∂w/∂β_k
    std::array<Vec3, 2> edges{Vec3::Zero(), Vec3::Zero()};             ///< r_k = ∂r/∂β_k [m]
};

/// The derivatives of the squared distance in a form that is cheap to sum:
///     gradient  2 w ⊗ r
///     Hessian   2 w wᵀ ⊗ 1 − Σ_k Z_k Z_kᵀ,  Z = Y L⁻ᵀ with G = L Lᵀ,
///     Y_k = 2 (∂w/∂β_k ⊗ r + w ⊗ r_k),  G_kl = 2 r_k·r_l.
/// Entry 3j + i belongs to coordinate i of q_j.
template <int N>
struct DistanceDerivatives {
    using Vector = Eigen::Matrix<double, 3 * N, 1>;

    Vector gradient = Vector::Zero();
    int count = 0;                                                ///< number of Z_k
    std::array<Vector, 2> falls{Vector::Zero(), Vector::Zero()};  ///< Z_k
};

/// Returns w ⊗ v.
template <int N>
Eigen::Matrix<double, 3 * N, 1> spread(const Eigen::Matrix<double, N, 1>& weights, const Vec3& v) {
    Eigen::Matrix<double, 3 * N, 1> result;
    for (int j = 0; j < N; ++j) {
        for (int i = 0; i < 3; ++i) {
            result[3 * j + i] = weights[j] * v[i];
        }
    }
    return result;
}

/// Returns the derivatives of r·r.
template <int N>
DistanceDerivatives<N> distance_derivatives(const WeightedWay<N>& way);

extern template DistanceDerivatives<4> distance_derivatives(const WeightedWay<4>& way);
extern template DistanceDerivatives<8> distance_derivatives(const WeightedWay<8>& way);

}  // namespace touchstone
