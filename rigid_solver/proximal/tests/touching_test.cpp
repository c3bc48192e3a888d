// Contacts that touch while their bodies turn.

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "methods/testing/catch.h"
#include "rigid_solver/proximal/tests/solver_examples.h"
#include "rigid_solver/proximal/time_step.h"

using namespace touchstone;
using touchstone::testing::make_box_body;
using touchstone::testing::make_fixed_body;

namespace {

constexpr double kTouchTime = 0.01;  // [s]
constexpr double kTouchSpin = 3.0;   // of the plate [rad/s]
constexpr double kTouchHalf = 0.01;  // of the plate's thickness [m]

/// A plate that turns about z, and what a fixed tip below or above touches.
struct TurningPlate {
    SolverSettings settings;
    std::vector<RigidBody> bodies{make_fixed_body("tips"),
                                  make_box_body("plate", Vec3(0.2, 2.0 * kTouchHalf, 0.1), 1.0)};
    std::vector<ContactPoint> contacts;

    explicit TurningPlate(const Vec3& velocity) {
        settings.time_step = kTouchTime;
        settings.gravity = Vec3::Zero();
        settings.gap = GapRule::Close;
        settings.stepping = Stepping::SemiImplicit;
        settings.stagnation_tolerance = 1e-10;
        bodies[1].state.linear_velocity = velocity;
        bodies[1].state.angular_velocity = Vec3(0.0, 0.0, kTouchSpin);
    }

    /// Adds the contact with a tip at that place, where it touches the plate's lower or upper side.
    /// `exchanged`: the plate is body A of it.
    void touch(double x, double side, bool exchanged = false) {
        ContactPoint contact;
        contact.position = Vec3(x, side * kTouchHalf, 0.0);
        contact.normal = Vec3(0.0, -side, 0.0);
        contact.separation = -1e-6;
        contact.feature_a = {FeatureType::Vertex, {static_cast<int>(contacts.size()), -1, -1, -1}};
        contact.feature_b = {FeatureType::Face, {0, 1, side < 0.0 ? 2 : 3, -1}};
        contact.plane = TurningPlane{
            {Vec3::UnitX(), Vec3::UnitZ()}, {true, true}, contact.position, contact.position};
        contact.body_a = 0;
        contact.body_b = 1;
        if (exchanged) {
            contact.normal = -contact.normal;
            std::swap(contact.feature_a, contact.feature_b);
            std::swap(contact.body_a, contact.body_b);
            contact.plane->turns_with_b = {false, false};
        }
        contacts.push_back(contact);
    }
    StepReport take() { return step(bodies, query_poses(bodies, settings), contacts, settings); }
    double energy() const { return touchstone::energy(bodies, Vec3::Zero()).kinetic; }
    /// Returns the velocity of the plate's point below or above x, upwards.
    double rise(double x) const {
        return bodies[1].state.linear_velocity.y() + x * bodies[1].state.angular_velocity.z();
    }
};

}  // namespace

TEST_CASE("a plate that turns between two tips is not driven off both", "[motion]") {
    const double drift = GENERATE(0.0, -1e-4, 1e-4);
    for (const double friction : {0.0, 0.5}) {
        CAPTURE(drift, friction);
        TurningPlate plate(Vec3(0.0, drift, 0.0));
        plate.settings.friction = friction;
        plate.touch(0.0, -1.0);
        plate.touch(0.0, 1.0, true);
        const double before = plate.energy();
        const StepReport report = plate.take();
        CHECK(report.solve.stop != StopReason::AllSweeps);
        CHECK(std::ssize(report.solve.residuals) < 100);
        for (const ContactImpulse& impulse : report.impulses) {
            CHECK(impulse.normal < 2e-4);
        }
        CHECK(plate.energy() <= before * (1.0 + 1e-12));
    }
}

TEST_CASE("bodies that touch part for their turning as fast as they came together", "[motion]") {
    // A tip under the plate, which slides over it.
    const double slide = -1.0;
    // By which the turn of its lower side, and of the centre above the tip, closes the gap.
    const double closing =
        kTouchSpin * kTouchTime * (std::abs(slide) + 0.5 * kTouchSpin * kTouchHalf);
    const bool exchanged = GENERATE(false, true);
    const double restitution = GENERATE(0.0, 0.3);
    for (const double approach : {0.0, 0.3 * closing, 3.0 * closing}) {
        CAPTURE(exchanged, restitution, approach);
        TurningPlate plate(Vec3(-slide, -approach, 0.0));
        plate.settings.friction = 0.0;
        plate.settings.restitution = restitution;
        plate.touch(0.0, -1.0, exchanged);
        const double before = plate.energy();
        plate.take();
        const double found = plate.rise(0.0);
        CHECK(found >= std::min(approach, closing) - 2e-3 * closing);
        CHECK(found <=
              std::max(restitution * approach, std::min(approach, closing)) + 2e-3 * closing);
        CHECK(plate.energy() <= before * (1.0 + 1e-12));
    }
}

TEST_CASE("bodies that touch at no depth at all are held as others that touch", "[motion]") {
    double rises[2];
    for (const int i : {0, 1}) {
        TurningPlate plate(Vec3(1.0, -0.05, 0.0));
        plate.settings.friction = 0.0;
        plate.touch(0.02, -1.0);
        plate.contacts[0].separation = i == 0 ? 0.0 : -1e-9;
        plate.take();
        rises[i] = plate.rise(0.02);
    }
    CHECK(rises[0] > 1e-3);
    CHECK(std::abs(rises[0] - rises[1]) < 1e-6);
}

TEST_CASE("what touches is not pushed for a plane that differs from its normal", "[motion]") {
    // As of facets that lean against each other, whose contacts have their mean normal: the tip
    // would slide down the plane by two thousandths of its way.
    const double lean = 2e-3;
    const Vec3 normal = Vec3(std::sin(lean), std::cos(lean), 0.0);
    TurningPlate plate(Vec3(-1.0, -0.1, 0.0));
    plate.settings.friction = 0.0;
    plate.bodies[1].state.angular_velocity = Vec3(0.0, 0.0, 1e-3);
    plate.touch(0.0, -1.0);
    plate.contacts[0].normal = normal;
    plate.take();
    CHECK(std::abs(normal.dot(plate.bodies[1].state.linear_velocity)) < 5e-5);
}
