#include "generators/tests/plain_tet.h"

#include <algorithm>
#include <cmath>

namespace touchstone::testing {

double longest_edge(const PlainTet& tet) {
    double longest = 0.0;
    for (int k = 0; k < 6; ++k) {
        longest = std::max(longest, edge_vector(tet, k).norm());
    }
    return longest;
}

Vec3 centroid(const PlainTet& tet) {
    const std::array<Vec3, 4>& x = tet.corners;
    return x[0] + ((x[1] - x[0]) + (x[2] - x[0]) + (x[3] - x[0])) / 4.0;
}

PlainTet scaled(const PlainTet& tet, double scale) {
    const Vec3 center = centroid(tet);
    PlainTet result = tet;
    for (Vec3& corner : result.corners) {
        corner = center + scale * (corner - center);
    }
    return result;
}

Vec3 corner_of_face(const PlainTet& tet, int face, int corner) {
    return tet.corners[kTetFaces[face][corner]];
}

Vec3 edge_start(const PlainTet& tet, int edge) { return tet.corners[kTetEdges[edge][0]]; }

Vec3 edge_vector(const PlainTet& tet, int edge) {
    return tet.corners[kTetEdges[edge][1]] - tet.corners[kTetEdges[edge][0]];
}

Vec3 raw_face_normal(const PlainTet& tet, int face) {
    const Vec3 start = corner_of_face(tet, face, 0);
    return (corner_of_face(tet, face, 1) - start).cross(corner_of_face(tet, face, 2) - start);
}

Vec3 face_normal(const PlainTet& tet, int face) { return raw_face_normal(tet, face).normalized(); }

double distance_to_face(const PlainTet& tet, int face, const Vec3& point) {
    return face_normal(tet, face).dot(point - corner_of_face(tet, face, 0));
}

int edge_of(int i, int j) {
    for (int k = 0; k < 6; ++k) {
        if (std::minmax(i, j) == std::minmax(kTetEdges[k][0], kTetEdges[k][1])) {
            return k;
        }
    }
    return -1;
}

bool over_face(const PlainTet& tet, int face, const Vec3& point, Decisions& decisions) {
    bool within = true;
    for (int i = 0; i < 3; ++i) {
        const Vec3 from = corner_of_face(tet, face, i);
        const Vec3 to = corner_of_face(tet, face, (i + 1) % 3);
        const Vec3 inward = face_normal(tet, face).cross(to - from).normalized();
        const double distance = inward.dot(point - from);
        decisions.note(distance, longest_edge(tet));
        within = within && distance >= 0.0;
    }
    return within;
}

bool inside(const PlainTet& tet, const Vec3& point, Decisions& decisions) {
    bool outside = false;
    for (int face = 0; face < 4; ++face) {
        const double distance = distance_to_face(tet, face, point);
        outside = decisions.above(distance, 0.0, longest_edge(tet)) || outside;
    }
    return !outside;
}

std::optional<double> crossing(const PlainTet& edges, int edge, const PlainTet& planes, int face,
                               Decisions& decisions) {
    const double from = distance_to_face(planes, face, edges.corners[kTetEdges[edge][0]]);
    const double to = distance_to_face(planes, face, edges.corners[kTetEdges[edge][1]]);
    decisions.note(from, longest_edge(edges));
    decisions.note(to, longest_edge(edges));
    const bool opposite = (from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0);
    if (!opposite) {
        return std::nullopt;
    }
    return std::abs(from) / (std::abs(from) + std::abs(to));
}

namespace {

/// The largest gap between the projections on the axes; axes that are nearly zero are no axes.
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
        // Triangles in one plane are told apart by the sides of their edges in that plane.
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
    // The usual formula without its differences of nearly equal numbers: the lines' difference,
    // seen across the other line in the plane of both.
    const Vec3 r = b - a;
    return LineShares{r.cross(v.normalized()).dot(normal) / sine_squared / u.norm(),
                      r.cross(u.normalized()).dot(normal) / sine_squared / v.norm()};
}

namespace {

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

/// From a corner of `a` to its nearest point on the edges and faces of `b`.
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
                // Along the common perpendicular, whose direction is known better than that of
                // the difference of two near points.
                const Vec3 across = u.cross(v).normalized();
                shorten(best, across.dot(edge_start(b, j) - edge_start(a, i)) * across);
            }
        }
    }
    return best;
}

}  // namespace touchstone::testing
