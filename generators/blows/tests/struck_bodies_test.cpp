#include "generators/blows/struck_bodies.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "generators/blows/blow_links.h"
#include "generators/find_contacts.h"
#include "generators/semi_local/semi_local_settings.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

constexpr double kStep = 0.01;  ///< [s]

/// Cubes of 0.1 m in a row along y, each with the contact to the next one.
struct Row {
    CollisionShape cube = make_facet_shape(make_box({0.1, 0.1, 0.1}));
    std::vector<SceneBody> bodies;
    std::vector<ContactPoint> contacts;

    /// `gap`: to the body before [m]; `speed`: along y [m/s].
    void add(double mass, double speed, double gap = 0.0) {
        const double y =
            bodies.empty() ? 0.0 : bodies.back().collider.bounds.upper.y() + gap + 0.05;
        SceneBody body{make_collider(cube, Pose{Quat::Identity(), Vec3(0.0, y, 0.0)}), false, mass};
        body.collider.linear_velocity = Vec3(0.0, speed, 0.0);
        if (!bodies.empty()) {
            ContactPoint contact;
            contact.body_a = static_cast<int>(bodies.size()) - 1;
            contact.body_b = contact.body_a + 1;
            contact.position = Vec3(0.0, y - 0.05 - 0.5 * gap, 0.0);
            contact.normal = Vec3::UnitY();
            contact.separation = gap;
            contacts.push_back(contact);
        }
        bodies.push_back(body);
    }
    StruckBodies struck(double restitution = 1.0) const {
        return {bodies, contacts, kStep, restitution};
    }
};

}  // namespace

TEST_CASE("the blows of a train add up to twice the speed of the first against the last",
          "[blows]") {
    Row row;
    for (const double speed : {8.0, 7.0, 5.0, 2.0, 0.0}) {
        row.add(row.bodies.empty() ? 1e6 : 1.0, speed);
    }
    const StruckBodies struck = row.struck();
    CHECK(struck.speed_of(4) <= 16.0);
    CHECK(struck.speed_of(4) > 15.9);
}

TEST_CASE("a blow is weakened by the masses that it moves and the gaps that it closes", "[blows]") {
    const double ratio = GENERATE(0.1, 1.0, 10.0, 1e4);
    Row row;
    row.add(ratio, 8.0);
    row.add(1.0, 0.0);
    row.add(1.0, 0.0, 0.03);
    const StruckBodies struck = row.struck();
    CAPTURE(ratio);
    const double first = 16.0 * ratio / (ratio + 1.0);
    CHECK(struck.speed_of(1) == Approx(first));
    // What it is handed less 3 m/s, which close the gap in the step.
    const double second = std::max(0.0, first - 3.0) * (ratio + 1.0) / (ratio + 2.0);
    CHECK(struck.speed_of(2) == Approx(second).margin(1e-12));
}

TEST_CASE("without restitution a blow hands on no more than the speed that strikes", "[blows]") {
    Row row;
    row.add(1e9, 8.0);
    row.add(1.0, 0.0);
    row.add(1.0, 0.0, 0.03);
    for (const double restitution : {0.0, 0.5, 1.0}) {
        CAPTURE(restitution);
        const double first = (1.0 + restitution) * 8.0;
        CHECK(row.struck(restitution).speed_of(1) == Approx(first));
        CHECK(row.struck(restitution).speed_of(2) == Approx(first - 3.0));
    }
    Row apart;  // 3 m/s close the gap, after which the two go on together
    apart.add(1e9, 8.0);
    apart.add(1.0, 0.0, 0.03);
    CHECK(apart.struck(0.0).speed_of(1) == Approx(5.0));
    CHECK(apart.struck(1.0).speed_of(1) == Approx(16.0));
}

TEST_CASE("a heavy striker is followed beside a light one that is faster", "[blows]") {
    // A light cube comes at 16 m/s, which gives the middle one 10.7 m/s; a heavy one at 5 m/s from
    // the same side gives it 10. Behind the middle one is one of ten times its mass.
    Row row;
    row.add(0.5, 16.0);
    row.add(1.0, 0.0);
    row.add(10.0, 0.0);
    SceneBody heavy = row.bodies.front();
    heavy.mass = 1e9;
    heavy.collider.linear_velocity = Vec3(0.0, 5.0, 0.0);
    row.bodies.push_back(heavy);
    ContactPoint contact = row.contacts.front();
    contact.body_a = 1;
    contact.body_b = 3;
    contact.normal = -Vec3::UnitY();
    row.contacts.push_back(contact);
    std::ranges::sort(row.contacts, {},
                      [](const ContactPoint& c) { return std::pair(c.body_a, c.body_b); });
    const StruckBodies struck = row.struck();
    CHECK(struck.speed_of(1) == Approx(2.0 * 16.0 / 3.0));  // by the light one, 10.67 m/s
    // The light one gives the last body 1.4 m/s, the heavy one twice its own speed.
    CHECK(struck.speed_of(2) > 9.9);
}

