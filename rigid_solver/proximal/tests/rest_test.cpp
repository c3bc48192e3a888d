#include "rigid_solver/proximal/rest.h"

#include <Eigen/LU>
#include <cmath>
#include <vector>

#include "methods/testing/catch.h"
#include "rigid_solver/proximal/tests/solver_examples.h"
#include "rigid_solver/proximal/time_step.h"

namespace touchstone {
namespace {

using testing::corner_contacts;
using testing::make_box_body;
using testing::make_fixed_body;

SolverSettings warm_settings() {
    SolverSettings settings;
    settings.gap = GapRule::Close;
    settings.warm_start = true;
    settings.acceleration = Acceleration::Conjugate;
    settings.stagnation_tolerance = 1e-10;
    settings.max_sweeps = 100;
    return settings;
}

/// A brick of 0.6 × 0.2 × 0.4 m on a block that ends at x = 0, its centre at x = `over`.
class BrickOnEdge {
 public:
    explicit BrickOnEdge(double over) {
        bodies.push_back(make_fixed_body("block"));
        bodies.push_back(make_box_body("brick", {0.6, 0.2, 0.4}, 40.0));
        bodies[1].state.world_from_body.translation = {over, 0.1, 0.0};
    }

    void step(const SolverSettings& settings) {
        const std::vector<Pose> poses = query_poses(bodies, settings);
        std::vector<ContactPoint> contacts;
        for (const double z : {-0.2, 0.2}) {
            const Vec3 corner = poses[1] * Vec3(-0.3, -0.1, z);
            contacts.push_back(contact(corner, Vec3::UnitY(), corner.y()));
            const Vec3 edge(0.0, 0.0, z);
            contacts.push_back(contact(
                edge, poses[1].rotation * Vec3::UnitY(),
                -0.1 - (poses[1].rotation.conjugate() * (edge - poses[1].translation)).y()));
        }
        const StepReport report =
            touchstone::step(bodies, poses, contacts, settings,
                             last_.empty() ? std::vector<ContactImpulse>() : last_);
        last_ = report.impulses;
    }

    std::vector<RigidBody> bodies;

 private:
    static ContactPoint contact(const Vec3& position, const Vec3& normal, double separation) {
        ContactPoint contact;
        contact.body_a = 0;
        contact.body_b = 1;
        contact.position = position;
        contact.normal = normal;
        contact.separation = separation;
        return contact;
    }

