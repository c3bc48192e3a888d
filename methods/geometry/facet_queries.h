#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "methods/geometry/facet_model.h"

namespace touchstone {

/// A point at which a segment passes through a facet.
struct FacetCrossing {
    int facet = -1;
    double along = kUnset;                ///< distance from the start of the segment [m]
    Vec3 point = Vec3::Constant(kUnset);  ///< body frame [m]
};

/// Appends the points at which a segment passes through facets, in the order of the facets; those
/// within `margin` [m] of its ends are left out. Body frame. A segment that runs in the plane of a
/// facet does not pass through it.
void append_crossings(const FacetModel& model, const Vec3& from, const Vec3& to, double margin,
                      std::vector<FacetCrossing>& crossings);

/// Returns true when the segment goes into the body and out of it again, by facets farther than
/// `margin` [m] from its ends and from each other. One that ends within the body does not.
bool passes_through(const FacetModel& model, const Vec3& from, const Vec3& to, double margin);

/// Returns true for a point inside the solid: a ray from there leaves it once more often than it
/// enters. Points on the surface may be either. The surface must be closed.
bool contains_point(const FacetModel& model, const Vec3& point);

/// Returns the corners at a mesh vertex, in ascending order; seldom more than one.
std::span<const int> corners_at(const FacetModel& model, int vertex);

/// Calls `visit(edge)` for the edges between two mesh vertices; seldom more than one.
template <typename Visit>
void visit_edges_between(const FacetModel& model, int vertex, int other, const Visit& visit) {
    for (const int corner : corners_at(model, vertex)) {
        for (const int e : part_of(model.corner_edges, model.corners[corner].edges)) {
            const FacetEdge& edge = model.edges[e];
            const int end = edge.start == corner ? edge.end : edge.start;
            if (model.corners[end].vertex == other) {
                visit(e);
            }
        }
    }
}

/// Returns the first edge between two mesh vertices; −1: none.
int edge_between(const FacetModel& model, int vertex, int other);

/// Returns the facet whose largest triangle has these vertices, in ascending order; −1: none.
int facet_named(const FacetModel& model, const Triangle& vertices);

/// Appends the corners within a box that lie below a plane, normal · x < offset, and perhaps some
/// that do not, in ascending order. Body frame. With a fine mesh only what is near is looked at.
void append_corners_below(const FacetModel& model, const Vec3& normal, double offset,
                          const BoundingBox& within, std::vector<int>& corners);

}  // namespace touchstone
