#include "generators/third_bodies.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "generators/find_contacts.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

/// Two boxes one above the other with a gap of 1 m along y, and a contact across it.
struct Gap {
    CollisionShape box = make_facet_shape(make_box({4.0, 0.5, 4.0}));
    CollisionShape third = make_facet_shape(make_box({1.0, 0.3, 1.0}));
    Pose world_from_scene;

    /// Returns true when a third body, its centre at that place, takes the contact away. The gap
    /// runs from (0, 0, 0) to (0, 1, 0).
    bool is_dropped(const Vec3& place) const {
        const auto body = [&](const CollisionShape& shape, const Vec3& position) {
            const Pose pose{world_from_scene.rotation,
                            world_from_scene.rotation * position + world_from_scene.translation};
            return SceneBody{make_collider(shape, pose), false};
        };
        const std::vector<SceneBody> bodies{body(box, {0.0, -0.25, 0.0}),
                                            body(box, {0.0, 1.25, 0.0}), body(third, place)};
        ContactPoint contact;
        contact.body_a = 0;
        contact.body_b = 1;
        contact.normal = world_from_scene.rotation * Vec3::UnitY();
        contact.position =
            world_from_scene.rotation * Vec3(0.0, 0.5, 0.0) + world_from_scene.translation;
        contact.separation = 1.0;
        contact.feature_a.type = FeatureType::Face;
        contact.feature_b.type = FeatureType::Face;
        std::vector<ContactPoint> contacts{contact};
        drop_beside_third_bodies(bodies, 2.0, contacts);
        return contacts.empty();
    }
};

}  // namespace

TEST_CASE("a body takes away contacts across it, and none along its faces", "[third_bodies]") {
    for (int i = 0; i < 40; ++i) {
        CAPTURE(i);
        Gap gap;
        const Vec3 axis(std::sin(1.0 * i), std::cos(2.0 * i), 0.4);
        gap.world_from_scene = {Quat(Eigen::AngleAxisd(0.37 * i, axis.normalized())),
                                0.1 * i * Vec3(1.0, -2.0, 3.0)};
        CHECK(gap.is_dropped({0.0, 0.5, 0.0}));    // around the middle
        CHECK(gap.is_dropped({0.3, 0.25, -0.3}));  // beside it, below the middle
        // Flush with one of its faces, or one of its edges, whatever rounding makes of it.
        for (const double height : {0.5, 0.25, 0.75}) {
            CHECK_FALSE(gap.is_dropped({0.5, height, 0.1}));
            CHECK_FALSE(gap.is_dropped({-0.5, height, 0.1}));
            CHECK_FALSE(gap.is_dropped({0.1, height, 0.5}));
            CHECK_FALSE(gap.is_dropped({0.5, height, -0.5}));
        }
        CHECK_FALSE(gap.is_dropped({0.6, 0.5, 0.0}));
    }
}

