#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "generators/convex_cast/contact_patch.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "testcases/motion/tests/scene_run.h"
#include "testcases/scenes/convex_cut.h"
#include "testcases/scenes/convex_decomposition.h"

// Contacts of convex_cast in motion: of bodies with parts, and of patches.

using namespace touchstone;
using namespace touchstone::testing;

namespace {

std::vector<ContactPoint> cast_contacts_of(const TestCase& test_case) {
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const StudyScene scene = make_study_scene(test_case, false, settings, std::nullopt,
                                              std::vector<std::string>{"convex_cast"});
    const std::vector<RigidBody> bodies = make_rigid_bodies(scene);
    std::vector<Pose> poses;
    poses.reserve(test_case.bodies.size());
    for (const BodySetup& body : test_case.bodies) {
        poses.push_back(body.world_from_shape);
    }
    return find_scene_contacts(scene, settings.methods.find("convex_cast"),
                               settings.generators.at("convex_cast"),
                               {poses, bodies, test_case.time_step});
}

}  // namespace

TEST_CASE("a body in given parts is met in its notch, not at its hull", "[bound]") {
    // 2.5 m from the floor, 0.5 m from the hull, 3 m in a step.
    const std::vector<ContactPoint> contacts = cast_contacts_of(peg_in_channel());
    REQUIRE(contacts.size() == 4);
    for (const ContactPoint& contact : contacts) {
        CHECK(contact.separation == Approx(2.5).epsilon(1e-9));
        CHECK(contact.normal.y() == Approx(1.0).epsilon(1e-9));
        CHECK(contact.position.y() == Approx(1.25).epsilon(1e-9));
        CHECK(std::abs(contact.position.x()) == Approx(0.5).epsilon(1e-9));
    }
}

TEST_CASE("a body that is cut for its scene is met in its notch as well", "[bound]") {
    TestCase scene = peg_in_channel();
    scene.bodies[0].convex_parts = decompose_solid(make_surface(scene.bodies[0].shape));
    CHECK(scene.bodies[0].convex_parts.size() == 3);
    const std::vector<ContactPoint> contacts = cast_contacts_of(scene);
    REQUIRE(contacts.size() == 4);
    for (const ContactPoint& contact : contacts) {
        CHECK(contact.separation == Approx(2.5).epsilon(1e-9));
        CHECK(contact.normal.y() == Approx(1.0).epsilon(1e-9));
    }
}

TEST_CASE("casts refuse the same body without its parts", "[bound]") {
    TestCase scene = peg_in_channel();
    scene.bodies[0].convex_parts.clear();
    CHECK_THROWS_WITH(cast_contacts_of(scene), Catch::Contains("no convex parts of it are given"));
}

TEST_CASE("a peg against floor and wall has contacts with both parts", "[bound]") {
    TestCase scene = peg_in_channel();
    scene.bodies[1].world_from_shape.translation = Vec3(0.5, 1.0, 0.0);
    scene.bodies[1].linear_velocity.setZero();
    const std::vector<ContactPoint> contacts = cast_contacts_of(scene);
    CHECK(std::ranges::count_if(contacts, [](const ContactPoint& contact) {
              return contact.normal.y() > 1.0 - 1e-9;
          }) == 4);
    CHECK(std::ranges::count_if(contacts, [](const ContactPoint& contact) {
              return contact.normal.x() < -1.0 + 1e-9;
          }) == 4);
    CHECK(contacts.size() == 8);
}

TEST_CASE("a peg that slides along the floor has contacts with the wall ahead", "[bound]") {
    TestCase scene = peg_in_channel();
    scene.time_step = 0.01;
    scene.bodies[1].world_from_shape.translation = Vec3(0.45, 1.0, 0.0);
    scene.bodies[1].linear_velocity = Vec3(10.0, 0.0, 0.0);
    int on_floor = 0;
    int at_wall = 0;
    for (const ContactPoint& contact : cast_contacts_of(scene)) {
        on_floor += contact.normal.y() > 1.0 - 1e-9 ? 1 : 0;
        if (contact.normal.x() < -1.0 + 1e-6) {
            ++at_wall;
            CHECK(contact.separation == Approx(0.05).margin(1e-6));
        }
    }
    CHECK(on_floor == 4);
    CHECK(at_wall == 4);
    // Slower, it does not come there within the step.
    scene.bodies[1].linear_velocity = Vec3(4.0, 0.0, 0.0);
    CHECK(cast_contacts_of(scene).size() == 4);
}

TEST_CASE("casts go by given parts with noise on the vertices, too", "[bound]") {
    StudySettings settings = make_study_settings(Profile::Corrected);
    settings.vertex_noise = 1;
    CHECK(SceneRun(peg_in_channel(), "convex_cast", settings).simulation.step().contacts.size() ==
          4);
}

TEST_CASE("parts that are met at one time all have contacts, shared points once", "[bound]") {
    // The floor of the channel cut across, below the peg.
    TestCase scene = peg_in_channel();
    std::vector<HullShape>& parts = scene.bodies[0].convex_parts;
    const double cut = 0.1;
    HullShape left{{{-2, -1, 1}, {cut, -1, 1}, {cut, 0, 1}, {-1, 0, 1}}};
    HullShape right{{{cut, -1, 1}, {2, -1, 1}, {1, 0, 1}, {cut, 0, 1}}};
    for (HullShape* part : {&left, &right}) {
        for (int i = 0; i < 4; ++i) {
            part->points.emplace_back(part->points[i].x(), part->points[i].y(), -1.0);
        }
    }
    parts[0] = left;
    parts.push_back(right);
    check_convex_cut(make_surface(scene.bodies[0].shape), parts);
    const std::vector<ContactPoint> contacts = cast_contacts_of(scene);
    REQUIRE(contacts.size() == 6);  // four corners, and two at the cut
    for (const ContactPoint& contact : contacts) {
        CHECK(contact.separation == Approx(2.5).epsilon(1e-9));
        CHECK(contact.normal.y() == Approx(1.0).epsilon(1e-9));
    }
}

TEST_CASE("two boxes meet in the rectangle that they share", "[bound]") {
    const SupportShape lower = make_support_hull(make_box(Vec3(2.0, 1.0, 2.0)));
    const SupportShape upper = make_support_hull(make_box(Vec3(1.0, 1.0, 4.0)));
    const AffinePlacement above{Mat3::Identity(), Vec3(0.9, 1.001, 0.0)};
    const PlacedPair pair = place_pair(lower, {}, upper, above);
    const std::vector<Vec3> patch = contact_patch(pair, Vec3::UnitY(), 0.01, Vec3(0.7, 0.5, 0.0));
    REQUIRE(patch.size() == 4);
    for (const Vec3& point : patch) {
        CHECK(std::min(std::abs(point.x() - 0.4), std::abs(point.x() - 1.0)) < 1e-12);
        CHECK(std::abs(std::abs(point.z()) - 1.0) < 1e-12);
        CHECK(point.y() == 0.5);
    }
}
