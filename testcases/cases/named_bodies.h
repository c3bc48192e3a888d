#pragma once

#include "methods/mesh/surface_mesh.h"

// The bodies of the fundamental cases, with the vertices and faces of the paper's study. They are
// listed, not made as hulls, because the results depend on the diagonals of their faces.

namespace touchstone {

/// The size of a spike or wedge. Height : half width = 3 : 1 gives the normals of Erleben [2018],
/// Table 4; its caption ("base width 1 m, height 3 m") agrees with them only when it means half the
/// width.
struct SpikeSize {
    double height;      ///< H [m]
    double half_width;  ///< B, half of the base's width [m]
};

/// Returns H = 6 S/50, B = 2 S/50 for a scene of size S > 0 [m].
SpikeSize spike_size(double scene_size);

/// Makes a pyramid over the square base ±B in y = 0, apex (0, H, 0).
///       0          Side normals (±3, 1, 0)/√10 and (0, 1, ±3)/√10.
///      /|\         Volume 4 B² H / 3.
///     4-|-3
///    /  | /
///   2---1
SurfaceMesh make_spike(const SpikeSize& size);

/// Makes a roof over the rectangle ±B x ±2B in y = 0, its ridge from (0, H, -2B) to (0, H, 2B).
/// Side normals (±3, 1, 0)/√10. Volume 4 B² H.
SurfaceMesh make_wedge(const SpikeSize& size);

/// Makes a box 2 x 1 x 4, centred, with a 45° groove along z whose bottom line is x = y = 0. Volume
/// 7.
///   5___6       8___9     Walls: (1, 1, 0)/√2 on the left, (-1, 1, 0)/√2 on the right.
///   |    \     /    |
///   |      \7/      |
///   0---1---2---3---4
SurfaceMesh make_crack();

/// Makes a box 2 x 1 x 2, centred, with a 45° square pyramid sunk into its top: rim ±0.5 at y =
/// 0.5, apex at the origin (vertex 15). Walls (±1, 1, 0)/√2 and (0, 1, ±1)/√2, one triangle each.
/// Volume 23/6.
SurfaceMesh make_hole();

/// Makes a truncated pyramid of height 2h: base ±1.5h at y = -h, top ±h at y = h. `half_height`: h
/// [m]. The top's diagonal runs from (h, h) to (-h, -h) in (x, z).
SurfaceMesh make_pedestal(double half_height);

/// Makes a cube ±h. The bottom's diagonal runs from (h, h) to (-h, -h) in (x, z), as the pedestal's
/// top.
SurfaceMesh make_cube(double half_side);

/// Makes a box ±W x ±D x ±W with two vertices inside its top face, at (±W/2, D, W/2). Of a cube
/// ±W/2 in the middle of the face, two corners meet these vertices, 12 and 13, and the other two
/// meet the midpoints of the edges 5-7 and 3-5. Seen from above:
///   6----5----4   z = -W
///   |         |
///   7         3   z = 0
///   | 12   13 |   z = W/2
///   0----1----2   z = W
SurfaceMesh make_internal_edge_base(double half_width, double half_height);

}  // namespace touchstone