TEST_CASE("a corner at the joint of two bodies meets the wall that they are", "[third_bodies]") {
    // Two boxes on each other, flush, and a cube that comes with a corner to where they meet. Each
    // box has a rim there; the wall has none, and nothing holds the cube along it.
    const CollisionShape box = make_facet_shape(make_box({1.0, 1.0, 1.0}));
    const CollisionShape cube = make_facet_shape(make_box({0.4, 0.4, 0.4}));
    const Quat on_corner = Quat::FromTwoVectors(Vec3(-1.0, -1.0, -1.0), -Vec3::UnitZ());
    const double height = GENERATE(0.0, 1e-9, -1e-9, 1e-4, -1e-4);
    const double gap = GENERATE(0.0, -1e-4, 1e-3);
    const Vec3 velocity = GENERATE(Vec3(0.0, 0.0, -1.0), Vec3(0.0, -1.0, -0.1),
                                   Vec3(0.0, 1.0, -0.1), Vec3(0.1, -0.3, -0.3));
    const bool cube_is_first = GENERATE(false, true);
    CAPTURE(height, gap, velocity.transpose(), cube_is_first);
    const Vec3 tip(0.1, height, 0.5 + gap);
    std::vector<SceneBody> bodies{
        {make_collider(box, {Quat::Identity(), Vec3(0.0, -0.5, 0.0)}), true},
        {make_collider(box, {Quat::Identity(), Vec3(0.0, 0.5, 0.0)}), true},
        {make_collider(cube, {on_corner, tip + Vec3(0.0, 0.0, 0.2 * std::sqrt(3.0))}), false}};
    bodies[2].collider.linear_velocity = velocity;
    if (cube_is_first) {
        std::swap(bodies[0], bodies[2]);
    }
    Query query{0.01, find_generator("semi_local").options.of(Profile::Corrected)};
    query.look_ahead = true;
    query.acceleration = 9.81;
    std::vector<ContactPoint> contacts = find_contacts(bodies, find_generator("semi_local"), query);
    const int moving = cube_is_first ? 0 : 2;
    std::erase_if(contacts, [&](const ContactPoint& contact) {
        return contact.body_a != moving && contact.body_b != moving;
    });
    REQUIRE(contacts.size() == 1);
    const Vec3 out = (cube_is_first ? -1.0 : 1.0) * Vec3::UnitZ();
    CHECK((contacts[0].normal - out).norm() < 1e-9);
    CHECK(std::abs(contacts[0].separation - gap) < 1e-9);
    CHECK((contacts[0].position - Vec3(0.1, height, 0.5 + 0.5 * gap)).norm() < 1e-9);
}

TEST_CASE("a corner on a shelf before a thin board stays on it", "[third_bodies]") {
    // The board stands on the shelf's rim, flush with it, and is thinner than the reach.
    const CollisionShape shelf = make_facet_shape(make_box({1.0, 1.0, 1.0}));
    const CollisionShape board = make_facet_shape(make_box({1.0, 1.0, 0.01}));
    const CollisionShape cube = make_facet_shape(make_box({0.4, 0.4, 0.4}));
    const Quat on_corner = Quat::FromTwoVectors(Vec3(-1.0, -1.0, -1.0), -Vec3::UnitY());
    const Vec3 tip(0.1, 0.0, 0.5 - 0.012);
    const std::vector<SceneBody> bodies{
        {make_collider(shelf, {Quat::Identity(), Vec3(0.0, -0.5, 0.0)}), true},
        {make_collider(board, {Quat::Identity(), Vec3(0.0, 0.5, 0.495)}), true},
        {make_collider(cube, {on_corner, tip + Vec3(0.0, 0.2 * std::sqrt(3.0), 0.0)}), false}};
    ContactPoint contact;
    contact.body_a = 0;
    contact.body_b = 2;
    contact.normal = Vec3::UnitY();
    contact.position = tip;
    contact.separation = 0.0;
    const FacetModel& facets = *shelf.facets;
    const auto top = std::ranges::find_if(
        facets.facets, [](const Facet& facet) { return facet.normal.y() > 0.9; });
    Triangle name = top->triangle;
    std::ranges::sort(name);
    contact.feature_a = {FeatureType::Face, {name[0], name[1], name[2], -1}};
    const FacetModel& of_cube = *cube.facets;
    const auto lowest = std::ranges::min_element(
        of_cube.corners, {}, [&](const FacetCorner& c) { return (on_corner * c.position).y(); });
    contact.feature_b = {FeatureType::Vertex, {lowest->vertex, -1, -1, -1}};
    std::vector<ContactPoint> contacts{contact};
    drop_beside_third_bodies(bodies, 0.03, contacts);
    CHECK(contacts.size() == 1);
    // Under the board it is none.
    contacts[0].position.z() = 0.495;
    drop_beside_third_bodies(bodies, 0.03, contacts);
    CHECK(contacts.empty());
}
