#include "testcases/cases/masonry/masonry.h"

#include <array>

#include "methods/base/boxes/bounding_box.h"
#include "methods/mesh/mass_properties.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

BoundingBox world_bounds(const BodySetup& body) {
    std::vector<Vec3> vertices;
    for (const Vec3& vertex : make_surface(body.shape).vertices) {
        vertices.push_back(body.world_from_shape * vertex);
    }
    return bounds_of(vertices);
}

double mass(const BodySetup& body) {
    return body.density * mass_properties(make_surface(body.shape)).volume;
}

}  // namespace

TEST_CASE("make_pillar_bodies stacks the study's stones without gaps", "[masonry]") {
    struct Stone {
        double bottom;
        double top;
        double mass;  ///< of the hexagonal mesh [kg]
    };
    constexpr std::array<Stone, 7> kStones{{{0.0, 0.21, 105.0},
                                            {0.21, 0.42, 55.469},
                                            {0.42, 1.353333, 178.273},
                                            {1.353333, 2.286667, 148.636},
                                            {2.286667, 3.22, 121.693},
                                            {3.22, 3.395, 37.131},
                                            {3.395, 3.5, 52.5}}};
    const std::vector<BodySetup> bodies = make_pillar_bodies();
    REQUIRE(bodies.size() == kStones.size() + 1);
    CHECK(bodies[0].fixed);
    CHECK(world_bounds(bodies[0]).upper.isApprox(Vec3(1.5, 0.0, 1.5)));
    for (std::size_t i = 0; i < kStones.size(); ++i) {
        CAPTURE(bodies[i + 1].name);
        const BoundingBox box = world_bounds(bodies[i + 1]);
        // The printed figures have six digits.
        CHECK(box.lower.y() == Approx(kStones[i].bottom).margin(1e-6));
        CHECK(box.upper.y() == Approx(kStones[i].top).margin(1e-6));
        CHECK(mass(bodies[i + 1]) == Approx(kStones[i].mass).epsilon(1e-5));
        CHECK(!bodies[i + 1].fixed);
    }
}

TEST_CASE("make_pillar_bodies turns the top cone over, its wide side up", "[masonry]") {
    const BodySetup cone = make_pillar_bodies()[6];
    const SurfaceMesh surface = make_surface(cone.shape);
    // Vertex 0 is on the ring that was made as the bottom: radius 0.25, now at the top.
    const Vec3 wide = cone.world_from_shape * surface.vertices[0];
    const Vec3 narrow = cone.world_from_shape * surface.vertices[1];
    CHECK(wide.isApprox(Vec3(0.25, 3.395, 0.0)));
    CHECK(narrow.isApprox(Vec3(0.15, 3.22, 0.0)));
}

TEST_CASE("make_pillar_bodies follows its parameters", "[masonry]") {
    const std::vector<BodySetup> bodies =
        make_pillar_bodies({.height = 7.0, .width = 1.0, .shaft_stones = 5, .sides = 12});
    REQUIRE(bodies.size() == 10);
    CHECK(world_bounds(bodies.back()).upper.y() == Approx(7.0));
    CHECK(world_bounds(bodies.back()).upper.x() == Approx(0.5));
    CHECK(make_surface(bodies[2].shape).vertices.size() == 26);
}

TEST_CASE("make_wall_bodies lays bricks in a running bond", "[masonry]") {
    const std::vector<BodySetup> bodies = make_wall_bodies();
    REQUIRE(bodies.size() == 81);
    CHECK(bodies[0].fixed);
    CHECK(mass(bodies[1]) == Approx(250.0));
    const BoundingBox first = world_bounds(bodies[1]);
    CHECK(first.lower.isApprox(Vec3(-2.8125, 0.0, -0.25)));
    CHECK(first.upper.isApprox(Vec3(-2.1875, 0.4, 0.25)));
    CHECK(bodies[9].world_from_shape.translation.isApprox(Vec3(-2.1875, 0.6, 0.0)));
    const BoundingBox last = world_bounds(bodies[80]);
    CHECK(last.upper.isApprox(Vec3(2.5, 4.0, 0.25)));
}

TEST_CASE("make_wall_bodies counts the joints of Erleben [2018], Eq. (4)", "[masonry]") {
    const int layers = GENERATE(1, 4, 10);
    const int span = GENERATE(2, 8);
    const std::vector<BodySetup> bodies = make_wall_bodies({.layers = layers, .span = span});
    int joints = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (std::size_t j = i + 1; j < bodies.size(); ++j) {
            const BoundingBox a = world_bounds(bodies[i]);
            const BoundingBox b = world_bounds(bodies[j]);
            const Vec3 shared = a.upper.cwiseMin(b.upper) - a.lower.cwiseMax(b.lower);
            // A joint is thin along one axis and wide along the other two.
            const int thin = static_cast<int>((shared.array().abs() < 1e-9).count());
            joints += thin == 1 && (shared.array() > -1e-9).all() ? 1 : 0;
        }
    }
    CHECK(joints == span + layers * (span - 1) + (layers - 1) * (2 * span - 1));
}
