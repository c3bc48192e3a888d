#include "methods/mesh/surface_mesh.h"

#include <cmath>
#include <limits>

#include "methods/base/error.h"
#include "methods/mesh/filling/tests/study_bodies.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/mesh_examples.h"

namespace touchstone {

using Catch::Contains;
using testing::make_corner_surface;

namespace {

SurfaceMesh make_unit_box() { return make_box({1.0, 1.0, 1.0}); }

}  // namespace

TEST_CASE("validate accepts closed outward surfaces, in any pose", "[mesh]") {
    const SurfaceMesh mesh = GENERATE(make_corner_surface(), make_unit_box(), testing::make_crack(),
                                      testing::make_hole(), testing::make_internal_edge_base());
    CHECK_NOTHROW(validate(mesh));
    CHECK_NOTHROW(validate(testing::moved(testing::awkward_pose(), mesh)));
    CHECK_NOTHROW(validate(testing::moved({Quat::Identity(), Vec3(5e3, -5e3, 5e3)}, mesh)));
}

TEST_CASE("validate names the vertex or triangle of a surface that is wrong", "[mesh]") {
    SurfaceMesh mesh = make_unit_box();

    SECTION("no triangles") {
        CHECK_THROWS_WITH(validate(SurfaceMesh{}), Contains("no triangles"));
    }
    SECTION("a single triangle") {
        mesh = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
        CHECK_THROWS_WITH(validate(mesh), Contains("open") && Contains("edge 0-1 of triangle 0"));
    }
    SECTION("an index out of range") {
        mesh.triangles[3] = {0, 2, GENERATE(-1, 8)};
        CHECK_THROWS_WITH(validate(mesh), Contains("triangle 3") && Contains("0 to 7"));
    }
    SECTION("a repeated index") {
        mesh.triangles[5] = {4, 3, 3};
        CHECK_THROWS_WITH(validate(mesh),
                          Contains("triangle 5 (vertices 4, 3, 3) uses vertex 3 twice"));
    }
    SECTION("a coordinate that is not finite") {
        mesh.vertices[6].y() = GENERATE(std::numeric_limits<double>::quiet_NaN(),
                                        std::numeric_limits<double>::infinity(),
                                        -std::numeric_limits<double>::infinity());
        CHECK_THROWS_WITH(validate(mesh), Contains("vertex 6") && Contains("not finite"));
    }
    SECTION("an unused vertex") {
        mesh.vertices.emplace_back(0.1, 0.2, 0.3);
        CHECK_THROWS_WITH(validate(mesh), Contains("vertex 8 is not used"));
    }
    SECTION("coincident vertices") {
        mesh.vertices[7] = mesh.vertices[2];
        CHECK_THROWS_WITH(validate(mesh), Contains("vertices 2 and 7 coincide"));
    }
    SECTION("coincident vertices that differ in the sign of zero") {
        mesh = make_corner_surface();
        mesh.vertices[3] = {-0.0, 0.0, -0.0};
        CHECK_THROWS_WITH(validate(mesh), Contains("vertices 0 and 3 coincide"));
    }
    SECTION("a flat triangle, exactly or up to rounding") {
        const double height = GENERATE(0.0, 1e-14, -1e-14);
        mesh = {{{0, 0, 0}, {2, 0, 0}, {1, height, 0}, {0, 0, 1}},
                {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
        CHECK_THROWS_WITH(validate(mesh), Contains("triangle 0 (vertices 0, 2, 1) is flat"));
    }
    SECTION("a duplicated triangle, in any order of corners") {
        mesh.triangles.push_back(GENERATE(Triangle{1, 2, 0}, Triangle{0, 2, 1}));
        CHECK_THROWS_WITH(validate(mesh), Contains("triangle 12") && Contains("triangle 0"));
    }
    SECTION("a missing triangle") {
        mesh.triangles.pop_back();
        CHECK_THROWS_WITH(validate(mesh), Contains("open") && Contains("edge 0-4"));
    }
    SECTION("one triangle that points inward") {
        std::swap(mesh.triangles[4][0], mesh.triangles[4][1]);
        CHECK_THROWS_WITH(validate(mesh),
                          Contains("turn one of the two over") && Contains("triangle 4"));
    }
    SECTION("all triangles pointing inward") {
        for (Triangle& triangle : mesh.triangles) {
            std::swap(triangle[0], triangle[1]);
        }
        CHECK_THROWS_WITH(validate(mesh), Contains("inward"));
    }
    SECTION("an edge with four triangles: two corner tets that share one edge") {
        mesh = make_corner_surface();
        mesh.vertices.emplace_back(-1, 0, 0);
        mesh.vertices.emplace_back(0, 0, -1);
        for (const auto& [i, j, k] : make_corner_surface().triangles) {
            // Vertices 0 and 2 are common; x and z are mirrored, which keeps the sense.
            constexpr std::array<int, 4> kMirrored{0, 4, 2, 5};
            mesh.triangles.push_back({kMirrored[i], kMirrored[j], kMirrored[k]});
        }
        CHECK_THROWS_WITH(validate(mesh), Contains("edge 0-2") && Contains("4 triangles"));
    }
    SECTION("coordinates whose volume overflows") {
        for (Vec3& vertex : mesh.vertices) {
            vertex *= 1e150;
        }
        CHECK_THROWS_AS(validate(mesh), MeshError);
    }
}

TEST_CASE("signed_volume of a surface is exact for the study's bodies", "[mesh]") {
    CHECK(signed_volume(testing::make_spike()) == Approx(2.048).epsilon(1e-14));
    CHECK(signed_volume(testing::make_wedge()) == Approx(6.144).epsilon(1e-14));
    CHECK(signed_volume(testing::make_crack()) == Approx(7.0).epsilon(1e-14));
    CHECK(signed_volume(testing::make_hole()) == Approx(4.0 - 1.0 / 6.0).epsilon(1e-14));
    CHECK(signed_volume(testing::make_internal_edge_base()) == Approx(32.0).epsilon(1e-14));
    CHECK(signed_volume(testing::make_pedestal()) == Approx(51.882667).epsilon(1e-7));
    CHECK(signed_volume(SurfaceMesh{}) == 0.0);
}

TEST_CASE("signed_volume of a surface loses nothing 5 km from the origin", "[mesh]") {
    // Multiples of 1/2 stay exact there, so the volume must too.
    const Pose far{Quat::Identity(), Vec3(5e3, -5e3, 5e3)};
    CHECK(signed_volume(testing::moved(far, testing::make_crack())) ==
          signed_volume(testing::make_crack()));
}

TEST_CASE("signed_volume of a surface changes sign with its sense", "[mesh]") {
    SurfaceMesh mesh = testing::moved(testing::awkward_pose(), testing::make_hole());
    const double volume = signed_volume(mesh);
    for (Triangle& triangle : mesh.triangles) {
        std::swap(triangle[1], triangle[2]);
    }
    CHECK(volume > 0.0);
    CHECK(signed_volume(mesh) == Approx(-volume).epsilon(1e-14));
}

}  // namespace touchstone
