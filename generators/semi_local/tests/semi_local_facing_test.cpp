#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "generators/find_contacts.h"
#include "generators/semi_local/facing.h"
#include "generators/semi_local/semi_local_settings.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

constexpr double kFacingTime = 0.01;  // [s]
// Of the small cube, 0.5 % of its diagonal [m]; at 1 m/s also a time [s].
const double kFacingEnvelope = 0.005 * 0.1 * std::sqrt(3.0);
constexpr double kFacingError = 1e-5;  // of times, to which ends of a part are narrowed [s]

/// A small cube over the top of a large one, both with their velocities, and a contact ahead.
struct Above {
    CollisionShape large = make_facet_shape(make_box({1.0, 1.0, 1.0}));
    CollisionShape small = make_facet_shape(make_box({0.1, 0.1, 0.1}));
    Collider a;
    Collider b;
    Query query{kFacingTime, semi_local::Settings{}};

    Above(const Quat& turn, const Vec3& position)
        : a(make_collider(large, Pose{})), b(make_collider(small, {turn, position})) {
        query.look_ahead = true;
        query.acceleration = 9.81;
    }

    /// Returns the contact between features of these types whose point is nearest to a place.
    ContactPoint contact(FeatureType of_a, FeatureType of_b, const Vec3& near) {
        b.linear_velocity = Vec3(0.0, -2.0, 0.0);
        const std::vector<SceneBody> bodies{{a, true}, {b, false}};
        std::vector<ContactPoint> found =
            find_contacts(bodies, find_generator("semi_local"), query);
        std::erase_if(found, [&](const ContactPoint& contact) {
            return contact.feature_a.type != of_a || contact.feature_b.type != of_b;
        });
        REQUIRE_FALSE(found.empty());
        return *std::ranges::min_element(found, {}, [&](const ContactPoint& contact) {
            return (contact.position - near).norm();
        });
    }

    std::optional<TimeSpan> facing(const ContactPoint& contact, const Vec3& velocity,
                                   const Vec3& spin = Vec3::Zero()) {
        b.linear_velocity = velocity;
        b.angular_velocity = spin;
        const std::optional<TimeSpan> part = semi_local::facing_time(contact, a, b, query);
        // The same with the bodies exchanged.
        ContactPoint exchanged = contact;
        std::swap(exchanged.feature_a, exchanged.feature_b);
        exchanged.normal = -contact.normal;
        if (exchanged.plane) {
            std::swap(exchanged.plane->point_a, exchanged.plane->point_b);
            for (bool& with_b : exchanged.plane->turns_with_b) {
                with_b = !with_b;
            }
        }
        const std::optional<TimeSpan> other = semi_local::facing_time(exchanged, b, a, query);
        CHECK(part.has_value() == other.has_value());
        if (part && other) {
            CHECK(part->first == other->first);
            CHECK(part->last == other->last);
        }
        return part;
    }
};

/// A cube that stands on a corner, 10 mm above the top and 5 mm from its border x = 0.5 m.
Above on_a_corner() {
    const Quat turn = Quat::FromTwoVectors(Vec3(-1.0, -1.0, -1.0), -Vec3::UnitY());
    return {turn, Vec3(0.495, 0.51 + 0.05 * std::sqrt(3.0), 0.0)};
}

}  // namespace

TEST_CASE("a corner faces a facet until it passes the border", "[semi_local]") {
    Above above = on_a_corner();
    const ContactPoint contact =
        above.contact(FeatureType::Face, FeatureType::Vertex, Vec3(0.495, 0.5, 0.0));

    const auto away = above.facing(contact, Vec3(-1.0, -2.0, 0.0));
    REQUIRE(away);
    CHECK(away->first == 0.0);
    CHECK(away->last == kFacingTime);

    const auto off = above.facing(contact, Vec3(1.0, -2.0, 0.0));
    REQUIRE(off);
    CHECK(off->first == 0.0);
    CHECK(std::abs(off->last - 0.005) < kFacingError);

    // By its turn: the corner is 87 mm below the centre, and moves out as that falls.
    const auto turning = above.facing(contact, Vec3(0.0, -2.0, 0.0), Vec3(0.0, 0.0, 20.0));
    REQUIRE(turning);
    CHECK(std::abs(turning->last - std::asin(0.005 / (0.05 * std::sqrt(3.0))) / 20.0) <
          kFacingError);
}

TEST_CASE("a corner that is past the border faces a facet once it comes back", "[semi_local]") {
    Above above = on_a_corner();
    const ContactPoint contact =
        above.contact(FeatureType::Face, FeatureType::Vertex, Vec3(0.495, 0.5, 0.0));
    above.b.world_from_body.translation.x() = 0.505;
    CHECK_FALSE(above.facing(contact, Vec3(0.0, -2.0, 0.0)));
    const auto back = above.facing(contact, Vec3(-1.0, -2.0, 0.0));
    REQUIRE(back);
    CHECK(std::abs(back->first - 0.005) < kFacingError);
    CHECK(back->last == kFacingTime);
}

