#pragma once

namespace touchstone {

/// A triangle is flat when its height is below this share of its longest edge: about what rounding
/// leaves of a 1 m triangle that lies 5 km from the origin.
inline constexpr double kFlatTriangle = 1e-12;

/// An inspection notes a triangle or tet whose smallest height is below this share of its longest
/// edge: the normals of such elements turn by about 1/100 rad when a corner moves by 1/10000 edge.
inline constexpr double kSliver = 0.01;

/// Normals that differ by less belong to one plane [rad]. Far above the rounding of the normals of
/// a flat facet, far below any angle that is meant.
inline constexpr double kSamePlaneAngle = 1e-7;

/// The tets of a solid fill its surface's volume up to this share. TetGen treats points within 1e-8
/// of the size as coplanar.
inline constexpr double kVolumeShare = 1e-6;

/// A point is on a plane of a convex solid when it is nearer than this share of the solid's size.
inline constexpr double kOnPlaneShare = 1e-9;

/// A set of points is flat when its extent across is below this share of its length.
inline constexpr double kFlatSolid = 1e-9;

}  // namespace touchstone
