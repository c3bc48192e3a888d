#pragma once

#include <array>
#include <cstdint>

#include "methods/base/types.h"

namespace touchstone {

// Continuous collision detection of mesh elements. Wang, Ferguson, Schneider, Jiang, Attene and
// Panozzo [2021], §3: four points move on straight lines over the unit of time, and the question is
// whether, and when first, the two elements that they span touch.

/// The two pairs of elements that can touch first.
enum class ImpactKind : std::uint8_t { VertexFace, EdgeEdge };

/// Two elements in straight motion. Positions in world frame [m].
///
/// VertexFace: point 0 is the vertex, points 1, 2, 3 are the corners of the face.
/// EdgeEdge: points 0, 1 are the ends of the first edge, points 2, 3 those of the second.
/// Elements are closed sets. A flat face or an edge without length is the segment or point to which
/// it degenerates.
struct ImpactQuery {
    ImpactKind kind = ImpactKind::VertexFace;
    std::array<Vec3, 4> start{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};  ///< t = 0
    std::array<Vec3, 4> end{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};    ///< t = 1
};

/// Throws Error naming the point and the time at which a coordinate is not finite.
void validate(const ImpactQuery& query);

}  // namespace touchstone
