#include "methods/geometry/feature_distance.h"

#include <algorithm>
#include <cmath>

namespace touchstone {
namespace {

constexpr double kOnFeature = 1e-12;  // share of an element up to which a point is on its border
constexpr double kParallelEdges = 1e-14;  // squared sine up to which edges count as parallel

/// Returns the point of a segment that is closest to a point: its coordinate in [0, 1], snapped to
/// the ends.
double nearest_on_segment(const Vec3& point, const Vec3& start, const Vec3& end) {
    const Vec3 along = end - start;
    const double t = along.dot(point - start) / along.squaredNorm();
    if (t < kOnFeature) {
        return 0.0;
    }
    return t > 1.0 - kOnFeature ? 1.0 : t;
}

/// Returns the barycentric coordinates of the projection onto a triangle's plane.
std::array<double, 3> barycentric(const Vec3& point, const std::array<Vec3, 3>& triangle) {
    const Vec3 e = triangle[1] - triangle[0];
    const Vec3 f = triangle[2] - triangle[0];
    const Vec3 from = point - triangle[0];
    const Vec3 normal = e.cross(f);
    const double area_squared = normal.squaredNorm();
    const double first = normal.dot(from.cross(f)) / area_squared;
    const double second = normal.dot(e.cross(from)) / area_squared;
    return {1.0 - first - second, first, second};
}

/// A point of a triangle by its weights, to be named by the feature that it lies on.
struct TrianglePoint {
    std::array<double, 3> weights{0.0, 0.0, 0.0};
    double distance_squared = kUnset;
};

TrianglePoint nearest_triangle_point(const Vec3& point, const std::array<Vec3, 3>& triangle) {
    const std::array<double, 3> inside = barycentric(point, triangle);
    if (std::ranges::min(inside) > kOnFeature) {
        return {inside, 0.0};
    }
    TrianglePoint best;
    for (int i = 0; i < 3; ++i) {
        const int next = (i + 1) % 3;
        const double t = nearest_on_segment(point, triangle[i], triangle[next]);
        const Vec3 on = triangle[i] + t * (triangle[next] - triangle[i]);
        const double distance_squared = (point - on).squaredNorm();
        if (i == 0 || distance_squared < best.distance_squared) {
            best = {};
            best.weights[i] = 1.0 - t;
            best.weights[next] = t;
            best.distance_squared = distance_squared;
        }
    }
    return best;
}

/// Puts all points of the triangle, or the two of a side, into the feature.
void widen(const std::array<double, 3>& weights, std::span<const int> places,
           ClosestFeatures& closest) {
    closest.count_b = 0;
    for (const int place : places) {
        closest.b[closest.count_b] = place;
        closest.weights_b[closest.count_b] = weights[place];
        ++closest.count_b;
    }
}

/// Returns the side of a triangle between a corner and another, by the number of its first point.
int side_between(int first, int second) { return (first + 1) % 3 == second ? first : second; }

/// Returns a side at the corner that is a feature, or -1.
int side_at(int corner, const TriangleFeatures& features) {
    for (const int side : {corner, (corner + 2) % 3}) {
        if (features.sides[side]) {
            return side;
        }
    }
    return -1;
}

struct EdgeCoordinates {
    double s = kUnset;
    double t = kUnset;
    bool inside = false;
};

/// Finds where the lines through two edges are closest.
EdgeCoordinates line_coordinates(const Vec3& u, const Vec3& v, const Vec3& between) {
    const double uu = u.squaredNorm();
    const double vv = v.squaredNorm();
    const Vec3 normal = u.cross(v);
    const double c = normal.squaredNorm();
    if (c < kParallelEdges * uu * vv) {
        return {};
    }
    EdgeCoordinates result;
    result.s = normal.dot(between.cross(v)) / c;
    result.t = normal.dot(between.cross(u)) / c;
    const auto is_inside = [](double x) { return x > kOnFeature && x < 1.0 - kOnFeature; };
    result.inside = is_inside(result.s) && is_inside(result.t);
    return result;
}

/// One end against the other edge.
struct EndCandidate {
    int end = 0;            ///< 0, 1: of the first edge; 2, 3: of the second
    double other = kUnset;  ///< coordinate on the other edge
    Vec3 way = Vec3::Constant(kUnset);
};

EndCandidate nearest_end(const std::array<Vec3, 2>& first, const std::array<Vec3, 2>& second) {
    EndCandidate best;
    for (int end = 0; end < 4; ++end) {
        const bool of_first = end < 2;
        const Vec3& point = of_first ? first[end] : second[end - 2];
        const std::array<Vec3, 2>& other = of_first ? second : first;
        const double t = nearest_on_segment(point, other[0], other[1]);
        const Vec3 on = other[0] + t * (other[1] - other[0]);
        const Vec3 way = of_first ? Vec3(point - on) : Vec3(on - point);
        if (end == 0 || way.squaredNorm() < best.way.squaredNorm()) {
            best = {end, t, way};
        }
    }
    return best;
}

void set_edge_point(double t, std::array<int, 3>& places, std::array<double, 3>& weights,
                    int& count) {
    if (t <= 0.0 || t >= 1.0) {
        places[0] = t <= 0.0 ? 0 : 1;
        weights[0] = 1.0;
        count = 1;
        return;
    }
    places = {0, 1, -1};
    weights = {1.0 - t, t, 0.0};
    count = 2;
}

}  // namespace

ClosestFeatures closest_point_triangle(const Vec3& point, const std::array<Vec3, 3>& triangle,
                                       const TriangleFeatures& features) {
    const TrianglePoint nearest = nearest_triangle_point(point, triangle);
    ClosestFeatures closest;
    closest.a[0] = 0;
    closest.weights_a[0] = 1.0;
    closest.count_a = 1;
    std::array<int, 3> on{};
    int count = 0;
    Vec3 nearest_point = Vec3::Zero();
    for (int i = 0; i < 3; ++i) {
        if (nearest.weights[i] > 0.0) {
            on[count++] = i;
        }
        nearest_point += nearest.weights[i] * triangle[i];
    }
    closest.way = point - nearest_point;
    constexpr std::array<int, 3> kAll{0, 1, 2};
    if (count == 1 && !features.corners[on[0]]) {
        const int side = side_at(on[0], features);
        if (side < 0) {
            widen(nearest.weights, kAll, closest);
            return closest;
        }
        widen(nearest.weights, std::array{side, (side + 1) % 3}, closest);
        return closest;
    }
    if (count == 2 && !features.sides[side_between(on[0], on[1])]) {
        widen(nearest.weights, kAll, closest);
        return closest;
    }
    widen(nearest.weights, std::span(on).first(count), closest);
    return closest;
}

ClosestFeatures closest_edge_edge(const std::array<Vec3, 2>& first,
                                  const std::array<Vec3, 2>& second) {
    const Vec3 u = first[1] - first[0];
    const Vec3 v = second[1] - second[0];
    const EdgeCoordinates lines = line_coordinates(u, v, Vec3(second[0] - first[0]));
    ClosestFeatures closest;
    if (lines.inside) {
        set_edge_point(lines.s, closest.a, closest.weights_a, closest.count_a);
        set_edge_point(lines.t, closest.b, closest.weights_b, closest.count_b);
        closest.way = (first[0] + lines.s * u) - (second[0] + lines.t * v);
        return closest;
    }
    const EndCandidate end = nearest_end(first, second);
    const bool of_first = end.end < 2;
    const double s = of_first ? static_cast<double>(end.end) : end.other;
    const double t = of_first ? end.other : static_cast<double>(end.end - 2);
    set_edge_point(s, closest.a, closest.weights_a, closest.count_a);
    set_edge_point(t, closest.b, closest.weights_b, closest.count_b);
    closest.way = end.way;
    return closest;
}

double point_triangle_distance(const Vec3& point, const std::array<Vec3, 3>& triangle) {
    const TrianglePoint nearest = nearest_triangle_point(point, triangle);
    const Vec3 on = nearest.weights[0] * triangle[0] + nearest.weights[1] * triangle[1] +
                    nearest.weights[2] * triangle[2];
    return (point - on).norm();
}

double edge_edge_distance(const std::array<Vec3, 2>& first, const std::array<Vec3, 2>& second) {
    const Vec3 u = first[1] - first[0];
    const Vec3 v = second[1] - second[0];
    const EdgeCoordinates lines = line_coordinates(u, v, Vec3(second[0] - first[0]));
    if (lines.inside) {
        return ((first[0] + lines.s * u) - (second[0] + lines.t * v)).norm();
    }
    return nearest_end(first, second).way.norm();
}

namespace {

/// Sets `result` to 2 (change ⊗ r + w ⊗ edge).
template <int N>
void set_fall(const WeightedWay<N>& way, int k, double* result) {
    for (int j = 0; j < N; ++j) {
        for (int i = 0; i < 3; ++i) {
            result[3 * j + i] =
                way.changes[k][j] * (2.0 * way.way[i]) + way.weights[j] * (2.0 * way.edges[k][i]);
        }
    }
}

}  // namespace

template <int N>
DistanceDerivatives<N> distance_derivatives(const WeightedWay<N>& way) {
    DistanceDerivatives<N> result;
    result.gradient = spread<N>(way.weights, Vec3(2.0 * way.way));
    result.count = way.free;
    for (int k = 0; k < way.free; ++k) {
        set_fall(way, k, result.falls[k].data());
    }
    if (way.free == 0) {
        return result;
    }
    // G = L Lᵀ of at most 2 × 2, and Z = Y L⁻ᵀ column by column.
    const double l00 = std::sqrt(2.0 * way.edges[0].squaredNorm());
    const double inverse00 = 1.0 / l00;
    double* first = result.falls[0].data();
    for (int i = 0; i < 3 * N; ++i) {
        first[i] *= inverse00;
    }
    if (way.free > 1) {
        const double l10 = 2.0 * way.edges[0].dot(way.edges[1]) / l00;
        const double inverse11 = 1.0 / std::sqrt(2.0 * way.edges[1].squaredNorm() - l10 * l10);
        double* second = result.falls[1].data();
        for (int i = 0; i < 3 * N; ++i) {
            second[i] = (second[i] - l10 * first[i]) * inverse11;
        }
    }
    return result;
}

template DistanceDerivatives<4> distance_derivatives(const WeightedWay<4>& way);
template DistanceDerivatives<8> distance_derivatives(const WeightedWay<8>& way);

}  // namespace touchstone
