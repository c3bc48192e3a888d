#include "generators/barrier/opening.h"

#include <algorithm>
#include <cmath>

namespace touchstone::barrier {
namespace {

constexpr double kOnBorder = 1e-9;     // share of an element by which rounding may put a touch
                                       // outside of it [-]
constexpr double kParallelWay = 1e-9;  // of a product of lengths, below which the way lies in a
                                       // plane [-]
constexpr int kMostSteps = 60;         // steps of the search for a distance; some five are usual

/// Returns where on its way along `direction` a point meets a triangle; nothing when it does not.
std::optional<double> meeting(const Vec3& point, const Vec3& direction,
                              const std::array<Vec3, 3>& triangle) {
    const Vec3 e = triangle[1] - triangle[0];
    const Vec3 f = triangle[2] - triangle[0];
    const Vec3 normal = e.cross(f);
    const double speed = normal.dot(direction);
    if (std::abs(speed) <= kParallelWay * normal.norm()) {
        return std::nullopt;
    }
    const double s = normal.dot(triangle[0] - point) / speed;
    const Vec3 from = point + s * direction - triangle[0];
    const double area_squared = normal.squaredNorm();
    const double first = normal.dot(from.cross(f)) / area_squared;
    const double second = normal.dot(e.cross(from)) / area_squared;
    if (std::min({first, second, 1.0 - first - second}) < -kOnBorder) {
        return std::nullopt;
    }
    return s;
}

/// Returns where on its way the second edge meets the first; nothing when it does not.
std::optional<double> meeting(const std::array<Vec3, 2>& first, const std::array<Vec3, 2>& second,
                              const Vec3& direction) {
    const Vec3 u = first[1] - first[0];
    const Vec3 v = second[1] - second[0];
    const Vec3 normal = u.cross(v);
    const double c = normal.squaredNorm();
    const double speed = normal.dot(direction);
    if (c <= kParallelWay * u.squaredNorm() * v.squaredNorm() ||
        std::abs(speed) <= kParallelWay * std::sqrt(c)) {
        return std::nullopt;
    }
    const double s = normal.dot(first[0] - second[0]) / speed;
    const Vec3 between = second[0] + s * direction - first[0];
    const double on_first = normal.dot(between.cross(v)) / c;
    const double on_second = normal.dot(between.cross(u)) / c;
    const auto is_on = [](double t) { return t >= -kOnBorder && t <= 1.0 + kOnBorder; };
    return is_on(on_first) && is_on(on_second) ? std::optional(s) : std::nullopt;
}

std::array<Vec3, 3> corners(const Triangle& face, std::span<const Vec3> points) {
    return {points[face[0]], points[face[1]], points[face[2]]};
}

std::array<Vec3, 2> ends(const std::array<int, 2>& edge, std::span<const Vec3> points) {
    return {points[edge[0]], points[edge[1]]};
}

/// Returns the last place within [0, farthest] at which surfaces touch; nothing: none.
std::optional<double> last_touch(const OpenedPair& pair, const BarrierCandidates& candidates,
                                 const Vec3& direction, double farthest) {
    std::optional<double> last;
    const auto take = [&](std::optional<double> s) {
        // Bodies that just touch may do so a rounding error before the start.
        constexpr double kRounding = 1e-12;
        if (s && *s >= -kRounding && *s <= farthest && (!last || *s > *last)) {
            last = std::max(0.0, *s);
        }
    };
    for (const ElementPair& found : candidates.face_vertex) {
        take(meeting(pair.points_b[pair.b->vertices[found.b]], direction,
                     corners(pair.a->faces[found.a], pair.points_a)));
    }
    for (const ElementPair& found : candidates.vertex_face) {
        take(meeting(pair.points_a[pair.a->vertices[found.a]], -direction,
                     corners(pair.b->faces[found.b], pair.points_b)));
    }
    for (const ElementPair& found : candidates.edge_edge) {
        take(meeting(ends(pair.a->edges[found.a], pair.points_a),
                     ends(pair.b->edges[found.b], pair.points_b), direction));
    }
    return last;
}

double distance_at(const OpenedPair& pair, const BarrierCandidates& candidates,
                   const Vec3& direction, double s) {
    return smallest_distance(*pair.a, pair.points_a, *pair.b,
                             moved_points(pair.points_b, s * direction), candidates);
}

}  // namespace

std::vector<Vec3> moved_points(std::span<const Vec3> points, const Vec3& way) {
    std::vector<Vec3> moved;
    moved.reserve(points.size());
    for (const Vec3& point : points) {
        moved.push_back(point + way);
    }
    return moved;
}

BarrierCandidates candidates_on_way(const OpenedPair& pair, const Vec3& way, double margin) {
    const BarrierBoxes boxes_a = swept_boxes(*pair.a, pair.points_a, pair.points_a);
    const BarrierBoxes boxes_b =
        swept_boxes(*pair.b, pair.points_b, moved_points(pair.points_b, way));
    return find_candidates(*pair.a, boxes_a, *pair.b, boxes_b, margin);
}

std::optional<double> find_opening(const OpenedPair& pair, const Vec3& direction, double farthest,
                                   double distance, double reach) {
    const BarrierCandidates candidates =
        candidates_on_way(pair, farthest * direction, reach + distance);
    if (candidates.empty()) {
        return std::nullopt;
    }
    const std::optional<double> touch = last_touch(pair, candidates, direction, farthest);
    if (!touch && !(distance_at(pair, candidates, direction, 0.0) < reach)) {
        return std::nullopt;
    }
    // The distance changes no faster than B moves, so a step by what is missing does not go too
    // far; the secant through the last two places is exact while one pair stays nearest.
    double s = touch.value_or(0.0);
    double found = touch ? 0.0 : distance_at(pair, candidates, direction, s);
    double slope = 1.0;
    for (int step = 0; step < kMostSteps; ++step) {
        const double missing = distance - found;
        if (std::abs(missing) <= 1e-12 * distance) {
            return s;
        }
        const double next = s + missing / slope;
        const double next_found = distance_at(pair, candidates, direction, next);
        const double secant = next == s ? 1.0 : (next_found - found) / (next - s);
        slope = std::clamp(secant, 0.05, 1.0);
        s = next;
        found = next_found;
    }
    // Rounding of coordinates of some metres leaves 1e-15 m.
    return std::abs(distance - found) <= 1e-9 * distance ? std::optional(s) : std::nullopt;
}

}  // namespace touchstone::barrier
