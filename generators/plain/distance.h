#pragma once

#include <array>
#include <optional>

#include "generators/plain/tet.h"

namespace touchstone::plain {

/// How far apart two tets are along the best of their separating axes, negative when they overlap
/// [m]. Two convex polyhedra are apart exactly when they are so along a face normal of one or the
/// cross product of an edge of each: Gottschalk et al. [1996], §5.
double largest_gap(const PlainTet& a, const PlainTet& b);

/// True when no axis of those keeps the tets apart; touching counts as overlap.
bool overlapping(const PlainTet& a, const PlainTet& b, Decisions& decisions);

/// The same for two triangles in space; touching counts as overlap.
bool triangles_overlap(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b,
                       Decisions& decisions);

/// Nearest points of two infinite lines, as shares of the way along the vectors u and v.
struct LineShares {
    double s;
    double t;
};

/// Of the lines a + s u and b + t v; nothing when they are parallel, the squared sine of their
/// angle below `tolerance`. Ericson [2005], §5.1.8.
std::optional<LineShares> nearest_on_lines(const Vec3& a, const Vec3& u, const Vec3& b,
                                           const Vec3& v, double tolerance, Decisions& decisions);

/// From the nearest point of `a` to that of `b`; the tets must be apart. Every vertex, edge and
/// face of one against every one of the other.
Vec3 shortest_connection(const PlainTet& a, const PlainTet& b);

}  // namespace touchstone::plain
