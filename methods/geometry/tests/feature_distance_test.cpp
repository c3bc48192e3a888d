#include "methods/geometry/feature_distance.h"

#include <cmath>
#include <random>

#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

const std::array<Vec3, 3> kTriangle{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
const std::array<Vec3, 2> kAlongX{Vec3(0, 0, 0), Vec3(2, 0, 0)};

/// Four points: of a point and a triangle (a first), or of two edges.
using Points = std::array<Vec3, 4>;

ClosestFeatures closest_of(const Points& p, bool edges) {
    return edges ? closest_edge_edge({p[0], p[1]}, {p[2], p[3]})
                 : closest_point_triangle(p[0], {p[1], p[2], p[3]});
}

double squared(const Points& p, bool edges) { return closest_of(p, edges).distance_squared(); }

/// Puts the closest features into weights of the four points.
WeightedWay<4> weighted(const Points& p, bool edges) {
    const ClosestFeatures closest = closest_of(p, edges);
    const int first_b = edges ? 2 : 1;
    WeightedWay<4> way;
    way.way = closest.way;
    for (int i = 0; i < closest.count_a; ++i) {
        way.weights[closest.a[i]] = closest.weights_a[i];
    }
    for (int i = 0; i < closest.count_b; ++i) {
        way.weights[first_b + closest.b[i]] = -closest.weights_b[i];
    }
    for (int i = 1; i < closest.count_a; ++i) {
        way.changes[way.free][closest.a[0]] = -1.0;
        way.changes[way.free][closest.a[i]] = 1.0;
        way.edges[way.free] = p[closest.a[i]] - p[closest.a[0]];
        ++way.free;
    }
    for (int i = 1; i < closest.count_b; ++i) {
        way.changes[way.free][first_b + closest.b[0]] = 1.0;
        way.changes[way.free][first_b + closest.b[i]] = -1.0;
        way.edges[way.free] = p[first_b + closest.b[0]] - p[first_b + closest.b[i]];
        ++way.free;
    }
    return way;
}

using Vector12 = Eigen::Matrix<double, 12, 1>;
using Matrix12 = Eigen::Matrix<double, 12, 12>;

Matrix12 hessian_of(const WeightedWay<4>& way, const DistanceDerivatives<4>& derivatives) {
    Matrix12 hessian = Matrix12::Zero();
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
            hessian.block<3, 3>(3 * i, 3 * j) =
                2.0 * way.weights[i] * way.weights[j] * Mat3::Identity();
        }
    }
    for (int k = 0; k < derivatives.count; ++k) {
        hessian -= derivatives.falls[k] * derivatives.falls[k].transpose();
    }
    return hessian;
}

/// Compares with central differences over 1e-5: their error is some 1e-10 of the values, and
/// rounding 1e-11.
void check_derivatives(const Points& points, bool edges) {
    const WeightedWay<4> way = weighted(points, edges);
    const DistanceDerivatives<4> derivatives = distance_derivatives(way);
    const Matrix12 hessian = hessian_of(way, derivatives);
    constexpr double kStep = 1e-5;
    for (int i = 0; i < 12; ++i) {
        Points low = points;
        Points high = points;
        low[i / 3][i % 3] -= kStep;
        high[i / 3][i % 3] += kStep;
        const double slope = (squared(high, edges) - squared(low, edges)) / (2.0 * kStep);
        CHECK(derivatives.gradient[i] == Approx(slope).margin(1e-8));
        const Vector12 bend = (distance_derivatives(weighted(high, edges)).gradient -
                               distance_derivatives(weighted(low, edges)).gradient) /
                              (2.0 * kStep);
        CHECK((hessian.col(i) - bend).cwiseAbs().maxCoeff() < 1e-7);
    }
}

}  // namespace

