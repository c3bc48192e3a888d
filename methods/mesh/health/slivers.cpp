#include "methods/mesh/health/slivers.h"

#include <algorithm>
#include <cmath>

#include "methods/base/tolerances.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone {

bool is_sliver_face(std::span<const Vec3> vertices, const std::array<int, 3>& face) {
    const Vec3 a = vertices[face[1]] - vertices[face[0]];
    const Vec3 b = vertices[face[2]] - vertices[face[0]];
    const double longest = std::max({a.norm(), b.norm(), (b - a).norm()});
    return longest > 0.0 && (a / longest).cross(b / longest).norm() < kSliver;
}

bool is_sliver_tet(std::span<const Vec3> vertices, const std::array<int, 4>& tet) {
    double longest = 0.0;
    for (const auto& [i, j] : kTetEdges) {
        longest = std::max(longest, (vertices[tet[j]] - vertices[tet[i]]).norm());
    }
    if (longest == 0.0) {
        return false;  // flat, not a sliver
    }
    const auto corner = [&](int i) {
        return Vec3((vertices[tet[i]] - vertices[tet[0]]) / longest);
    };
    const double volume = std::abs(corner(1).cross(corner(2)).dot(corner(3)));  // times 6
    double largest_face = 0.0;                                                  // times 2
    for (const auto& [i, j, k] : kTetFaces) {
        largest_face =
            std::max(largest_face, (corner(j) - corner(i)).cross(corner(k) - corner(i)).norm());
    }
    return volume > 0.0 && volume < kSliver * largest_face;
}

}  // namespace touchstone
