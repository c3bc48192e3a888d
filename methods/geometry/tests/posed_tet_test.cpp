#include "methods/geometry/posed_tet.h"

#include <array>
#include <cmath>

#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

/// Legs 2, 3 and 4 along x, y and z from (1, 1, 1): all facts are known by hand.
const std::array<Vec3, 4> kCorners{Vec3(1.0, 1.0, 1.0), Vec3(3.0, 1.0, 1.0), Vec3(1.0, 4.0, 1.0),
                                   Vec3(1.0, 1.0, 5.0)};

Vec3 raw_normal(const PosedTet& tet, int face) {
    return {tet.nx[face], tet.ny[face], tet.nz[face]};
}
Vec3 corner(const PosedTet& tet, int i) { return {tet.x[i], tet.y[i], tet.z[i]}; }
Vec3 plane_point(const PosedTet& tet, int face) { return corner(tet, kTetFaces[face][0]); }

}  // namespace

TEST_CASE("a posed tet of three legs has the faces and heights known by hand", "[geometry]") {
    const PosedTet tet = pose_tet({0, 1, 2, 3}, {}, kCorners);
    // Faces opposite the corners on the legs are right triangles; their cross products are exact.
    CHECK(raw_normal(tet, 1) == Vec3(-12.0, 0.0, 0.0));
    CHECK(raw_normal(tet, 2) == Vec3(0.0, -8.0, 0.0));
    CHECK(raw_normal(tet, 3) == Vec3(0.0, 0.0, -6.0));
    CHECK(raw_normal(tet, 0) == Vec3(12.0, 8.0, 6.0));
    CHECK(tet.height[1] == 2.0);
    CHECK(tet.height[2] == 3.0);
    CHECK(tet.height[3] == 4.0);
    // 1/h² = 1/2² + 1/3² + 1/4²
    CHECK(tet.height[0] == Approx(1.0 / std::sqrt(1.0 / 4 + 1.0 / 9 + 1.0 / 16)).epsilon(1e-15));
    CHECK(tet.inverse_length[1] == 1.0 / 12.0);
    CHECK(tet.size == 5.0);  // from (1, 4, 1) to (1, 1, 5)
}

TEST_CASE("normals of a posed tet point away from the opposite vertex", "[geometry]") {
    const Pose pose{Quat(0.3, -0.7, 0.2, 0.6).normalized(), Vec3(5000.0, -3.1, 0.77)};
    const bool far = GENERATE(false, true);
    std::array<Vec3, 4> corners = kCorners;
    for (Vec3& x : corners) {
        x = far ? pose * x : x;
    }
    const PosedTet tet = pose_tet({0, 1, 2, 3}, {}, corners);
    for (int face = 0; face < 4; ++face) {
        const Vec3 unit = tet.inverse_length[face] * raw_normal(tet, face);
        CHECK(unit.norm() == Approx(1.0).epsilon(1e-14));
        for (int i = 0; i < 4; ++i) {
            const double value = unit.dot(corner(tet, i) - plane_point(tet, face));
            // Corners are rounded to an ulp of 5 km, 1e-12 m.
            CHECK(value == Approx(i == face ? -tet.height[face] : 0.0).margin(1e-11));
        }
        CHECK(tet.height[face] > 0.0);
    }
}

TEST_CASE("a posed tet keeps the corners, indices and surface flags it is given", "[geometry]") {
    const std::array<Vec3, 6> vertices{Vec3::Zero(), kCorners[3], Vec3::Ones(),
                                       kCorners[0],  kCorners[1], kCorners[2]};
    const PosedTet tet = pose_tet({3, 4, 5, 1}, {5, 42, 11}, vertices);
    for (int i = 0; i < 4; ++i) {
        CHECK(corner(tet, i) == kCorners[i]);
        CHECK(tet.vertices[i] == Tet{3, 4, 5, 1}[i]);
    }
    CHECK(tet.surface_faces == 5);
    CHECK(tet.surface_edges == 42);
    CHECK(tet.surface_vertices == 11);
}
