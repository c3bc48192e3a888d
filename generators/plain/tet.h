#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "generators/plain/decisions.h"
#include "methods/base/types.h"
#include "methods/mesh/tet_mesh.h"
#include "methods/mesh/topology.h"

namespace touchstone::plain {

/// A tetrahedron as the plain methods take it: corners and what of it lies on the body's surface,
/// nothing prepared. Edges and faces are numbered as in kTetEdges and kTetFaces.
struct PlainTet {
    std::array<Vec3, 4> corners;  ///< world frame, of positive volume [m]
    TetSurface surface;
};

/// True when bit i of the set is on; see TetSurface.
inline bool has(int set, int i) { return (set >> i & 1) != 0; }

double longest_edge(const PlainTet& tet);  ///< [m]
Vec3 centroid(const PlainTet& tet);
PlainTet moved(const PlainTet& tet, const Vec3& by);
PlainTet scaled(const PlainTet& tet, double scale);  ///< about its centroid

Vec3 corner_of_face(const PlainTet& tet, int face, int corner);
Vec3 edge_start(const PlainTet& tet, int edge);
Vec3 edge_vector(const PlainTet& tet, int edge);      ///< from start to end [m]
Vec3 raw_face_normal(const PlainTet& tet, int face);  ///< outward; length: twice the area [m²]
Vec3 face_normal(const PlainTet& tet, int face);      ///< outward, unit
int edge_of(int i, int j);                            ///< the edge between two corners of a tet

/// Signed, to the plane of the face: positive outside [m].
double distance_to_face(const PlainTet& tet, int face, const Vec3& point);

/// True when the foot of the point on the face's plane lies in the face, border included.
bool over_face(const PlainTet& tet, int face, const Vec3& point, Decisions& decisions);

/// True when the point lies in front of no face.
bool inside(const PlainTet& tet, const Vec3& point, Decisions& decisions);

/// Where an edge of `edges` crosses a face plane of `planes`: its share of the way from the start.
/// Nothing when both ends lie on one side.
std::optional<double> crossing(const PlainTet& edges, int edge, const PlainTet& planes, int face,
                               Decisions& decisions);

/// What points cover of an axis: lowest and highest coordinate on it [m].
struct Span {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
};

/// Measured from `origin`, which lies near the points: far from the world's origin digits are lost.
template <class Points>
Span project(const Points& points, const Vec3& axis, const Vec3& origin) {
    Span span;
    for (const Vec3& point : points) {
        span.low = std::min(span.low, (point - origin).dot(axis));
        span.high = std::max(span.high, (point - origin).dot(axis));
    }
    return span;
}

}  // namespace touchstone::plain
