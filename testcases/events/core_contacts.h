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
/// included, and always an answer.
std::optional<std::vector<CoreContact>> core_contacts(const PlacedSolid& a, const CorePart& core_a,
                                                      const PlacedSolid& b, const CorePart& core_b,
                                                      double reach);

/// Returns the surface of a core's solid that is nearest to a point of the solid's frame; nothing
/// when the point is inside the core.
std::optional<SmoothFeature> surface_near(const CorePart& core, const Vec3& point);

}  // namespace touchstone
