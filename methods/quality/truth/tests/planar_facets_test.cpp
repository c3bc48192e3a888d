#include "methods/quality/truth/planar_facets.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "methods/base/random_share.h"
#include "methods/mesh/coordinate_precision.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/mesh_examples.h"

namespace touchstone {

TEST_CASE("planar_facets joins coplanar triangles only", "[quality]") {
    const std::vector<PlanarFacet> facets = planar_facets(make_box({1, 2, 3}), 20.0);
    REQUIRE(facets.size() == 6);
    for (const PlanarFacet& facet : facets) {
        CHECK(facet.triangles.size() == 2);
        CHECK_FALSE(facet.curved);
    }
    const SurfaceMesh prism =
        testing::moved(testing::awkward_pose(), make_cylinder(1.0, 2.0, 4096));
    CHECK(planar_facets(prism, 20.0).size() == 4098);
}

TEST_CASE("planar_facets takes no narrow face between noisy points for a curve", "[quality]") {
    // Along the edges of the cube stand points that are hardly outside: the faces between them and
    // the edge look anywhere between the two sides.
    const double noise = GENERATE(1e-9, 1e-8, 1e-7);
    std::mt19937_64 random(5);
    for (int hull = 0; hull < 10; ++hull) {
        std::vector<Vec3> points;
        for (int i = 0; i < 125; ++i) {
            const int layer = i / 25;
            const Vec3 place(i % 5, i / 5 % 5, layer);
            Vec3 moved = 0.25 * place;
            for (double& x : moved) {
                x += noise * (2.0 * random_share(random) - 1.0);
            }
            points.push_back(moved);
        }
        const std::vector<PlanarFacet> facets = planar_facets(make_convex_hull(points), 20.0);
        CHECK(std::ranges::none_of(facets, &PlanarFacet::curved));
        const auto wide = std::ranges::count_if(facets, [](const PlanarFacet& facet) {
            return facet.width > 0.9 && facet.width < 1.1;
        });
        CHECK((noise > 5e-8 || wide == 6));  // beyond, a side is no longer flat to within 1e-7
    }
}

TEST_CASE("planar_facets knows the facets of tessellated curved surfaces", "[quality]") {
    const auto curved_count = [](const SurfaceMesh& mesh) {
        return std::ranges::count_if(planar_facets(mesh, 20.0), &PlanarFacet::curved);
    };
    CHECK(curved_count(make_cylinder(1.0, 1.0, 64)) == 64);  // and not its caps
    CHECK(curved_count(make_cylinder(1.0, 1.0, 12)) == 0);
    CHECK(curved_count(make_sphere(1.0, 2)) == 320);
    CHECK(curved_count(make_sphere(1.0, 0)) == 0);  // an icosahedron
}

TEST_CASE("coordinates tell how they were written", "[quality]") {
    const std::vector<Vec3> points =
        testing::moved(testing::awkward_pose(), make_box({1, 2, 3})).vertices;
    const auto written = [&](const auto& write) {
        std::vector<Vec3> result = points;
        for (Vec3& point : result) {
            point = {write(point.x()), write(point.y()), write(point.z())};
        }
        return estimate_precision(result);
    };
    const auto with_decimals = [](double grid) {
        return [grid](double x) { return std::nearbyint(x * grid) / grid; };
    };
    const auto as_float = [](double x) { return static_cast<double>(static_cast<float>(x)); };
    CHECK(written(with_decimals(1e4)).name == "4 decimals");
    CHECK(written(with_decimals(1e6)).rounding == Approx(0.5e-6));
    CHECK(written(with_decimals(1e9)).name == "9 decimals");
    CHECK(written(as_float).name == "32-bit numbers");
    CHECK(written(as_float).rounding == Approx(5e-7).epsilon(0.9));
    CHECK(written([&](double x) { return 1e-3 * as_float(1e3 * x); }).name == "32-bit numbers");
    CHECK(written([&](double x) { return as_float(with_decimals(1e4)(x)); }).name ==
          "4 decimals in 32-bit numbers");
    CHECK(written([](double x) { return x; }).rounding == 0.0);
    // What a person types, and what is meant.
    CHECK(estimate_precision(make_box({1, 2, 3}).vertices).rounding == 0.0);
    CHECK(estimate_precision(make_box({0.1, 0.2, 0.3}).vertices).rounding == 0.0);
    CHECK(estimate_precision(make_box({0.125, 0.0625, 0.03125}).vertices).rounding == 0.0);
}

TEST_CASE("a flat face stays one where a vertex was rounded", "[quality]") {
    // A box whose upper face has a vertex in its middle, a micrometre high.
    SurfaceMesh box = make_box({1, 1, 1});
    const int middle = static_cast<int>(box.vertices.size());
    box.vertices.emplace_back(0.0, 0.0, 0.500001);
    std::vector<Triangle> sides;
    for (const Triangle& t : box.triangles) {
        const bool upper = std::ranges::all_of(t, [&](int v) { return box.vertices[v].z() > 0.0; });
        if (!upper) {
            sides.push_back(t);
        }
    }
    for (int i = 0; i < 4; ++i) {
        sides.push_back({i, (i + 1) % 4, middle});
    }
    box.triangles = sides;
    validate(box);
    CHECK(planar_facets(box, 20.0, 0.5e-6).size() == 6);
    // Without the precision known it is four facets, none of which curves.
    const std::vector<PlanarFacet> exact = planar_facets(box, 20.0);
    CHECK(exact.size() == 9);
    CHECK(std::ranges::none_of(exact, &PlanarFacet::curved));
    // A step and a side are none that rounding made, however small.
    CHECK(planar_facets(make_box({1, 1, 1e-4}), 20.0, 0.5e-4).size() == 6);
}

}  // namespace touchstone