TEST_CASE("edges face each other until one passes an end of the other", "[semi_local]") {
    // A cube that hangs over the border x = 0.5 m, flat: two corners of its region are crossings of
    // edges. It slides along the border until one of its edges is past the large cube's end.
    Above above(Quat::Identity(), Vec3(0.5, 0.56, 0.445));
    const ContactPoint contact =
        above.contact(FeatureType::Face, FeatureType::Face, Vec3(0.5, 0.5, 0.495));
    REQUIRE(contact.plane);
    CHECK(contact.plane->turns_with_b[0] != contact.plane->turns_with_b[1]);
    const auto along = above.facing(contact, Vec3(0.0, -2.0, 1.0));
    REQUIRE(along);
    CHECK(along->first == 0.0);
    // Beyond the end the edges would not touch once the gap is closed.
    CHECK(std::abs(along->last - 0.005) < kFacingError);
    const auto back = above.facing(contact, Vec3(0.0, -2.0, -1.0));
    REQUIRE(back);
    CHECK(back->last == kFacingTime);
}

TEST_CASE("features that overhang a border face each other while they would touch",
          "[semi_local]") {
    // Flat, inset in the other direction: both corners of the region at that end are those of the
    // small cube.
    const double share = GENERATE(0.005, 0.5, 0.9);
    const double overhang = share * kFacingEnvelope;
    CAPTURE(share);
    Above flat(Quat::Identity(), Vec3(0.45 + overhang, 0.555, 0.0));
    const ContactPoint corner =
        flat.contact(FeatureType::Face, FeatureType::Face, Vec3(0.5, 0.5, 0.05));
    const auto down = flat.facing(corner, Vec3(0.0, -2.0, 0.0));
    REQUIRE(down);
    CHECK(down->first == 0.0);
    CHECK(down->last == kFacingTime);

    // Found over the top: beside it the cube's edge on the rim makes the contact.
    Above above = on_a_corner();
    const ContactPoint beside =
        above.contact(FeatureType::Face, FeatureType::Vertex, Vec3(0.5, 0.5, 0.0));
    above.b.world_from_body.translation.x() = 0.5 + overhang;
    // A cube on a corner touches nothing there as long as it overhangs by more: its edges rise.
    CHECK(above.facing(beside, Vec3(0.0, -2.0, 0.0)).has_value() == (share < 0.1));
    CHECK(above.facing(beside, Vec3(-1.0, -2.0, 0.0)));
}

TEST_CASE("features at a border face each other however bodies are pushed along it",
          "[semi_local]") {
    // Over a cube of its own size, in line with it in one direction and tilted about that: its
    // lowest edge ends over the borders z = ±0.05 m. One end leaves its border and comes over the
    // facet, the other crosses the border and passes it.
    Above above(Quat(Eigen::AngleAxisd(0.2, Vec3::UnitZ())), Vec3(0.01, 0.125, 0.0));
    above.large = make_facet_shape(make_box({0.1, 0.1, 0.1}));
    const double share = GENERATE(0.01, 0.5, 0.9, 20.0);  // of the envelope, that it is pushed
    const double side = GENERATE(-1.0, 1.0);
    CAPTURE(share, side);
    above.b.linear_velocity = Vec3(0.0, -2.0, 0.0);
    const std::vector<SceneBody> bodies{{above.a, true}, {above.b, false}};
    const std::vector<ContactPoint> found =
        find_contacts(bodies, find_generator("semi_local"), above.query);
    int ends = 0;
    for (const ContactPoint& contact : found) {
        if (contact.normal.y() < 0.99 || contact.position.y() > 0.07) {
            continue;
        }
        ++ends;
        const double speed = side * share * kFacingEnvelope / kFacingTime;
        const auto part = above.facing(contact, Vec3(0.0, -2.0, speed));
        REQUIRE(part);
        CHECK(part->first == 0.0);
        CHECK(part->last == kFacingTime);
    }
    CHECK(ends == 2);
}

TEST_CASE("features of bodies that overlap deeply are not asked", "[semi_local]") {
    Above above = on_a_corner();
    ContactPoint contact =
        above.contact(FeatureType::Face, FeatureType::Vertex, Vec3(0.495, 0.5, 0.0));
    above.b.world_from_body.translation.x() = 0.505;
    above.b.world_from_body.translation.y() -= 0.012;
    contact.separation = -0.002;
    const auto part = above.facing(contact, Vec3(0.0, -2.0, 0.0));
    REQUIRE(part);
    CHECK(part->last == kFacingTime);
}

TEST_CASE("a corner that crosses a facet from one look to the next does not pass", "[semi_local]") {
    // Over the corner of the top, 20 mm from border to border, in a third of a millisecond.
    Above above = on_a_corner();
    const ContactPoint contact =
        above.contact(FeatureType::Face, FeatureType::Vertex, Vec3(0.495, 0.5, 0.0));
    above.b.world_from_body.translation.x() = 0.51;
    above.b.world_from_body.translation.z() = 0.47;
    CHECK(above.facing(contact, Vec3(-60.0, -2.0, 60.0)));
    above.b.world_from_body.translation.z() = 0.55;
    CHECK_FALSE(above.facing(contact, Vec3(-60.0, -2.0, 60.0)));
}
