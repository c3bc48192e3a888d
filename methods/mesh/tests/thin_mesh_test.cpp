#include "methods/mesh/thin_mesh.h"

#include <algorithm>
#include <limits>

#include "methods/base/error.h"
#include "methods/mesh/topology.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

/// Two coplanar triangles with a common side, two segments in a line, and a point.
ThinMesh example() {
    ThinMesh mesh;
    mesh.vertices = {Vec3(0.0, 0.0, 0.0), Vec3(1.0, 0.0, 0.0), Vec3(1.0, 0.0, 1.0),
                     Vec3(0.0, 0.0, 1.0), Vec3(0.0, 2.0, 0.0), Vec3(1.0, 2.0, 0.0),
                     Vec3(2.0, 2.0, 0.0), Vec3(5.0, 5.0, 5.0)};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    mesh.segments = {{4, 5}, {5, 6}};
    return mesh;
}

}  // namespace

TEST_CASE("a thin mesh is thickened to solids that are surfaces", "[thin]") {
    const double thickness = 0.01;
    const ThinMesh mesh = example();
    CHECK_NOTHROW(validate(mesh));
    const ThickenedMesh solid = thicken(mesh, thickness);
    CHECK_NOTHROW(validate(solid.tets));
    CHECK_NOTHROW(validate(boundary(solid.tets)));
    CHECK(solid.tets.tets.size() == 3 * 4 + 1);
    REQUIRE(solid.vertex_of.size() == mesh.vertices.size());
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        const Vec3& place = solid.tets.vertices[solid.vertex_of[v]];
        CHECK((place - mesh.vertices[v]).norm() < thickness);
    }
    double volume = 0.0;
    for (const Tet& tet : solid.tets.tets) {
        volume += signed_volume(solid.tets, tet);
    }
    CHECK(volume == Approx(thickness).epsilon(0.05));  // the triangles', since the rest is thin
}

TEST_CASE("a faulty thin mesh is refused by its element", "[thin]") {
    ThinMesh mesh = example();
    CHECK_THROWS_WITH(validate(ThinMesh()), Catch::Contains("no vertex"));
    SECTION("a vertex that is not there") {
        mesh.segments[1][1] = 8;
        CHECK_THROWS_WITH(validate(mesh),
                          Catch::Contains("segment 1 (vertices 5, 8) names vertex 8"));
    }
    SECTION("a vertex twice") {
        mesh.triangles[0][1] = 2;
        CHECK_THROWS_WITH(validate(mesh),
                          Catch::Contains("triangle 0 (vertices 0, 2, 2) uses vertex 2 twice"));
    }
    SECTION("a flat triangle") {
        mesh.triangles[1] = {4, 5, 6};
        CHECK_THROWS_WITH(validate(mesh), Catch::Contains("triangle 1 has no area"));
    }
    SECTION("a segment without length") {
        mesh.vertices[5] = mesh.vertices[4];
        CHECK_THROWS_WITH(validate(mesh), Catch::Contains("segment 0 has no length"));
    }
    SECTION("elements twice") {
        mesh.triangles.push_back({2, 1, 0});
        CHECK_THROWS_WITH(validate(mesh), Catch::Contains("triangle 2 is where triangle 0 is"));
        mesh.triangles.pop_back();
        mesh.vertices.push_back(mesh.vertices[6]);
        mesh.segments.push_back({8, 5});
        CHECK_THROWS_WITH(validate(mesh), Catch::Contains("segment 2 is where segment 1 is"));
        mesh.segments.pop_back();
        CHECK_NOTHROW(validate(mesh));  // a point at the end of a segment
        mesh.vertices[8] = mesh.vertices[7];
        CHECK_THROWS_WITH(validate(mesh), Catch::Contains("point 8 is where point 7 is"));
    }
    SECTION("a vertex that is nowhere") {
        mesh.vertices[7].x() = std::numeric_limits<double>::infinity();
        CHECK_THROWS_WITH(validate(mesh), Catch::Contains("vertex 7 (inf, 5, 5) is not finite"));
    }
    SECTION("a vertex whose distances have no squares") {
        mesh.vertices[7].x() = 1e160;
        CHECK_THROWS_WITH(validate(mesh),
                          Catch::Contains("vertex 7 (1e+160, 5, 5) is farther out"));
    }
}
