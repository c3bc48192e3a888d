#include "methods/geometry/facet_model.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/mesh_examples.h"
#include "methods/testing/surface_variants.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

FacetModel model_of(const SurfaceMesh& mesh) {
    return make_facet_model(mesh.vertices, mesh.triangles);
}

/// Makes an L: a 2 x 2 x 1 plate on the ground without its quarter x > 1, y > 1.
SurfaceMesh make_notch() {
    const std::vector<std::array<double, 2>> ring{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    SurfaceMesh mesh;
    for (const double z : {0.0, 1.0}) {
        for (const auto& [x, y] : ring) {
            mesh.vertices.emplace_back(x, y, z);
        }
    }
    for (int i = 0; i < 6; ++i) {
        const int j = (i + 1) % 6;
        mesh.triangles.push_back({i, j, j + 6});
        mesh.triangles.push_back({i, j + 6, i + 6});
    }
    for (const auto& [i, j, k] : {Triangle{0, 1, 3}, {1, 2, 3}, {0, 3, 5}, {3, 4, 5}}) {
        mesh.triangles.push_back({k, j, i});
        mesh.triangles.push_back({i + 6, j + 6, k + 6});
    }
    return mesh;
}

/// Makes a disc of 64 triangles around its middle, not closed.
SurfaceMesh make_fan() {
    SurfaceMesh mesh;
    mesh.vertices.push_back(Vec3::Zero());
    for (int i = 0; i < 64; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / 64.0;
        mesh.vertices.emplace_back(std::cos(angle), std::sin(angle), 0.0);
        mesh.triangles.push_back({0, 1 + i, 1 + (i + 1) % 64});
    }
    return mesh;
}

bool equal(const FacetModel& x, const FacetModel& y) {
    const auto same_facet = [](const Facet& a, const Facet& b) {
        return a.normal == b.normal && a.offset == b.offset && a.area == b.area &&
               a.perimeter == b.perimeter && a.sides.first == b.sides.first &&
               a.sides.count == b.sides.count;
    };
    const auto same_edge = [](const FacetEdge& a, const FacetEdge& b) {
        return a.start == b.start && a.end == b.end && a.left == b.left && a.right == b.right &&
               a.convex == b.convex && a.direction == b.direction;
    };
    const auto same_corner = [](const FacetCorner& a, const FacetCorner& b) {
        return a.position == b.position && a.has_concave_edge == b.has_concave_edge;
    };
    return std::ranges::equal(x.facets, y.facets, same_facet) &&
           std::ranges::equal(x.edges, y.edges, same_edge) &&
           std::ranges::equal(x.corners, y.corners, same_corner) &&
           x.corner_facets == y.corner_facets && x.corner_directions == y.corner_directions &&
           x.size == y.size && x.center_of_mass == y.center_of_mass;
}

}  // namespace

TEST_CASE("the thickness of a model is that of its thinnest wall", "[geometry]") {
    const auto thickness_of = [](const SurfaceMesh& mesh) {
        return make_facet_model(mesh.vertices, mesh.triangles).thickness;
    };
    CHECK(thickness_of(make_box({1.0, 0.003, 0.8})) == Approx(0.003).epsilon(1e-9));
    // Two hundredths of the size, which is the diagonal, end what counts as a wall.
    CHECK(thickness_of(make_box({1.0, 0.019, 0.1})) == Approx(0.019).epsilon(1e-9));
    CHECK(std::isinf(thickness_of(make_box({1.0, 0.021, 0.1}))));
    CHECK(std::isinf(thickness_of(make_sphere(1.0, 3))));
}

TEST_CASE("the thickness of a tapered plate does not depend on its frame", "[geometry]") {
    SurfaceMesh plate = make_box({1.0, 0.003, 0.8});
    for (Vec3& vertex : plate.vertices) {
        if (vertex.y() > 0.0) {
            vertex.y() += (vertex.x() + 0.5) * std::tan(0.005);
        }
    }
    for (const Vec3& shift : {Vec3(0.0, 0.0, 0.0), Vec3(10.0, 0.0, 0.0), Vec3(-10.0, 0.0, 0.0),
                              Vec3(3.0, -10.0, 4.0)}) {
        SurfaceMesh shifted = plate;
        for (Vec3& vertex : shifted.vertices) {
            vertex += shift;
        }
        CAPTURE(shift.transpose());
        const double thin_end = model_of(shifted).thickness;
        CHECK(thin_end > 0.003 * std::cos(0.0051));
        CHECK(thin_end < 0.003 * (1.0 + 1e-9));
    }
}

