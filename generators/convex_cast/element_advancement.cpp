#include "generators/convex_cast/element_advancement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "generators/convex_cast/cast_state.h"

namespace touchstone {
namespace {

constexpr double kAdvancedShare = 0.9;  // share of the free way to advance,
                                        // after the first step [-]

/// A point at t = 0 and its velocity.
struct MovingPoint {
    Vec3 position;
    Vec3 velocity;
};

using ElementPoints = std::array<Vec3, 4>;

/// Returns a ratio in [0, 1]; 0 for a denominator of 0.
double clamped_ratio(double numerator, double denominator) {
    return denominator > 0.0 ? std::clamp(numerator / denominator, 0.0, 1.0) : 0.0;
}

/// Returns the distance of a point from a segment.
double distance_to_edge(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 along = b - a;
    return (p - a - clamped_ratio(along.dot(p - a), along.squaredNorm()) * along).norm();
}

/// Returns the distance of p₀ from the triangle of the others.
double vertex_face_distance(const ElementPoints& p) {
    const Vec3 e = p[2] - p[1];
    const Vec3 f = p[3] - p[1];
    const Vec3 normal = e.cross(f);
    const double area_squared = normal.squaredNorm();
    const Vec3 from = p[0] - p[1];
    // Barycentric coordinates of the foot of the perpendicular, times the squared area.
    const double v = normal.dot(e.cross(from));
    const double u = normal.dot(from.cross(f));
    if (area_squared > 0.0 && u >= 0.0 && v >= 0.0 && u + v <= area_squared) {
        return std::abs(normal.dot(from)) / std::sqrt(area_squared);
    }
    return std::min({distance_to_edge(p[0], p[1], p[2]), distance_to_edge(p[0], p[2], p[3]),
                     distance_to_edge(p[0], p[3], p[1])});
}

/// Returns the distance of the segments p₀p₁ and p₂p₃.
double edge_edge_distance(const ElementPoints& p) {
    const Vec3 d1 = p[1] - p[0];
    const Vec3 d2 = p[3] - p[2];
    const Vec3 between = p[0] - p[2];
    const Vec3 normal = d1.cross(d2);
    const double area_squared = normal.squaredNorm();
    // Coordinates of the lines' nearest points, times the squared area.
    const double s = normal.dot(d2.cross(between));
    const double t = normal.dot(d1.cross(between));
    if (area_squared > 0.0 && s >= 0.0 && s <= area_squared && t >= 0.0 && t <= area_squared) {
        return std::abs(normal.dot(between)) / std::sqrt(area_squared);
    }
    return std::min(
        std::min(distance_to_edge(p[0], p[2], p[3]), distance_to_edge(p[1], p[2], p[3])),
        std::min(distance_to_edge(p[2], p[0], p[1]), distance_to_edge(p[3], p[0], p[1])));
}

/// Two elements: one vertex and three corners, or two and two ends.
struct MovingElements {
    bool is_edge_edge = false;
    std::array<MovingPoint, 4> points;
};

/// The time to which two elements may advance.
struct Advance {
    double time = 1.0;
    int iterations = 0;
    bool is_capped = false;
};

/// Returns the distance of the elements at a time.
double distance_at(const MovingElements& elements, double time) {
    ElementPoints points;
    for (int i = 0; i < 4; ++i) {
        points[i] = elements.points[i].position + time * elements.points[i].velocity;
    }
    return elements.is_edge_edge ? edge_edge_distance(points) : vertex_face_distance(points);
}

/// Returns the largest speed at which points of the two elements approach, relative to their mean.
double largest_speed(const MovingElements& elements) {
    Vec3 mean = Vec3::Zero();
    for (const MovingPoint& point : elements.points) {
        mean += 0.25 * point.velocity;
    }
    std::array<double, 4> speed;
    for (int i = 0; i < 4; ++i) {
        speed[i] = (elements.points[i].velocity - mean).norm();
    }
    return elements.is_edge_edge ? std::max(speed[0], speed[1]) + std::max(speed[2], speed[3])
                                 : speed[0] + std::max({speed[1], speed[2], speed[3]});
}

/// Advances two elements while their distance stays above `least`; without one, above a share of
/// their own distance at t = 0.
Advance advance_elements(const MovingElements& elements, std::optional<double> least,
                         double kept_share, int max_iterations) {
    Advance result;
    const double speed = largest_speed(elements);
    if (!(speed > 0.0)) {
        return result;
    }
    double time = 0.0;
    double distance = distance_at(elements, 0.0);
    const double kept_distance = least ? *least : kept_share * distance;
    double share = 1.0 - kept_share;
    while (result.iterations < max_iterations) {
        ++result.iterations;
        const double next = time + share * distance / speed;
        if (next >= 1.0) {
            return result;
        }
        const double kept = distance_at(elements, next);
        if (!(kept > kept_distance) || !(next > time)) {
            result.time = time;
            return result;
        }
        time = next;
        distance = kept;
        share = kAdvancedShare;
    }
    result.time = time;
    result.is_capped = true;
    return result;
}

/// Returns point `index` of a hull, in the frame of the pair.
MovingPoint point_of(const PairMotion& motion, bool is_b, int index) {
    const SupportShape& shape = is_b ? *motion.start.b : *motion.start.a;
    const Vec3 offset = point_offset(shape, index);
    if (is_b) {
        return {motion.start.linear_b * offset + motion.start.offset,
                motion.velocity_b * offset + motion.offset_velocity};
    }
    return {motion.start.linear_a * offset, motion.velocity_a * offset};
}

/// The earliest time of all pairs so far, with the largest number of iterations for one pair.
class EarliestTime {
 public:
    EarliestTime(const CastSettings& settings, std::optional<double> least)
        : settings_(settings), least_(least) {}

