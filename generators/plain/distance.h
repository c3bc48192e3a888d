#pragma once

#include <array>
#include <optional>

#include "generators/plain/tet.h"

namespace touchstone::plain {

/// Returns the gap between two tets along the best of their separating axes, negative when they
/// overlap [m]. Two convex polyhedra are disjoint exactly when a face normal of either, or the
/// cross product of an edge of each, separates them: Gottschalk et al. [1996], §5.
double largest_gap(const PlainTet& a, const PlainTet& b);

/// Returns true when none of these axes separates the tets; touching counts as overlap.
bool overlapping(const PlainTet& a, const PlainTet& b, Decisions& decisions);

/// Tests two triangles in space in the same way; touching counts as overlap.
bool triangles_overlap(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b,
                       Decisions& decisions);

/// The nearest points of two infinite lines, as shares of the vectors u and v.
struct LineShares {
    double s;
    double t;
};

/// Finds the nearest points of the lines a + s u and b + t v; nothing when they are parallel, that
/// is when the squared sine of their angle is below `tolerance`. Ericson [2005], §5.1.8.
std::optional<LineShares> nearest_on_lines(const Vec3& a, const Vec3& u, const Vec3& b,
                                           const Vec3& v, double tolerance, Decisions& decisions);

/// Returns the vector from the nearest point of `a` to that of `b`, if the tets are disjoint.
/// Compares every vertex, edge and face of one with every one of the other, in any case.
Vec3 shortest_connection(const PlainTet& a, const PlainTet& b);

}  // namespace touchstone::plain