TEST_CASE("a point and a triangle are closest at the feature beside the point", "[barrier]") {
    const ClosestFeatures inside = closest_point_triangle(Vec3(0.2, 0.3, 0.5), kTriangle);
    CHECK(inside.count_b == 3);
    CHECK(inside.way == Vec3(0.0, 0.0, 0.5));
    const ClosestFeatures side = closest_point_triangle(Vec3(0.5, -0.3, 0.4), kTriangle);
    CHECK(side.count_b == 2);
    CHECK(side.distance_squared() == Approx(0.25).epsilon(1e-15));
    const ClosestFeatures corner = closest_point_triangle(Vec3(2.0, -1.0, 2.0), kTriangle);
    CHECK(corner.count_b == 1);
    CHECK(corner.b[0] == 1);
    CHECK(corner.distance_squared() == Approx(6.0).epsilon(1e-15));
}

TEST_CASE("a point above a corner is closest to the corner, not to the face", "[barrier]") {
    const ClosestFeatures closest = closest_point_triangle(Vec3(0.0, 0.0, 0.1), kTriangle);
    CHECK(closest.count_b == 1);
}

TEST_CASE("a side that is no feature counts as the face", "[barrier]") {
    const TriangleFeatures features{{true, false, true}, {true, true, true}};
    const ClosestFeatures closest =
        closest_point_triangle(Vec3(0.5, 0.5, 0.1), kTriangle, features);
    CHECK(closest.count_b == 3);
    CHECK(closest.distance_squared() == Approx(0.01).epsilon(1e-14));
}

TEST_CASE("two edges are closest inside, at an end of one or at ends of both", "[barrier]") {
    const ClosestFeatures inside =
        closest_edge_edge(kAlongX, {Vec3(0.5, -1.0, 0.3), Vec3(0.5, 1.0, 0.3)});
    CHECK(inside.count_a == 2);
    CHECK(inside.count_b == 2);
    CHECK(inside.weights_a[1] == Approx(0.25));
    CHECK(inside.way.isApprox(Vec3(0.0, 0.0, -0.3)));
    const ClosestFeatures end =
        closest_edge_edge(kAlongX, {Vec3(0.5, 0.2, 0.0), Vec3(0.5, 1.0, 0.0)});
    CHECK(end.count_a == 2);
    CHECK(end.count_b == 1);
    const ClosestFeatures ends =
        closest_edge_edge(kAlongX, {Vec3(3.0, 0.0, 0.0), Vec3(3.0, 1.0, 0.0)});
    CHECK(ends.count_a == 1);
    CHECK(ends.count_b == 1);
}

TEST_CASE("parallel edges are closest at an end of one of them", "[barrier]") {
    const ClosestFeatures closest =
        closest_edge_edge(kAlongX, {Vec3(0.5, 1.0, 0.0), Vec3(1.5, 1.0, 1e-12)});
    CHECK(std::min(closest.count_a, closest.count_b) == 1);
    CHECK(closest.distance_squared() == Approx(1.0).epsilon(1e-14));
}

TEST_CASE("quick distances are those of the closest points", "[barrier]") {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> anywhere(-1.0, 1.0);
    for (int i = 0; i < 200; ++i) {
        Points p;
        for (Vec3& point : p) {
            point = Vec3(anywhere(random), anywhere(random), anywhere(random));
        }
        CHECK(point_triangle_distance(p[0], {p[1], p[2], p[3]}) ==
              Approx(std::sqrt(squared(p, false))).epsilon(1e-12));
        CHECK(edge_edge_distance({p[0], p[1]}, {p[2], p[3]}) ==
              Approx(std::sqrt(squared(p, true))).epsilon(1e-12));
    }
}

TEST_CASE("derivatives of every class of distance agree with differences", "[barrier]") {
    const Vec3 a(0.02, 0.01, -0.03);
    const Vec3 b(1.01, -0.02, 0.04);
    const Vec3 c(0.03, 0.98, 0.02);
    check_derivatives({Vec3(0.3, 0.2, 0.4), a, b, c}, false);                    // point and face
    check_derivatives({Vec3(0.5, -0.3, 0.2), a, b, c}, false);                   // point and edge
    check_derivatives({Vec3(-0.4, -0.3, 0.2), a, b, c}, false);                  // two points
    check_derivatives({a, b, Vec3(0.4, -1.0, 0.5), Vec3(0.6, 0.9, 0.3)}, true);  // two edges
    check_derivatives({a, b, Vec3(0.4, 0.2, 0.5), Vec3(0.6, 0.9, 0.3)}, true);   // edge and point
}
