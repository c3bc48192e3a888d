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

/// A tetrahedron as the plain methods see it: its corners and its surface elements, nothing
/// precomputed. Edges and faces are numbered as in kTetEdges and kTetFaces.
struct PlainTet {
    std::array<Vec3, 4> corners;  ///< world frame, of positive volume [m]
    TetSurface surface;
};

/// Returns true when bit i of the set is on; see TetSurface.
inline bool has(int set, int i) { return (set >> i & 1) != 0; }

/// Returns the length of the longest edge [m].
double longest_edge(const PlainTet& tet);
/// Returns the mean of the corners [m].
Vec3 centroid(const PlainTet& tet);
/// Returns the tet translated [m].
PlainTet moved(const PlainTet& tet, const Vec3& by);
/// Returns the tet scaled about its centroid.
PlainTet scaled(const PlainTet& tet, double scale);

/// Returns corner 0, 1 or 2 of a face [m].
Vec3 corner_of_face(const PlainTet& tet, int face, int corner);
/// Returns the first corner of an edge [m].
Vec3 edge_start(const PlainTet& tet, int edge);
/// Returns the vector from start to end of an edge [m].
Vec3 edge_vector(const PlainTet& tet, int edge);
/// Returns the outward normal, with twice the area as length [m²].
Vec3 raw_face_normal(const PlainTet& tet, int face);
/// Returns the outward unit normal.
Vec3 face_normal(const PlainTet& tet, int face);
/// Returns the number of the edge between two corners.
int edge_of(int i, int j);

/// Returns the signed distance to the plane of the face: positive outside [m].
double distance_to_face(const PlainTet& tet, int face, const Vec3& point);

/// Returns true when the foot of the point on the face's plane lies in the face, border included.
bool over_face(const PlainTet& tet, int face, const Vec3& point, Decisions& decisions);

/// Returns true when the point lies in front of no face.
bool inside(const PlainTet& tet, const Vec3& point, Decisions& decisions);

/// Returns where an edge of `edges` crosses a face plane of `planes`, as a share of the edge from
/// its start. Nothing when both ends lie on one side.
std::optional<double> crossing(const PlainTet& edges, int edge, const PlainTet& planes, int face,
                               Decisions& decisions);

/// The interval that points cover on an axis: lowest and highest coordinate [m].
struct Span {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
};

/// Projects points on an axis, relative to `origin`, which should lie near them: far from the
/// world's origin digits are lost.
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
