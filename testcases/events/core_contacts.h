#pragma once

#include <optional>
#include <vector>

#include "methods/smooth/extremal_rates.h"

namespace touchstone {

/// All points within a radius of a box, which may be flat, a segment or a point, centred.
struct CorePart {
    Vec3 half = Vec3::Zero();  ///< half the edges of the box [m]
    double radius = 0.0;       ///< 0: the edges are sharp [m]
};

/// Returns the core of a ball, a capsule or a rounded box; nothing for other solids.
std::optional<CorePart> core_part(const SmoothPrimitive& primitive);

/// A contact of two such solids, and the surfaces that meet in it.
struct CoreContact {
    SmoothContact contact;
    SmoothFeature surface_a;
    SmoothFeature surface_b;
    int corner_a = -1;  ///< number of the corner or edge of A, −1: the whole core
    int corner_b = -1;
};

/// Returns the contacts with separations up to `reach`: of each corner's ball with the other solid,
/// and of edges that cross. Nothing: the cores meet, so that solids overlap deeper than the radius.
/// Two boxes with sharp edges have contacts of corners over faces and of edges that cross, overlaps
/// included, and always an answer; whether they overlap is told by box_gap alone.
std::optional<std::vector<CoreContact>> core_contacts(const PlacedSolid& a, const CorePart& core_a,
                                                      const PlacedSolid& b, const CorePart& core_b,
                                                      double reach);

/// Returns the surface of a core's solid that is nearest to a point of the solid's frame; nothing
/// when the point is inside the core.
std::optional<SmoothFeature> surface_near(const CorePart& core, const Vec3& point);

/// Sine of the angle between two edges below which they do not cross.
inline constexpr double kParallelEdges = 1e-6;

/// Returns the surface of a sharp or rounded corner, edge or face of a core's solid, in its frame:
/// the corner, a point of the edge and its direction, or the axis of the face's normal and its
/// side.
SmoothFeature corner_surface(const CorePart& core, const Vec3& corner);
SmoothFeature edge_surface(const CorePart& core, const Vec3& point, const Vec3& direction);
SmoothFeature face_surface(const CorePart& core, int axis, double side);

}  // namespace touchstone
