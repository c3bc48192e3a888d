#pragma once

#include <array>
#include <vector>

namespace touchstone::viewer {

/// A corner of an arrow from the origin to (0, 0, 1), its radius in units of a sphere's.
struct ArrowVertex {
    std::array<float, 3> shape;
    std::array<float, 3> normal;
};

/// Makes the triangles of the arrow, three corners each.
std::vector<ArrowVertex> make_arrow_mesh();

}  // namespace touchstone::viewer
