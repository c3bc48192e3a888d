// Contacts ahead whose features pass beside each other once the step is solved.

#include <cmath>
#include <optional>
#include <vector>

#include "methods/testing/catch.h"
#include "rigid_solver/proximal/tests/solver_examples.h"
#include "rigid_solver/proximal/time_step.h"

using namespace touchstone;
using touchstone::testing::make_box_body;
using touchstone::testing::make_fixed_body;

namespace {

constexpr double kLandingTime = 0.02;  // [s]
constexpr double kLandingGap = 0.005;  // [m]

/// A box that comes down with 1 m/s on a contact with the floor, 5 mm below one of its points.
struct Landing {
    SolverSettings settings;
    std::vector<RigidBody> bodies{make_fixed_body("floor"),
                                  make_box_body("box", Vec3(0.1, 0.1, 0.1), 1.0)};
    std::vector<ContactPoint> contacts{ContactPoint{}};

    /// `aside`: distance of the point from below the centre of mass [m].
    explicit Landing(double aside) {
        settings.time_step = kLandingTime;
        settings.gravity = Vec3::Zero();
        settings.friction = 0.0;
        settings.gap = GapRule::Close;
        settings.stepping = Stepping::SemiImplicit;
        bodies[1].state.world_from_body.translation = Vec3(0.0, kLandingGap + 0.05, 0.0);
        bodies[1].state.linear_velocity = -Vec3::UnitY();
        ContactPoint& contact = contacts[0];
        contact.position = Vec3(aside, 0.5 * kLandingGap, 0.0);
        contact.normal = Vec3::UnitY();
        contact.separation = kLandingGap;
        contact.feature_a = {FeatureType::Face, {0, 1, 2, -1}};
        contact.feature_b = {FeatureType::Vertex, {0, -1, -1, -1}};
        contact.body_a = 0;
        contact.body_b = 1;
    }

    StepReport take(const FacingTimes& facing) {
        return step(bodies, query_poses(bodies, settings), contacts, settings, {}, facing);
    }
    const Vec3& velocity() const { return bodies[1].state.linear_velocity; }
    double spin() const { return bodies[1].state.angular_velocity.norm(); }
    double energy() const { return touchstone::energy(bodies, Vec3::Zero()).kinetic; }
};

std::optional<TimeSpan> in_whole_landing(int, const StepMotion&, const StepMotion&) {
    return TimeSpan{0.0, kLandingTime};
}

}  // namespace

TEST_CASE("features that lie over each other in all of the step are held as without a look",
          "[motion]") {
    Landing looked(0.05);
    Landing plain(0.05);
    const StepReport report = looked.take(&in_whole_landing);
    CHECK(report.impulses[0].normal == plain.take({}).impulses[0].normal);
    CHECK(report.impulses[0].normal > 0.0);
    CHECK(report.solve.passing == 0);
    CHECK(looked.velocity() == plain.velocity());
}

TEST_CASE("features that pass beside each other are let go", "[motion]") {
    Landing landing(0.05);
    const StepReport report = landing.take(
        [](int, const StepMotion&, const StepMotion&) { return std::optional<TimeSpan>(); });
    CHECK(report.impulses[0].normal == 0.0);
    CHECK(report.solve.passing == 1);
    CHECK(landing.velocity().isApprox(-Vec3::UnitY()));
}

TEST_CASE("a gap is closed until features part, and no farther", "[motion]") {
    // They part after half of the step: the gap is closed in it, and the body goes on.
    Landing landing(0.0);
    const StepReport report = landing.take([](int, const StepMotion&, const StepMotion&) {
        return std::optional(TimeSpan{0.0, 0.5 * kLandingTime});
    });
    CHECK(report.solve.passing == 1);
    CHECK(landing.velocity().y() == Approx(-kLandingGap / (0.5 * kLandingTime)));
}

