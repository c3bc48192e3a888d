#include "methods/mesh/tet_mesh.h"

#include <limits>

#include "methods/base/error.h"
#include "methods/mesh/topology.h"
#include "methods/testing/catch.h"
#include "methods/testing/mesh_examples.h"

namespace touchstone {

using Catch::Contains;

TEST_CASE("kTetFaces and kTetEdges fit the order of a tet's vertices", "[mesh]") {
    const TetMesh mesh = testing::make_corner_tet();
    const Vec3 center = Vec3::Constant(0.25);
    for (int f = 0; f < 4; ++f) {
        const auto [i, j, k] = kTetFaces[f];
        CHECK(i + j + k == 6 - f);  // all but vertex f
        const Vec3& corner = mesh.vertices[i];
        const Vec3 normal = (mesh.vertices[j] - corner).cross(mesh.vertices[k] - corner);
        CHECK(normal.dot(corner - center) > 0.0);
    }
}

TEST_CASE("signed_volume of a tet follows the order of its vertices, in any place", "[mesh]") {
    TetMesh mesh = testing::make_corner_tet();
    CHECK(signed_volume(mesh, {0, 1, 2, 3}) == Approx(1.0 / 6.0).epsilon(1e-15));
    CHECK(signed_volume(mesh, {1, 0, 2, 3}) == Approx(-1.0 / 6.0).epsilon(1e-15));
    mesh = testing::moved({Quat::Identity(), Vec3(5e3, 5e3, -5e3)}, mesh);
    CHECK(signed_volume(mesh, {0, 1, 2, 3}) == Approx(1.0 / 6.0).epsilon(1e-15));
}

TEST_CASE("validate accepts positive tets that share faces", "[mesh]") {
    CHECK_NOTHROW(validate(testing::make_corner_tet()));
    CHECK_NOTHROW(validate(testing::moved(testing::awkward_pose(), testing::make_two_tets())));
}

TEST_CASE("validate names the vertex or tet that is wrong", "[mesh]") {
    TetMesh mesh = testing::make_two_tets();

    SECTION("no tets") { CHECK_THROWS_WITH(validate(TetMesh{}), Contains("no tets")); }
    SECTION("an index out of range") {
        mesh.tets[1][2] = GENERATE(-1, 5);
        CHECK_THROWS_WITH(validate(mesh), Contains("tet 1") && Contains("0 to 4"));
    }
    SECTION("a repeated index") {
        mesh.tets[1] = {1, 2, 3, 2};
        CHECK_THROWS_WITH(validate(mesh),
                          Contains("tet 1 (vertices 1, 2, 3, 2) uses vertex 2 twice"));
    }
    SECTION("a vertex that is not finite") {
        mesh.vertices[4].z() = std::numeric_limits<double>::quiet_NaN();
        CHECK_THROWS_WITH(validate(mesh), Contains("vertex 4"));
    }
    SECTION("an unused vertex") {
        mesh.tets.pop_back();
        CHECK_THROWS_WITH(validate(mesh), Contains("vertex 4 is not used"));
    }
    SECTION("an inverted tet") {
        std::swap(mesh.tets[1][0], mesh.tets[1][1]);
        CHECK_THROWS_WITH(validate(mesh), Contains("tet 1") && Contains("inverted"));
    }
    SECTION("a flat tet") {
        mesh.vertices[3] = {0.5, 0.5, 0.0};
        CHECK_THROWS_WITH(validate(mesh), Contains("tet 0") && Contains("flat"));
    }
    SECTION("two tets on one side of a face") {
        mesh.tets.push_back({0, 1, 2, 3});
        CHECK_THROWS_WITH(validate(mesh),
                          Contains("tet 0") && Contains("tet 2") && Contains("overlap"));
    }
}

TEST_CASE("find_neighbors finds the tet beyond a face from both sides", "[mesh]") {
    const auto neighbors = find_neighbors(testing::make_two_tets());
    REQUIRE(neighbors.size() == 2);
    CHECK(neighbors[0] == std::array<int, 4>{1, -1, -1, -1});  // beyond 1-2-3
    CHECK(neighbors[1] == std::array<int, 4>{-1, -1, -1, 0});
}

TEST_CASE("find_surface marks everything of a lone tet", "[mesh]") {
    const std::vector<TetSurface> surface = find_surface(testing::make_corner_tet());
    REQUIRE(surface.size() == 1);
    CHECK(surface[0].faces == 0b1111);
    CHECK(surface[0].edges == 0b111111);
    CHECK(surface[0].vertices == 0b1111);
}

TEST_CASE("find_surface counts an edge or vertex only by a surface face of the same tet",
          "[mesh]") {
    // Four tets around an inner vertex: each has one surface face.
    TetMesh mesh = testing::make_corner_tet();
    mesh.vertices.emplace_back(0.25, 0.25, 0.25);
    mesh.tets.clear();
    for (const auto& [i, j, k] : kTetFaces) {
        mesh.tets.push_back({i, k, j, 4});
    }
    REQUIRE_NOTHROW(validate(mesh));
    for (const TetSurface& surface : find_surface(mesh)) {
        CHECK(surface.faces == 0b1000);    // the face without vertex 4
        CHECK(surface.edges == 0b001011);  // 01, 02, 12
        CHECK(surface.vertices == 0b0111);
    }

    // Here all edges of the shared face border another face that is on the surface.
    const std::vector<TetSurface> two = find_surface(testing::make_two_tets());
    CHECK(two[0].faces == 0b1110);
    CHECK(two[0].edges == 0b111111);
    CHECK(two[0].vertices == 0b1111);
}

TEST_CASE("boundary gives a closed surface of the same volume", "[mesh]") {
    TetMesh mesh = testing::make_corner_tet();
    mesh.vertices.insert(mesh.vertices.begin(), Vec3(0.25, 0.25, 0.25));
    mesh.tets.clear();
    for (const auto& [i, j, k] : kTetFaces) {
        mesh.tets.push_back({i + 1, k + 1, j + 1, 0});
    }
    const SurfaceMesh surface = boundary(mesh);
    CHECK_NOTHROW(validate(surface));
    CHECK(surface.vertices == testing::make_corner_tet().vertices);
    CHECK(surface.triangles.size() == 4);
    CHECK(signed_volume(surface) == Approx(1.0 / 6.0).epsilon(1e-15));
    CHECK(boundary(testing::make_two_tets()).triangles.size() == 6);
}

}  // namespace touchstone
