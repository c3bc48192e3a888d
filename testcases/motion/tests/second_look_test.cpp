// A step that is solved again with contacts that its impact turns a body towards.

#include "testcases/motion/second_look.h"

#include <utility>
#include <vector>

#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"

namespace touchstone {
namespace {

constexpr double kLookStep = 0.01;       // [s]
constexpr double kLookEnvelope = 0.001;  // [m]

std::optional<TimeSpan> always_facing(const ContactPoint&, const Collider&, const Collider&,
                                      const Query&) {
    return TimeSpan{0.0, kLookStep};
}

/// A plate over a floor that gets a spin in the step. What a second look finds is made up.
struct Struck {
    Generator method;
    CollisionShape shape = make_facet_shape(make_box({1.0, 0.1, 1.0}));
    SolverSettings settings;
    std::vector<Pose> poses{Pose{}, Pose{}};
    std::vector<RigidBody> bodies;
    std::vector<ContactPoint> contacts;
    std::vector<ContactPoint> found;  ///< by a second look
    double push = 1.0;                ///< impulse of each contact [N s]
    double spin = 10.0;               ///< that each solve leaves [rad/s]
    int passing = 0;                  ///< number of contacts that each solve lets go
    int looks = 0;
    int solves = 0;

    Struck() {
        method.facing_time = &always_facing;
        method.looks_ahead = true;
        method.envelope = [](const MethodSettings&, const ShapeSizes&) { return kLookEnvelope; };
        settings.gap = GapRule::Close;
        settings.time_step = kLookStep;
        RigidBody floor;
        floor.fixed = true;
        RigidBody plate;
        plate.mass = 1.0;
        plate.inertia = Mat3::Identity();
        plate.state.linear_velocity = Vec3(0.0, -5.0, 0.0);
        bodies = {floor, plate};
    }

    static ContactPoint contact(FeatureType of_plate, const Vec3& position) {
        ContactPoint result;
        result.body_a = 0;
        result.body_b = 1;
        result.position = position;
        result.normal = Vec3::UnitY();
        result.separation = 0.01;
        result.feature_a = {FeatureType::Face, {0, 1, 2, -1}};
        result.feature_b = {of_plate, {0, -1, -1, -1}};
        return result;
    }

    StepReport run() {
        return solve_with_second_look({
            .bodies = bodies,
            .contacts = contacts,
            .start = {},
            .settings = settings,
            .solve =
                [&](std::span<const ContactImpulse>) {
                    ++solves;
                    bodies[1].state.angular_velocity = Vec3(0.0, 0.0, spin);
                    StepReport report;
                    report.impulses.assign(contacts.size(), {push, 0.0, 0.0, 0.0});
                    report.solve.residuals = {1.0, 0.5};
                    report.solve.passing = passing;
                    return report;
                },
            .asked =
                [&](std::span<const ContactPoint> asked) {
                    return StepQuery{method, Query{}, asked, poses,
                                     [&](int) -> const CollisionShape& { return shape; }};
                },
            .find =
                [&](const std::vector<bool>& turned) {
                    ++looks;
                    CHECK(turned == std::vector<bool>{false, true});
                    return found;
                },
        });
    }
};

}  // namespace

TEST_CASE("the other corners of a region that is known in part are added", "[second_look]") {
    Struck struck;
    struck.contacts = {Struck::contact(FeatureType::Face, Vec3::Zero())};
    struck.found = {Struck::contact(FeatureType::Face, Vec3(0.1 * kLookEnvelope, 0.0, 0.0)),
                    Struck::contact(FeatureType::Face, Vec3(-0.5, 0.0, 0.0))};
    const StepReport report = struck.run();
    REQUIRE(struck.contacts.size() == 2);
    CHECK(struck.contacts[1].position.x() == -0.5);
    CHECK(report.impulses.size() == 2);
    CHECK(struck.solves == 2);
    CHECK(struck.looks == 2);                   // the second adds nothing
    CHECK(report.solve.residuals.size() == 4);  // of both solves
}

TEST_CASE("a place that has a contact gets none of other features", "[second_look]") {
    Struck struck;
    struck.contacts = {Struck::contact(FeatureType::Vertex, Vec3::Zero())};
    struck.found = {Struck::contact(FeatureType::Face, Vec3(0.1 * kLookEnvelope, 0.0, 0.0))};
    struck.run();
    CHECK(struck.contacts.size() == 1);
    CHECK(struck.solves == 1);

    // One that faces elsewhere is another contact.
    Struck other;
    other.contacts = struck.contacts;
    other.found = struck.found;
    other.found[0].normal = Vec3(0.1, 1.0, 0.0).normalized();
    other.run();
    CHECK(other.contacts.size() == 2);
}

TEST_CASE("what a body meets beside a contact that was let go is added", "[second_look]") {
    Struck struck;
    struck.contacts = {Struck::contact(FeatureType::Vertex, Vec3::Zero())};
    struck.found = {Struck::contact(FeatureType::Edge, Vec3(-0.5, 0.0, 0.0))};
    struck.spin = 0.0;
    struck.push = 0.0;
    struck.passing = 1;
    SECTION("where the plane of its features is passed") {
        struck.run();
        CHECK(struck.contacts.size() == 2);
        CHECK(struck.solves == 2);
    }
    SECTION("but not where they would not meet in the step anyway") {
        struck.bodies[1].state.linear_velocity.setZero();
        struck.run();
        CHECK(struck.looks == 0);
    }
    SECTION("nor where they push") {
        struck.push = 1.0;
        struck.run();
        CHECK(struck.looks == 0);
    }
    SECTION("nor where none is let go") {
        struck.passing = 0;
        struck.run();
        CHECK(struck.looks == 0);
    }
}

TEST_CASE("nobody looks again without an impact, or where nothing can be told", "[second_look]") {
    Struck struck;
    struck.contacts = {Struck::contact(FeatureType::Vertex, Vec3::Zero())};
    struck.found = {Struck::contact(FeatureType::Face, Vec3(-0.5, 0.0, 0.0))};
    SECTION("free turning") { struck.push = 0.0; }
    SECTION("no facing times") { struck.method.facing_time = nullptr; }
    SECTION("gaps are ignored") { struck.settings.gap = GapRule::Ignore; }
    struck.run();
    CHECK(struck.looks == 0);
    CHECK(struck.solves == 1);
    CHECK(struck.contacts.size() == 1);
}

}  // namespace touchstone