    void meet(const MovingElements& elements) {
        const Advance advance =
            advance_elements(elements, least_, settings_.kept_share, settings_.max_iterations);
        earliest_.time = std::min(earliest_.time, advance.time);
        earliest_.iterations = std::max(earliest_.iterations, advance.iterations);
        earliest_.is_capped = earliest_.is_capped || advance.is_capped;
    }
    const Advance& earliest() const { return earliest_; }

 private:
    const CastSettings& settings_;
    std::optional<double> least_;
    Advance earliest_;
};

/// Meets all vertices of one body with all faces of the other.
void meet_vertices_of(const PairMotion& motion, bool vertex_is_b, EarliestTime& earliest) {
    const SupportShape& vertices = vertex_is_b ? *motion.start.b : *motion.start.a;
    const SupportShape& faces = vertex_is_b ? *motion.start.a : *motion.start.b;
    for (int v = 0; v < vertices.point_count; ++v) {
        MovingElements elements;
        elements.points[0] = point_of(motion, vertex_is_b, v);
        for (const Triangle& face : faces.faces) {
            for (int i = 0; i < 3; ++i) {
                elements.points[1 + i] = point_of(motion, !vertex_is_b, face[i]);
            }
            earliest.meet(elements);
        }
    }
}

/// Meets all pairs of edges.
void meet_edges(const PairMotion& motion, EarliestTime& earliest) {
    MovingElements elements;
    elements.is_edge_edge = true;
    for (const std::array<int, 2>& edge_a : motion.start.a->edges) {
        elements.points[0] = point_of(motion, false, edge_a[0]);
        elements.points[1] = point_of(motion, false, edge_a[1]);
        for (const std::array<int, 2>& edge_b : motion.start.b->edges) {
            elements.points[2] = point_of(motion, true, edge_b[0]);
            elements.points[3] = point_of(motion, true, edge_b[1]);
            earliest.meet(elements);
        }
    }
}

/// Casts by the earliest time of all pairs of elements. `is_apart`: each pair keeps a share of its
/// own distance.
CastAnswer cast_all_pairs(const PairMotion& motion, const CastSettings& settings, bool is_apart) {
    CastState state = start_cast(motion, settings);
    const double start = state.distance.lower;
    if (start == 0.0) {
        return answer_at(state, CastEnd::AtStart, 0.0);
    }
    // Allows for rounding in a pair's distance, and in the bodies' distance that will be measured.
    const double least = settings.kept_share * state.distance.upper + 4.0 * state.distance.rounding;
    EarliestTime earliest(settings, is_apart ? std::nullopt : std::optional(least));
    meet_vertices_of(motion, false, earliest);
    meet_vertices_of(motion, true, earliest);
    meet_edges(motion, earliest);
    state.iterations = earliest.earliest().iterations;
    if (earliest.earliest().time >= 1.0) {
        return answer_at(state, CastEnd::NoContact, start);
    }
    move_to(state, earliest.earliest().time);
    const bool is_near = state.distance.upper < settings.slack * settings.kept_share * start;
    return answer_at(state,
                     is_near                         ? CastEnd::Near
                     : earliest.earliest().is_capped ? CastEnd::Capped
                                                     : CastEnd::Stalled,
                     start);
}

}  // namespace

CastAnswer cast_elements(const PairMotion& motion, const CastSettings& settings) {
    return cast_all_pairs(motion, settings, false);
}

CastAnswer cast_elements_apart(const PairMotion& motion, const CastSettings& settings) {
    return cast_all_pairs(motion, settings, true);
}

}  // namespace touchstone