TEST_CASE("bodies that nothing else acts on fly past each other where no gap closes", "[motion]") {
    // The features come to lie over each other when they have passed.
    const auto too_late = [](int, const StepMotion&, const StepMotion&) {
        return std::optional(TimeSpan{0.5 * kLandingTime, kLandingTime});
    };
    Landing later(0.0);
    const StepReport report = later.take(too_late);
    CHECK(report.impulses[0].normal == 0.0);
    CHECK(report.solve.passing == 1);
    CHECK(later.velocity().y() == -1.0);

    // So they do, but another contact of the same bodies closes its gap.
    Landing held(0.0);
    held.contacts.push_back(held.contacts[0]);
    held.contacts[1].feature_b.vertices[0] = 1;
    held.take([&](int contact, const StepMotion& a, const StepMotion& b) {
        return contact == 0 ? too_late(contact, a, b) : in_whole_landing(contact, a, b);
    });
    CHECK(held.velocity().y() == Approx(-kLandingGap / kLandingTime));

    // Something else acts on the body: a wall that it flies into.
    Landing stopped(0.0);
    stopped.bodies.push_back(make_fixed_body("wall"));
    stopped.bodies[1].state.linear_velocity.x() = 1.0;
    ContactPoint wall = stopped.contacts[0];
    wall.position = Vec3(0.05, kLandingGap + 0.05, 0.0);
    wall.normal = Vec3::UnitX();
    wall.separation = 0.0;
    wall.body_a = 1;
    wall.body_b = 2;
    stopped.contacts.push_back(wall);
    stopped.take([&](int contact, const StepMotion& a, const StepMotion& b) {
        return contact == 0 ? too_late(contact, a, b) : in_whole_landing(contact, a, b);
    });
    CHECK(stopped.velocity().y() == Approx(-kLandingGap / kLandingTime));
    CHECK(std::abs(stopped.velocity().x()) < 1e-9);
}

TEST_CASE("a body that an impact turns past what it would meet without one just touches it",
          "[motion]") {
    Landing held(0.05);
    held.take({});
    const double limit = GENERATE(0.2, 0.5, 0.9) * held.spin();
    Landing landing(0.05);
    const double before = landing.energy();
    const StepReport report = landing.take([limit](int, const StepMotion&, const StepMotion& box) {
        return box.angular_velocity.norm() > limit ? std::nullopt
                                                   : std::optional(TimeSpan{0.0, kLandingTime});
    });
    CAPTURE(limit, held.spin(), report.solve.residuals.size());
    CHECK(report.solve.passing == 1);
    CHECK(std::abs(landing.spin() - limit) < 0.05 * held.spin());
    CHECK(landing.energy() < before);
}

TEST_CASE("what touches is held until it parts, and is not one that passes", "[motion]") {
    Landing landing(0.0);
    landing.contacts[0].separation = -1e-4;
    const StepReport report = landing.take([](int, const StepMotion&, const StepMotion&) {
        return std::optional(TimeSpan{0.0, 0.5 * kLandingTime});
    });
    CHECK(report.solve.passing == 0);
    CHECK(std::abs(landing.velocity().y()) < 1e-9);
}

TEST_CASE("a part of the step in which the gap closes no later counts as all of it", "[motion]") {
    // In free flight it closes after a quarter of the step.
    Landing landing(0.0);
    const StepReport report = landing.take([](int, const StepMotion&, const StepMotion&) {
        return std::optional(TimeSpan{0.2 * kLandingTime, kLandingTime});
    });
    CHECK(report.solve.passing == 0);
    CHECK(landing.velocity().y() == Approx(-kLandingGap / kLandingTime));
}

TEST_CASE("no speed rises that nothing looks at again", "[motion]") {
    // Features that pass where the box is held, and meet where it is not.
    Landing held(0.05);
    held.take({});
    const double limit = 0.5 * held.spin();
    Landing landing(0.05);
    landing.settings.max_sweeps = GENERATE(1, 2, 3, 4, 5, 8, 16);
    CAPTURE(landing.settings.max_sweeps);
    landing.take([limit](int, const StepMotion&, const StepMotion& box) {
        return box.angular_velocity.norm() > limit ? std::nullopt
                                                   : std::optional(TimeSpan{0.0, kLandingTime});
    });
    const double closed =
        -kLandingTime * landing.velocity().y() - 0.05 * kLandingTime * landing.spin();
    CHECK((landing.spin() > limit || closed < 1.05 * kLandingGap));
}

TEST_CASE("a contact at rest whose features pass is let go, however small its gap is", "[motion]") {
    Landing landing(0.0);
    landing.settings.gravity = Vec3(0.0, -9.81, 0.0);
    landing.bodies[1].state.linear_velocity = Vec3::Zero();
    landing.contacts[0].separation = 1e-12;
    landing.take([](int, const StepMotion&, const StepMotion&) { return std::nullopt; });
    CHECK_THAT(landing.velocity().y(), Catch::Matchers::WithinRel(-9.81 * kLandingTime, 1e-9));
}
