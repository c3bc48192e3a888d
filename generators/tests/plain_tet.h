#pragma once

#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "methods/base/types.h"
#include "methods/mesh/tet_mesh.h"
#include "methods/mesh/topology.h"

namespace touchstone::testing {

/// A tet of the plain methods: corners and what of it lies on the surface, nothing prepared.
struct PlainTet {
    std::array<Vec3, 4> corners;
    TetSurface surface;
};

/// Keeps the smallest distance of a decisive quantity from its threshold. Two right implementations
/// may differ only where that is a matter of rounding.
class Decisions {
 public:
    /// value > threshold, both of about the size of `scale`.
    bool above(double value, double threshold, double scale) {
        note(value - threshold, scale);
        return value > threshold;
    }
    void note(double distance, double scale) {
        margin_ = std::min(margin_, std::abs(distance) / scale);
    }
    double margin() const { return margin_; }  ///< relative

 private:
    double margin_ = std::numeric_limits<double>::infinity();
};

inline bool has(int set, int i) { return (set >> i & 1) != 0; }

double longest_edge(const PlainTet& tet);
Vec3 centroid(const PlainTet& tet);
PlainTet scaled(const PlainTet& tet, double scale);  ///< about its centroid

Vec3 corner_of_face(const PlainTet& tet, int face, int corner);
Vec3 edge_start(const PlainTet& tet, int edge);
Vec3 edge_vector(const PlainTet& tet, int edge);
Vec3 raw_face_normal(const PlainTet& tet, int face);  ///< length: twice the area
Vec3 face_normal(const PlainTet& tet, int face);      ///< unit
double distance_to_face(const PlainTet& tet, int face,
                        const Vec3& point);  ///< signed, to the plane
int edge_of(int i, int j);                   ///< the edge between two corners of a tet

/// The foot of the point on the face's plane lies in the face, border included.
bool over_face(const PlainTet& tet, int face, const Vec3& point, Decisions& decisions);
bool inside(const PlainTet& tet, const Vec3& point, Decisions& decisions);

/// Where an edge of `edges` crosses a face plane of `planes`: its share of the way from the start.
std::optional<double> crossing(const PlainTet& edges, int edge, const PlainTet& planes, int face,
                               Decisions& decisions);

struct Span {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
};
template <class Points>
Span project(const Points& points, const Vec3& axis, const Vec3& origin) {
    Span span;
    for (const Vec3& point : points) {
        span.low = std::min(span.low, (point - origin).dot(axis));
        span.high = std::max(span.high, (point - origin).dot(axis));
    }
    return span;
}

/// Eight faces and 36 edge pairs; touching counts as overlap.
bool overlapping(const PlainTet& a, const PlainTet& b, Decisions& decisions);

/// How far apart two tets are along the best of those axes; negative when they overlap [m].
double largest_gap(const PlainTet& a, const PlainTet& b);

bool triangles_overlap(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b,
                       Decisions& decisions);

/// Nearest points of two infinite lines, as shares of the edges' lengths; nothing when parallel:
/// squared sine of the angle below `tolerance`.
struct LineShares {
    double s;
    double t;
};
std::optional<LineShares> nearest_on_lines(const Vec3& a, const Vec3& u, const Vec3& b,
                                           const Vec3& v, double tolerance, Decisions& decisions);

/// From the nearest point of `a` to that of `b`; the tets must be separate. Every vertex, edge and
/// face of one against every one of the other.
Vec3 shortest_connection(const PlainTet& a, const PlainTet& b);

}  // namespace touchstone::testing