TEST_CASE("a cube has six facets, twelve edges and eight corners", "[facet_model]") {
    const FacetModel model = model_of(moved(awkward_pose(), make_box({2.0, 3.0, 5.0})));
    REQUIRE(model.facets.size() == 6);
    REQUIRE(model.edges.size() == 12);
    REQUIRE(model.corners.size() == 8);
    CHECK(model.sides.size() == 24);
    CHECK(model.size == Approx(Vec3(2.0, 3.0, 5.0).norm()).epsilon(1e-14));
    CHECK((model.center_of_mass - awkward_pose().translation).norm() < 1e-14);
    double area = 0.0;
    for (const Facet& facet : model.facets) {
        area += facet.area;
        CHECK(facet.sides.count == 4);
        CHECK(enclosed_area(part_of(model.outlines, facet.sides)) == Approx(facet.area));
        CHECK((facet.axis_u.cross(facet.axis_v) - facet.normal).norm() < 1e-14);
    }
    CHECK(area == Approx(62.0).epsilon(1e-14));
    for (const FacetEdge& edge : model.edges) {
        CHECK(edge.convex);
        CHECK(edge.start < edge.end);
        // The direction leads away from the edge and into the facet: behind the other facet's
        // plane.
        CHECK(edge.into_left.dot(model.facets[edge.right].normal) == Approx(-1.0));
        CHECK(edge.into_right.dot(model.facets[edge.left].normal) == Approx(-1.0));
    }
    for (const FacetCorner& corner : model.corners) {
        CHECK_FALSE(corner.has_concave_edge);
        CHECK(corner.facets.count == 3);
        CHECK(corner.edges.count == 3);
        CHECK(corner.directions.count >= 3);
        for (const Sector& sector : part_of(model.corner_sectors, corner.sectors)) {
            CHECK(sector.a.cross(sector.b).dot(sector.normal) > 0.1);
        }
    }
}

TEST_CASE("cutting faces and edges does not show in the facets", "[facet_model]") {
    const unsigned seed = GENERATE(1u, 2u, 3u);
    const SurfaceMesh cube = make_box({1.0, 1.0, 1.0});
    const FacetModel plain = model_of(cube);
    const FacetModel cut = model_of(split_at_random(cube, 100, seed));
    CAPTURE(seed);
    REQUIRE(cut.facets.size() == 6);
    REQUIRE(cut.edges.size() == 12);
    REQUIRE(cut.corners.size() == 8);
    CHECK(cut.size == Approx(plain.size).epsilon(1e-12));
    // The numbers are the same too, although nothing in the mesh is.
    for (int f = 0; f < 6; ++f) {
        CHECK((cut.facets[f].normal - plain.facets[f].normal).norm() < 1e-9);
        CHECK(cut.facets[f].area == Approx(plain.facets[f].area));
    }
    for (int e = 0; e < 12; ++e) {
        CHECK(cut.edges[e].start == plain.edges[e].start);
        CHECK(cut.edges[e].left == plain.edges[e].left);
    }
}

TEST_CASE("the numbering of the mesh does not show in the facets", "[facet_model]") {
    const unsigned seed = GENERATE(1u, 2u, 3u);
    for (const SurfaceMesh& mesh :
         {split_at_random(make_notch(), 40, 5), make_sphere(1.0, 2),
          make_frustum({.bottom_radius = 0.5, .top_radius = 0.4, .height = 1.0, .sides = 6})}) {
        CHECK(equal(model_of(mesh), model_of(renumbered(mesh, seed))));
    }
}

TEST_CASE("a fine sphere keeps all its facets", "[facet_model]") {
    const FacetModel model = model_of(make_sphere(1.0, 4));
    CHECK(model.facets.size() == 5120);
    CHECK(model.edges.size() == 7680);
    CHECK(model.corners.size() == 2562);
    CHECK(std::ranges::all_of(model.edges, &FacetEdge::convex));
}

TEST_CASE("a fan of thin triangles is one facet, noisy or not", "[facet_model]") {
    const double noise = GENERATE(0.0, 1e-9, 1e-6);
    const FacetModel model = model_of(with_noise(make_fan(), noise, 7));
    CAPTURE(noise);
    CHECK(model.facets.size() == 1);
}

TEST_CASE("an edge that points inward is concave", "[facet_model]") {
    const FacetModel model = model_of(moved(awkward_pose(), make_notch()));
    CHECK(model.facets.size() == 8);
    CHECK(model.edges.size() == 18);
    CHECK(model.corners.size() == 12);
    int concave = 0;
    for (const FacetEdge& edge : model.edges) {
        if (!edge.convex) {
            ++concave;
            CHECK(edge.length == Approx(1.0));
            CHECK(model.corners[edge.start].has_concave_edge);
            CHECK(model.corners[edge.end].has_concave_edge);
        }
    }
    CHECK(concave == 1);
    CHECK(std::ranges::count(model.corners, true, &FacetCorner::has_concave_edge) == 2);
}

TEST_CASE("a ring of many small bends is cut into straight edges", "[facet_model]") {
    // 4096 sides of 0.088°: neighbours share a plane within its tolerance, the whole ring does not.
    const FacetModel model = model_of(make_cylinder(1.0, 1.0, 4096));
    CHECK(model.facets.size() > 200);
    CHECK(model.facets.size() < 4098);
    for (const FacetEdge& edge : model.edges) {
        CHECK(edge.length > 0.0);
        CHECK(edge.direction.allFinite());
    }
}
