#include "methods/mesh/filling/erosion.h"

#include <algorithm>
#include <cmath>

#include "methods/base/error.h"
#include "methods/mesh/filling/tests/study_bodies.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/mesh_examples.h"

namespace touchstone {

using Catch::Contains;

namespace {

constexpr double kAmount = 0.01;  // the study's [m]

/// How far each plane of `before` lies above its triangle's corners in `after`: lowest and highest.
std::array<double, 2> offsets(const SurfaceMesh& before, const SurfaceMesh& after) {
    std::array<double, 2> range{1e9, -1e9};
    for (const Triangle& triangle : before.triangles) {
        const Vec3& origin = before.vertices[triangle[0]];
        const Vec3 a = before.vertices[triangle[1]] - origin;
        const Vec3 b = before.vertices[triangle[2]] - origin;
        const Vec3 normal = a.cross(b).normalized();
        for (const int v : triangle) {
            const double offset = normal.dot(origin - after.vertices[v]);
            range = {std::min(range[0], offset), std::max(range[1], offset)};
        }
    }
    return range;
}

}  // namespace

TEST_CASE("erode by plane_offset moves every face by the amount", "[mesh]") {
    // Groove lines, the hole's apex, vertices inside facets and on straight edges included.
    const SurfaceMesh body =
        GENERATE(make_box({0.5, 0.21, 0.5}), testing::make_spike(), testing::make_wedge(),
                 testing::make_pedestal(), testing::make_crack(), testing::make_hole(),
                 testing::make_internal_edge_base(),
                 make_frustum({.bottom_radius = 0.25, .top_radius = 0.2, .height = 0.21}));
    const SurfaceMesh mesh = testing::moved(GENERATE(Pose{}, testing::awkward_pose()), body);
    const auto [lowest, highest] = offsets(mesh, erode(mesh, Erosion::PlaneOffset, kAmount));
    CHECK(lowest == Approx(kAmount).epsilon(1e-12));
    CHECK(highest == Approx(kAmount).epsilon(1e-12));
}

TEST_CASE("erode by plane_offset shrinks a box exactly, however its faces are cut", "[mesh]") {
    const SurfaceMesh box = make_box({1.0, 2.0, 4.0});
    const SurfaceMesh eroded = erode(box, Erosion::PlaneOffset, 0.125);
    CHECK(eroded.vertices == make_box({0.75, 1.75, 3.75}).vertices);
    CHECK(eroded.triangles == box.triangles);
}

TEST_CASE("erode by plane_offset moves vertices no farther than their planes ask for", "[mesh]") {
    const SurfaceMesh base = testing::make_internal_edge_base();
    const SurfaceMesh eroded = erode(base, Erosion::PlaneOffset, kAmount);
    const auto move = [&](int v) { return Vec3(eroded.vertices[v] - base.vertices[v]); };
    CHECK((move(12) - Vec3(0, 0, -kAmount)).norm() < 1e-15);       // inside the facet +z
    CHECK((move(1) - Vec3(0, kAmount, -kAmount)).norm() < 1e-15);  // on the edge -y, +z
    CHECK((move(4) + kAmount * Vec3(1, 1, 1)).norm() < 1e-15);     // a corner

    // The crack's groove line is concave: the solid lies below both walls.
    const SurfaceMesh crack = testing::make_crack();
    const SurfaceMesh smaller = erode(crack, Erosion::PlaneOffset, kAmount);
    const Vec3 down = smaller.vertices[7] - crack.vertices[7];
    CHECK((down - Vec3(0, -std::sqrt(2.0) * kAmount, -kAmount)).norm() < 1e-15);
    CHECK(signed_volume(smaller) < signed_volume(crack));
}

TEST_CASE("erode by plane_offset takes the least squares where planes do not fit", "[mesh]") {
    // Five or six planes at each vertex: offset together they meet nowhere in general.
    const SurfaceMesh mesh = make_sphere(0.5, 2);
    const auto [lowest, highest] = offsets(mesh, erode(mesh, Erosion::PlaneOffset, kAmount));
    CHECK(lowest > 0.99 * kAmount);
    CHECK(highest < 1.01 * kAmount);
}

TEST_CASE("erode by vertex_normal moves along the angle-weighted unit normal", "[mesh]") {
    const SurfaceMesh box = make_box({0.5, 0.21, 0.5});
    const SurfaceMesh eroded = erode(box, Erosion::VertexNormal, kAmount);
    for (std::size_t v = 0; v < box.vertices.size(); ++v) {
        // (1,1,1)/√3 at every corner of a box, whatever its triangles.
        const Vec3 outward = box.vertices[v].cwiseSign() / std::sqrt(3.0);
        CHECK((eroded.vertices[v] - (box.vertices[v] - kAmount * outward)).norm() < 1e-15);
    }
    const SurfaceMesh sphere = make_sphere(0.5, 1);
    const SurfaceMesh smaller = erode(sphere, Erosion::VertexNormal, kAmount);
    CHECK((smaller.vertices[12] - 0.98 * sphere.vertices[12]).norm() < 1e-15);  // by symmetry
}

TEST_CASE("erode without a rule changes nothing", "[mesh]") {
    const SurfaceMesh mesh = testing::make_hole();
    CHECK(erode(mesh, Erosion::None, kAmount).vertices == mesh.vertices);
}

TEST_CASE("erode refuses to turn the surface inside out", "[mesh]") {
    const SurfaceMesh box = make_box({1.0, 0.02, 1.0});
    CHECK_NOTHROW(erode(box, Erosion::PlaneOffset, 0.0099));
    // Flat at half the thickness, inside out beyond.
    const double amount = GENERATE(0.01, 0.011, 0.4, 0.6, 1e9);
    CHECK_THROWS_WITH(erode(box, Erosion::PlaneOffset, amount),
                      Contains("triangle") && Contains("use a smaller amount"));
    CHECK_THROWS_AS(erode(testing::make_spike(), Erosion::VertexNormal, 2.0), MeshError);
}

TEST_CASE("erode refuses an amount that is none", "[mesh]") {
    const double amount = GENERATE(0.0, -0.01, std::nan(""), HUGE_VAL);
    const Erosion rule = GENERATE(Erosion::PlaneOffset, Erosion::VertexNormal);
    CHECK_THROWS_WITH(erode(make_box({1, 1, 1}), rule, amount), Contains("amount"));
}

TEST_CASE("is_strictly_convex tells hulls from the rest", "[mesh]") {
    const Pose pose = GENERATE(Pose{}, testing::awkward_pose());
    const auto is_convex = [&](const SurfaceMesh& mesh) {
        return is_strictly_convex(testing::moved(pose, mesh));
    };
    CHECK(is_convex(testing::make_spike()));
    CHECK(is_convex(testing::make_wedge()));
    CHECK(is_convex(testing::make_pedestal()));
    CHECK(is_convex(make_box({3.0, 0.3, 3.0})));
    CHECK(is_convex(make_sphere(0.5, 2)));
    CHECK(is_convex(make_cylinder(0.5, 1.0, 200)));
    CHECK_FALSE(is_convex(make_frustum({.bottom_radius = 0.2, .top_radius = 0.15, .height = 0.9})));
    CHECK_FALSE(is_convex(testing::make_internal_edge_base()));
    CHECK_FALSE(is_convex(testing::make_crack()));
    CHECK_FALSE(is_convex(testing::make_hole()));
}

TEST_CASE("make_eroded_tets erodes first, except where the research code scales", "[mesh]") {
    // A stand-in for the mesher: one tet per triangle, around the mean of the vertices.
    const Tetrahedralize cone = [](const SurfaceMesh& surface) {
        TetMesh mesh;
        mesh.vertices = surface.vertices;
        mesh.vertices.push_back(Vec3::Zero());
        const int middle = static_cast<int>(std::ssize(surface.vertices));
        for (const auto& [i, j, k] : surface.triangles) {
            mesh.tets.push_back({i, k, j, middle});
        }
        return mesh;
    };
    const SurfaceMesh box = make_box({1.0, 1.0, 1.0});
    CHECK(make_eroded_tets(box, Erosion::None, kAmount, cone).vertices == cone(box).vertices);
    CHECK(make_eroded_tets(box, Erosion::PlaneOffset, kAmount, cone).vertices ==
          cone(erode(box, Erosion::PlaneOffset, kAmount)).vertices);
    CHECK(make_eroded_tets(box, Erosion::Code, kAmount, cone).vertices ==
          cone(erode(box, Erosion::VertexNormal, kAmount)).vertices);

    const SurfaceMesh crack = testing::make_crack();
    const TetMesh scaled = make_eroded_tets(crack, Erosion::Code, kAmount, cone);
    const std::vector<Vec3> before = cone(crack).vertices;
    Vec3 mean = Vec3::Zero();
    for (const Vec3& vertex : before) {
        mean += vertex / static_cast<double>(before.size());
    }
    double worst = 0.0;
    for (std::size_t v = 0; v < before.size(); ++v) {
        worst = std::max(worst, (scaled.vertices[v] - (0.99 * before[v] + 0.01 * mean)).norm());
    }
    CHECK(worst < 1e-15);
}

TEST_CASE("the mean thickness of a cube is its edge, of a wide plate three times its own",
          "[mesh]") {
    CHECK(mean_thickness(make_box({2.0, 2.0, 2.0})) == Approx(2.0));
    // Six volumes over the area, whose rims count little.
    CHECK(mean_thickness(make_box({1.0, 0.01, 1.0})) == Approx(0.06 / 2.04));
}

TEST_CASE("a cube that grows stays a cube", "[mesh]") {
    const SurfaceMesh cube = make_box({1.0, 1.0, 1.0});
    const SurfaceMesh larger = grown(cube, std::sqrt(3.0) * kAmount);
    REQUIRE(larger.vertices.size() == cube.vertices.size());
    for (std::size_t v = 0; v < cube.vertices.size(); ++v) {
        const Vec3 expected = (1.0 + 2.0 * kAmount) * cube.vertices[v];
        CHECK((larger.vertices[v] - expected).norm() < 1e-15);
    }
}

}  // namespace touchstone
