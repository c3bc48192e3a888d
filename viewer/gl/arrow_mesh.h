#pragma once

#include <array>
#include <vector>

namespace touchstone::viewer {

/// A corner of an arrow from the origin to (0, 0, 1).
struct ArrowVertex {
    std::array<float, 3> shape;  ///< x and y across the arrow, in units of a sphere's radius, and z
                                 ///< along it
    std::array<float, 3> normal;  ///< unit normal of the surface
};

/// Makes the triangles of the arrow, three corners each, counter-clockwise seen from outside.
std::vector<ArrowVertex> make_arrow_mesh();

}  // namespace touchstone::viewer