TEST_CASE("a body that turns hands on what its far end has, however it lies", "[blows]") {
    // A rod along x of 1 m, struck at two fifths of its half, and touched by a cube at its end.
    const CollisionShape rod = make_facet_shape(make_box({1.0, 0.05, 0.05}));
    const double angle = GENERATE(0.0, 0.6, 0.785);
    CAPTURE(angle);
    const Quat turn(Eigen::AngleAxisd(angle, Vec3(1.0, 2.0, -0.5).normalized()));
    const SceneBody body{make_collider(rod, Pose{turn, Vec3(1.0, 2.0, 3.0)}), false, 1.0};
    CHECK(half_diagonal(body) == Approx(0.5 * std::sqrt(1.005)));
    const auto at = [&](double x) { return Vec3(Vec3(1.0, 2.0, 3.0) + turn * Vec3(x, 0.0, 0.0)); };
    const Vec3 direction = turn * Vec3::UnitY();
    const Lever lever = lever_of(body, at(0.2), direction);
    const double near = share_along(body, lever, direction, at(0.2), direction);
    const double far = share_along(body, lever, direction, at(0.5), direction);
    CHECK(near == Approx(1.0));
    CHECK(far > 1.7);  // 1.49 by the inertia of a thin rod
    CHECK(far <= lever.farthest * (1.0 + 1e-12));
    // Its other end goes back, and strikes what is there.
    CHECK(share_along(body, lever, direction, at(-0.5), Vec3(-direction)) > 0.2);
}

TEST_CASE("bodies at rest, or too slow for the gap, strike nothing", "[blows]") {
    Row row;
    row.add(1.0, 2.9);
    row.add(1.0, 0.0, 0.03);
    CHECK(row.struck().none());
    CHECK(row.struck().gain_of({0, 1}) == 0.0);
}

TEST_CASE("bodies that are driven towards each other gain the speeds of both", "[blows]") {
    Row row;
    row.add(1e6, 8.0);
    row.add(1.0, 0.0);
    row.add(1.0, 0.0, 0.1);
    row.add(1e6, -8.0);
    row.contacts.erase(row.contacts.begin() + 1);  // too far apart for a contact
    const StruckBodies struck = row.struck();
    CHECK(struck.speed_of(1) == Approx(16.0).epsilon(1e-3));
    CHECK(struck.gain_of({1, 2}) == Approx(32.0).epsilon(1e-3));
    CHECK(rounded_gain(struck.gain_of({1, 2})) == 32.0);  // the next power of two
    CHECK(struck.gain_of({0, 1}) == 0.0);                 // they have their contact
}

TEST_CASE("a push beside the centre feels less mass, and moves the far end faster", "[blows]") {
    Row row;
    row.add(2.0, 0.0);
    const SceneBody& body = row.bodies.front();
    const Lever central = lever_of(body, Vec3(0.0, 0.05, 0.0), Vec3::UnitY());
    CHECK(central.mass == Approx(2.0));
    CHECK(central.farthest == Approx(1.0));
    const Lever corner = lever_of(body, Vec3(0.05, 0.05, 0.05), Vec3::UnitY());
    // At a corner of a cube 1/m + d²/I is 4/m, I = m a²/6; no point moves faster than it.
    CHECK(corner.mass <= 0.25 * 2.0);
    CHECK(corner.mass >= 2.0 / 7.0);
    CHECK(corner.farthest >= 1.0);
}

TEST_CASE("a long train that pushes from behind counts as heavy, in little time", "[blows]") {
    Row row;
    for (int i = 0; i < 3000; ++i) {
        row.add(1.0, 8.0);
    }
    row.add(1e3, 0.0);
    CHECK(row.struck().speed_of(3000) == Approx(16.0));
}

TEST_CASE("a blow is handed on by flat bodies of unknown mass", "[blows]") {
    Row row;
    row.add(0.0, 8.0);
    row.add(0.0, 0.0);
    for (SceneBody& body : row.bodies) {
        body.collider.bounds.upper.x() = body.collider.bounds.lower.x();
    }
    CHECK(row.struck().speed_of(1) == Approx(16.0));
}

TEST_CASE("pairs that only a blow brings together are counted", "[blows]") {
    // A cube far above a floor that the cube above it does not come near to by itself.
    const CollisionShape floor = make_facet_shape(make_box({2.0, 0.02, 2.0}));
    Row row;
    const double above = 0.15;
    const auto count = [&](double speed, double mass) {
        std::vector<SceneBody> bodies{{make_collider(floor, Pose{}), true}};
        for (const double bottom : {above, above + 0.1001}) {
            const Pose pose{Quat::Identity(), Vec3(0.0, 0.01 + bottom + 0.05, 0.0)};
            bodies.push_back({make_collider(row.cube, pose), false, 1.0});
        }
        bodies.back().mass = mass;
        bodies.back().collider.linear_velocity = Vec3(0.0, -speed, 0.0);
        Query query{kStep, semi_local::Settings{}};
        query.look_ahead = true;
        QueryCounts counts;
        const std::vector<ContactPoint> contacts =
            find_contacts(bodies, find_generator("semi_local"), query, &counts);
        const bool held = std::ranges::any_of(
            contacts, [](const ContactPoint& contact) { return contact.body_a == 0; });
        CHECK(held == (counts.body_pairs == 2));
        return counts.body_pairs;
    };
    CHECK(count(8.0, 1e3) == 2);
    CHECK(count(8.0, 1e-3) == 1);  // too light to move the cube
}
