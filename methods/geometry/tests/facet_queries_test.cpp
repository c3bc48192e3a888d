#include "methods/geometry/facet_queries.h"

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "methods/base/random_share.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/mesh_examples.h"
#include "methods/testing/surface_variants.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

FacetModel facets_of(const SurfaceMesh& mesh) {
    return make_facet_model(mesh.vertices, mesh.triangles);
}

const BoundingBox kAll{Vec3::Constant(-10.0), Vec3::Constant(10.0)};

}  // namespace

TEST_CASE("points are told inside a fine mesh and outside", "[facet_queries]") {
    const Vec3 place(3.0, -2.0, 1.0);
    const FacetModel ball = facets_of(moved({Quat::Identity(), place}, make_sphere(1.0, 4)));
    std::mt19937_64 random(3);
    const auto draw = [&] { return 2.0 * random_share(random) - 1.0; };
    int inside = 0;
    for (int i = 0; i < 4000; ++i) {
        const Vec3 offset = 1.3 * Vec3(draw(), draw(), draw());
        const double distance = offset.norm();
        if (std::abs(distance - 0.998) < 0.003) {
            continue;  // between the mesh and its sphere
        }
        CHECK(contains_point(ball, place + offset) == (distance < 0.998));
        inside += distance < 0.998 ? 1 : 0;
    }
    CHECK(inside > 500);
    CHECK_FALSE(contains_point(ball, Vec3(1e6, 1e6, 1e6)));
    CHECK_FALSE(contains_point(ball, Vec3(-1e6, -1e6, -1e6)));
}

TEST_CASE("features are found by the names that contacts have for them", "[facet_queries]") {
    for (const SurfaceMesh& mesh :
         {make_box({1.0, 2.0, 3.0}), split_at_random(make_box({1.0, 2.0, 3.0}), 40, 2),
          make_sphere(1.0, 3)}) {
        const FacetModel model = facets_of(mesh);
        for (int c = 0; c < std::ssize(model.corners); ++c) {
            const std::span<const int> found = corners_at(model, model.corners[c].vertex);
            REQUIRE(found.size() == 1);
            CHECK(found.front() == c);
        }
        for (int e = 0; e < std::ssize(model.edges); ++e) {
            const FacetEdge& edge = model.edges[e];
            const int start = model.corners[edge.start].vertex;
            const int end = model.corners[edge.end].vertex;
            for (const auto& [from, to] : {std::array{start, end}, std::array{end, start}}) {
                std::vector<int> found;
                visit_edges_between(model, from, to, [&](int other) { found.push_back(other); });
                CHECK(found == std::vector{e});
            }
        }
        for (int f = 0; f < std::ssize(model.facets); ++f) {
            CHECK(facet_named(model, name_of(model.facets[f])) == f);
        }
        CHECK(corners_at(model, 1'000'000).empty());
        CHECK(facet_named(model, {-3, -2, -1}) == -1);
    }
}

TEST_CASE("of a fine mesh only the corners near what is below a plane are looked at",
          "[facet_queries]") {
    const FacetModel ball = facets_of(make_sphere(1.0, 5));
    REQUIRE(ball.corners.size() == 10'242);
    const Vec3 normal = Vec3(0.1, 1.0, 0.2).normalized();
    const double offset = -0.999;
    std::vector<int> found;
    append_corners_below(ball, normal, offset, kAll, found);
    CHECK(std::ranges::is_sorted(found));
    for (int c = 0; c < std::ssize(ball.corners); ++c) {
        if (normal.dot(ball.corners[c].position) < offset) {
            CHECK(std::ranges::binary_search(found, c));
        }
    }
    CHECK_FALSE(found.empty());
    CHECK(found.size() < 100);
    found.clear();
    append_corners_below(ball, normal, offset, {Vec3(0.5, -1.0, -1.0), Vec3(1.0, 1.0, 1.0)}, found);
    CHECK(found.empty());
}

TEST_CASE("a model knows whether it is convex", "[facet_queries]") {
    CHECK(facets_of(make_sphere(1.0, 2)).is_convex);
    CHECK(facets_of(make_box({1.0, 1.0, 1.0})).is_convex);
    SurfaceMesh two = make_box({1.0, 1.0, 1.0});
    const SurfaceMesh other = moved({Quat::Identity(), Vec3(3.0, 0.0, 0.0)}, two);
    const int first = static_cast<int>(two.vertices.size());
    two.vertices.insert(two.vertices.end(), other.vertices.begin(), other.vertices.end());
    for (const auto& [i, j, k] : other.triangles) {
        two.triangles.push_back({i + first, j + first, k + first});
    }
    CHECK_FALSE(facets_of(two).is_convex);  // two pieces
}