    std::vector<ContactImpulse> last_;
};

/// Makes a tower of boxes of 0.2 m on a fixed floor, each of the mass given.
std::vector<RigidBody> make_tower(const std::vector<double>& masses) {
    std::vector<RigidBody> bodies{make_fixed_body("floor")};
    for (std::size_t i = 0; i < masses.size(); ++i) {
        bodies.push_back(make_box_body("box", Vec3::Constant(0.2), masses[i]));
        bodies.back().state.world_from_body.translation.y() = 0.2 * static_cast<double>(i) + 0.1;
    }
    return bodies;
}

std::vector<ContactPoint> tower_contacts(const std::vector<RigidBody>& bodies) {
    std::vector<ContactPoint> contacts;
    for (int i = 1; i < std::ssize(bodies); ++i) {
        const std::vector<ContactPoint> corners = corner_contacts(
            i - 1, i, bodies[i].state.world_from_body, Vec3::Constant(0.2), 0.2 * (i - 1));
        contacts.insert(contacts.end(), corners.begin(), corners.end());
    }
    return contacts;
}

}  // namespace

TEST_CASE("a tower at rest begins with the impulses that hold it", "[rest]") {
    const std::vector<double> masses{3.0, 1000.0, 2.0, 50.0, 1.0, 700.0};
    std::vector<RigidBody> bodies = make_tower(masses);
    const std::vector<ContactPoint> contacts = tower_contacts(bodies);
    SolverSettings settings = warm_settings();
    settings.max_sweeps = 1;
    const StepReport report = step(bodies, query_poses(bodies, settings), contacts, settings);
    REQUIRE(report.solve.residuals.size() == 1);
    double above = 0.0;
    for (int i = static_cast<int>(masses.size()); i-- > 0;) {
        above += masses[i] * 9.82 * settings.time_step;
        double sum = 0.0;
        for (int k = 4 * i; k < 4 * i + 4; ++k) {
            sum += report.impulses[k].normal;
        }
        CHECK(std::abs(sum - above) <= 1e-10 * above);
    }
    for (const RigidBody& body : bodies) {
        CHECK(body.state.linear_velocity.norm() <= 1e-11);
    }

    SECTION("and with none it has no more than one sweep can pass on") {
        std::vector<RigidBody> cold = make_tower(masses);
        settings.warm_start = false;
        step(cold, query_poses(cold, settings), contacts, settings);
        CHECK(cold[2].state.linear_velocity.norm() > 1e-3);
    }
}

TEST_CASE("a stone that needs its neighbour begins with finite impulses", "[rest]") {
    // Two boxes that lean on each other, A on B by one contact and B on A by the next.
    std::vector<SolveBody> bodies(2);
    for (SolveBody& body : bodies) {
        body.inverse_mass = 0.1;
        body.inverse_inertia = Mat3::Identity();
        body.linear_free = {0.0, -0.1, 0.0};
    }
    std::vector<ContactPoint> contacts(2);
    contacts[0].body_a = 0;
    contacts[0].body_b = 1;
    contacts[0].normal = Vec3(0.6, 0.8, 0.0);
    contacts[1].body_a = 1;
    contacts[1].body_b = 0;
    contacts[1].normal = Vec3(-0.6, 0.8, 0.0);
    const std::vector<ContactImpulse> impulses =
        resting_impulses(bodies, contacts, warm_settings());
    REQUIRE(impulses.size() == 2);
    for (const ContactImpulse& impulse : impulses) {
        CHECK(std::isfinite(impulse.normal));
        CHECK(std::isfinite(impulse.tangent));
        CHECK(std::isfinite(impulse.binormal));
        CHECK(impulse.normal >= 0.0);
    }

    SECTION("and with zeros where there is no gravity") {
        SolverSettings weightless = warm_settings();
        weightless.gravity = Vec3::Zero();
        CHECK(resting_impulses(bodies, contacts, weightless)[0].normal == 0.0);
    }
}

TEST_CASE("a tower that nothing bears falls as one from the first step on", "[rest]") {
    std::vector<RigidBody> bodies = make_tower({3.0, 1000.0, 2.0});
    std::vector<ContactPoint> contacts = tower_contacts(bodies);
    for (ContactPoint& contact : contacts) {
        contact.separation = 0.0;
    }
    SECTION("without a floor") { contacts.erase(contacts.begin(), contacts.begin() + 4); }
    SECTION("with a floor that is farther than it falls in the step") {
        for (int k = 0; k < 4; ++k) {
            contacts[k].separation = 0.01;
        }
    }
    const SolverSettings settings = warm_settings();
    const StepReport report = step(bodies, query_poses(bodies, settings), contacts, settings);
    CHECK(report.solve.residuals.size() == 1);
    for (const ContactImpulse& impulse : report.impulses) {
        CHECK(impulse.normal <= 1e-12);
    }
    for (std::size_t i = 1; i < bodies.size(); ++i) {
        const Vec3 due = settings.time_step * settings.gravity;
        CHECK((bodies[i].state.linear_velocity - due).norm() <= 1e-12);
    }
}

TEST_CASE("a tower beside what moves begins with the impulses that hold it", "[rest]") {
    std::vector<RigidBody> bodies = make_tower({3.0, 1000.0, 2.0});
    std::vector<ContactPoint> contacts = tower_contacts(bodies);
    bodies.push_back(make_box_body("bullet", Vec3::Constant(0.2), 1.0));
    bodies.back().state.world_from_body.translation.y() = 0.701;
    bodies.back().state.linear_velocity.x() = 5.0;
    ContactPoint ahead = contacts.back();
    ahead.body_a = 3;
    ahead.body_b = 4;
    ahead.position.y() = 0.6005;
    ahead.separation = 0.001;
    contacts.push_back(ahead);
    SolverSettings settings = warm_settings();
    settings.max_sweeps = 1;
    step(bodies, query_poses(bodies, settings), contacts, settings);
    for (int i = 1; i <= 3; ++i) {
        CHECK(bodies[i].state.linear_velocity.norm() <= 1e-11);
    }
    CHECK(bodies[4].state.linear_velocity.x() == 5.0);
}

TEST_CASE("what a tower begins with does not hang on the rule for the step lengths", "[rest]") {
    for (const RStrategy strategy : {RStrategy::Global, RStrategy::LocalRows, RStrategy::Blocked}) {
        std::vector<RigidBody> bodies = make_tower({1.0, 1.0});
        SolverSettings settings = warm_settings();
        settings.r_strategy = strategy;
        const std::vector<ContactPoint> contacts = tower_contacts(bodies);
        std::vector<SolveBody> still(3);
        for (int i = 1; i < 3; ++i) {
            still[i].center_of_mass = bodies[i].state.world_from_body.translation;
            still[i].inverse_mass = 1.0 / bodies[i].mass;
            still[i].inverse_inertia = bodies[i].inertia.inverse();
            still[i].linear_free = settings.time_step * settings.gravity;
        }
        double sum = 0.0;
        for (const ContactImpulse& impulse : resting_impulses(still, contacts, settings)) {
            CHECK(std::isfinite(impulse.tangent));
            sum += impulse.normal;
        }
        CHECK(std::abs(sum - 3.0 * 0.0982) <= 1e-12);
    }
}

TEST_CASE("however coarse the sweeps, only what is tiny goes on resting", "[rest]") {
    std::vector<RigidBody> bodies = make_tower({5.0});
    SolverSettings settings = warm_settings();
    settings.stagnation_tolerance = 0.01;
    settings.friction = 0.0;
    settings.gravity = {0.05, -9.82, 0.0};
    const std::vector<ContactPoint> contacts = tower_contacts(bodies);
    step(bodies, query_poses(bodies, settings), contacts, settings);
    CHECK(std::abs(bodies[1].state.linear_velocity.x() - 5e-4) <= 1e-12);
}

TEST_CASE("a brick that is balanced on an edge keeps its balance", "[rest]") {
    BrickOnEdge brick(0.0);
    const Pose start = brick.bodies[1].state.world_from_body;
    for (int i = 0; i < 3000; ++i) {
        brick.step(warm_settings());
    }
    const BodyState& state = brick.bodies[1].state;
    CHECK(state.world_from_body.translation == start.translation);
    CHECK(state.world_from_body.rotation.coeffs() == start.rotation.coeffs());
    CHECK(state.linear_velocity.isZero(0.0));
}

TEST_CASE("a brick whose centre is past the edge by a micrometre tips", "[rest]") {
    BrickOnEdge brick(1e-6);
    for (int i = 0; i < 200; ++i) {
        brick.step(warm_settings());
    }
    // θ'' = m g over / I about the edge, and grows with the lean.
    const double squared = 9.82 * 0.1 / ((0.36 + 0.04) / 12.0 + 0.01);
    const double lean = 1e-6 / 0.1 * (std::cosh(std::sqrt(squared) * 2.0) - 1.0);
    const double found = 2.0 * std::abs(brick.bodies[1].state.world_from_body.rotation.z());
    CHECK(found > 0.8 * lean);
    CHECK(found < 1.2 * lean);
}

TEST_CASE("a box on a slope that is too steep by a thousandth begins to slide", "[rest]") {
    for (const double share : {1.0, -1.0}) {
        std::vector<RigidBody> bodies = make_tower({5.0});
        SolverSettings settings = warm_settings();
        const double slope = settings.friction * (1.0 + 1e-3 * share);
        const double angle = std::atan(slope);
        settings.gravity = 9.82 * Vec3(std::sin(angle), -std::cos(angle), 0.0);
        std::vector<ContactImpulse> last;
        for (int i = 0; i < 100; ++i) {
            const std::vector<Pose> poses = query_poses(bodies, settings);
            const std::vector<ContactPoint> contacts =
                corner_contacts(0, 1, poses[1], Vec3::Constant(0.2), 0.0);
            last = step(bodies, poses, contacts, settings, last).impulses;
        }
        const double due = 9.82 * std::cos(angle) * 1e-3 * settings.friction;  // after 1 s
        const double found = bodies[1].state.linear_velocity.x();
        if (share > 0.0) {
            CHECK(std::abs(found - due) <= 0.05 * due);
        } else {
            CHECK(found == 0.0);
        }
    }
}

TEST_CASE("what moves keeps all that it pushes from resting", "[rest]") {
    const SolverSettings settings = warm_settings();
    std::vector<SolveBody> bodies(4);
    for (int i = 1; i < 4; ++i) {
        bodies[i].inverse_mass = 1.0;
        bodies[i].inverse_inertia = Mat3::Identity();
    }
    std::vector<ContactPoint> contacts(3);
    for (int i = 0; i < 3; ++i) {
        contacts[i].body_a = i;
        contacts[i].body_b = i + 1;
        contacts[i].normal = Vec3::UnitY();
    }
    SolveResult found;
    found.impulses.assign(3, {.normal = 1.0});
    found.linear_change.assign(4, Vec3::Zero());
    found.angular_change.assign(4, Vec3::Zero());
    found.report.stop = StopReason::Stagnation;
    const auto rests = [&] { return resting_bodies(bodies, contacts, found, settings); };
    const std::vector<bool> all{false, true, true, true};
    const std::vector<bool> none(4, false);
    CHECK(rests() == all);

    found.linear_change[3] = {0.0, 0.9e-10, 0.0};
    CHECK(rests() == all);
    found.linear_change[3] = {0.0, 1.1e-10, 0.0};
    CHECK(rests() == none);

    SECTION("unless it does not push them") {
        found.impulses[1].normal = 0.0;
        CHECK(rests() == std::vector<bool>{false, true, false, false});
    }
    SECTION("as does what turns, or moved before") {
        found.linear_change[3].setZero();
        found.angular_change[3] = {0.0, 0.0, 1.1e-10};
        CHECK(rests() == none);
        found.angular_change[3].setZero();
        bodies[2].linear_velocity = {1.1e-10, 0.0, 0.0};
        found.linear_change[2] = {-1.1e-10, 0.0, 0.0};
        CHECK(rests() == none);
    }
    SECTION("and sweeps that were not to settle tell nothing") {
        found.linear_change[3].setZero();
        found.report.stop = StopReason::AllSweeps;
        CHECK(rests() == none);
    }
}

}  // namespace touchstone
