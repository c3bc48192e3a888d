#pragma once

namespace touchstone {

/// Height of a triangle, as a share of its longest edge, below which it counts as flat: about the
/// rounding error in a 1 m triangle 5 km from the origin.
inline constexpr double kFlatTriangle = 1e-12;

/// Smallest height of a triangle or tet, as a share of its longest edge, below which an inspection
/// reports it as a sliver: normals of such elements turn by about 1/100 rad when a corner moves by
/// 1/10000 of an edge.
inline constexpr double kSliver = 0.01;

/// Angle below which normals count as equal and so belong to one plane [rad]: far above the
/// rounding error in the normals of a flat facet, far below any intended angle.
inline constexpr double kSamePlaneAngle = 1e-7;

/// Relative difference allowed between a surface's volume and that of its tets. TetGen treats
/// points within 1e-8 of the size as coplanar.
inline constexpr double kVolumeShare = 1e-6;

/// Distance from a plane, as a share of a convex solid's size, below which a point is on the plane.
inline constexpr double kOnPlaneShare = 1e-9;

/// Distance of a point from a face or an edge of the convex hull of others, as a share of their
/// size, below which it is no corner: for TetGen it is in their plane. Near an edge of the solid it
/// would make a face that looks anywhere between its sides.
inline constexpr double kSparePointShare = 1e-8;

/// Extent of a set of points across its length, as a share of that length, below which it is flat.
inline constexpr double kFlatSolid = 1e-9;

}  // namespace touchstone
