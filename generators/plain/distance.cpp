#include "generators/plain/distance.h"

#include <algorithm>
#include <limits>

namespace touchstone::plain {
namespace {

/// Returns the gap between the projections on an axis. The cross product of parallel edges has
/// almost no length and no meaningful direction: such an axis separates nothing.
template <class Points>
double gap_along(const Points& a, const Points& b, const Vec3& axis, double least_length) {
    if (axis.norm() <= least_length) {
        return -std::numeric_limits<double>::infinity();
    }
    const Span span_a = project(a, axis.normalized(), a[0]);
    const Span span_b = project(b, axis.normalized(), a[0]);
    return std::max(span_b.low - span_a.high, span_a.low - span_b.high);
}

}  // namespace

double largest_gap(const PlainTet& a, const PlainTet& b) {
    double gap = -std::numeric_limits<double>::infinity();
    for (int face = 0; face < 4; ++face) {
        gap = std::max(gap, gap_along(a.corners, b.corners, face_normal(a, face), 0.0));
        gap = std::max(gap, gap_along(a.corners, b.corners, face_normal(b, face), 0.0));
    }
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            const Vec3 u = edge_vector(a, i);
            const Vec3 v = edge_vector(b, j);
            gap = std::max(
                gap, gap_along(a.corners, b.corners, u.cross(v), 1e-12 * u.norm() * v.norm()));
        }
    }
    return gap;
}

bool overlapping(const PlainTet& a, const PlainTet& b, Decisions& decisions) {
    return !decisions.above(largest_gap(a, b), 0.0, std::min(longest_edge(a), longest_edge(b)));
}

bool triangles_overlap(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b,
                       Decisions& decisions) {
    double gap = -std::numeric_limits<double>::infinity();
    double size = 0.0;
    const Vec3 normal_a = (a[1] - a[0]).cross(a[2] - a[0]);
    const Vec3 normal_b = (b[1] - b[0]).cross(b[2] - b[0]);
    gap = std::max(gap, gap_along(a, b, normal_a, 0.0));
    gap = std::max(gap, gap_along(a, b, normal_b, 0.0));
    for (int i = 0; i < 3; ++i) {
        const Vec3 u = a[(i + 1) % 3] - a[i];
        size = std::max(size, u.norm());
        for (int j = 0; j < 3; ++j) {
            const Vec3 v = b[(j + 1) % 3] - b[j];
            gap = std::max(gap, gap_along(a, b, u.cross(v), 1e-12 * u.norm() * v.norm()));
        }
        // Coplanar triangles are separated only by perpendiculars of their edges in that plane.
        const Vec3 w = b[(i + 1) % 3] - b[i];
        gap = std::max(gap, gap_along(a, b, normal_a.cross(u), 0.0));
        gap = std::max(gap, gap_along(a, b, normal_b.cross(w), 0.0));
    }
    return !decisions.above(gap, 0.0, size);
}

std::optional<LineShares> nearest_on_lines(const Vec3& a, const Vec3& u, const Vec3& b,
                                           const Vec3& v, double tolerance, Decisions& decisions) {
    const Vec3 normal = u.normalized().cross(v.normalized());
    const double sine_squared = normal.squaredNorm();
    if (!decisions.above(sine_squared, tolerance, 1.0)) {
        return std::nullopt;
    }
    // The points are nearest where the vector between them is perpendicular to both lines. These
    // two equations are solved by Cramer's rule, with each determinant written as a triple product,
    // which avoids the differences of nearly equal numbers in the usual formula.
    const Vec3 r = b - a;
    return LineShares{r.cross(v.normalized()).dot(normal) / sine_squared / u.norm(),
                      r.cross(u.normalized()).dot(normal) / sine_squared / v.norm()};
}

namespace {

/// Returns the nearest point of a segment. Edges of valid tets have a length, so the quotient is
/// finite.
Vec3 nearest_on_segment(const Vec3& from, const Vec3& to, const Vec3& point) {
    const Vec3 u = to - from;
    return from + std::clamp(u.dot(point - from) / u.squaredNorm(), 0.0, 1.0) * u;
}

/// Keeps the shorter of two connections.
void shorten(Vec3& best, const Vec3& other) {
    if (!(best.squaredNorm() <= other.squaredNorm())) {
        best = other;
    }
}

/// Returns the vector from a corner of `a` to its nearest point on the edges and faces of `b`.
/// Corners need no turn of their own, since every one is the end of an edge.
Vec3 from_corners(const PlainTet& a, const PlainTet& b) {
    Vec3 best = Vec3::Constant(std::numeric_limits<double>::infinity());
    Decisions ignored;
    for (const Vec3& corner : a.corners) {
        for (int k = 0; k < 6; ++k) {
            const Vec3 start = edge_start(b, k);
            shorten(best, nearest_on_segment(start, start + edge_vector(b, k), corner) - corner);
        }
        for (int face = 0; face < 4; ++face) {
            const double distance = distance_to_face(b, face, corner);
            if (distance >= 0.0 && over_face(b, face, corner, ignored)) {
                shorten(best, -distance * face_normal(b, face));
            }
        }
    }
    return best;
}

}  // namespace

Vec3 shortest_connection(const PlainTet& a, const PlainTet& b) {
    Vec3 best = from_corners(a, b);
    shorten(best, -from_corners(b, a));
    Decisions ignored;
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            const Vec3 u = edge_vector(a, i);
            const Vec3 v = edge_vector(b, j);
            const auto shares =
                nearest_on_lines(edge_start(a, i), u, edge_start(b, j), v, 1e-14, ignored);
            if (shares && shares->s > 0.0 && shares->s < 1.0 && shares->t > 0.0 &&
                shares->t < 1.0) {
                // The common perpendicular is more accurate as a direction than the difference of
                // two near points.
                const Vec3 across = u.cross(v).normalized();
                shorten(best, across.dot(edge_start(b, j) - edge_start(a, i)) * across);
            }
        }
    }
    return best;
}

}  // namespace touchstone::plain
