#include "rigid_solver/proximal/contact_solve.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "rigid_solver/proximal/tests/solver_examples.h"
#include "rigid_solver/proximal/time_step.h"

namespace touchstone {
namespace {

using Catch::Contains;
using testing::make_random_problem;
using testing::RandomProblem;

std::vector<SolveBody> solve_bodies(const std::vector<RigidBody>& bodies) {
    std::vector<SolveBody> result;
    for (const RigidBody& body : bodies) {
        SolveBody each;
        each.center_of_mass = body.state.world_from_body * body.state.center_of_mass;
        if (!body.fixed) {
            each.linear_velocity = body.state.linear_velocity;
            each.angular_velocity = body.state.angular_velocity;
            each.linear_free = Vec3(0.0, -0.0982, 0.0);
            each.inverse_mass = 1.0 / body.mass;
            each.inverse_inertia = world_inertia(body, body.state.world_from_body).inverse();
        }
        result.push_back(each);
    }
    return result;
}

/// The textbook form: J as one dense matrix over all bodies, A = J W Jᵀ formed, and the iteration
/// row by row as written. Local strategy, disc, no divergence rule.
struct DenseProblem {
    Eigen::MatrixXd jacobian;
    Eigen::MatrixXd inverse_mass;
    Eigen::VectorXd b;
    Eigen::VectorXd lambda;

    DenseProblem(const std::vector<SolveBody>& bodies, const std::vector<ContactPoint>& contacts) {
        const Eigen::Index n = 3 * std::ssize(contacts);
        const Eigen::Index m = 6 * std::ssize(bodies);
        jacobian = Eigen::MatrixXd::Zero(n, m);
        inverse_mass = Eigen::MatrixXd::Zero(m, m);
        Eigen::VectorXd velocity(m);
        for (int i = 0; i < std::ssize(bodies); ++i) {
            inverse_mass.block<3, 3>(6 * i, 6 * i).diagonal().setConstant(bodies[i].inverse_mass);
            inverse_mass.block<3, 3>(6 * i + 3, 6 * i + 3) = bodies[i].inverse_inertia;
            velocity.segment<3>(6 * i) = bodies[i].linear_velocity + bodies[i].linear_free;
            velocity.segment<3>(6 * i + 3) = bodies[i].angular_velocity + bodies[i].angular_free;
        }
        for (int k = 0; k < std::ssize(contacts); ++k) {
            const ContactFrame frame = contact_frame(contacts[k].normal);
            int row = 3 * k;
            for (const Vec3& axis : {frame.normal, frame.tangent, frame.binormal}) {
                for (const auto& [body, sign] :
                     {std::pair{contacts[k].body_a, -1.0}, std::pair{contacts[k].body_b, 1.0}}) {
                    const Vec3 arm = contacts[k].position - bodies[body].center_of_mass;
                    jacobian.row(row).segment<3>(6 * body) = sign * axis;
                    jacobian.row(row).segment<3>(6 * body + 3) = sign * arm.cross(axis);
                }
                ++row;
            }
        }
        b = jacobian * velocity;
        lambda = Eigen::VectorXd::Zero(n);
    }

    void sweep(double friction) {
        const Eigen::MatrixXd a = jacobian * inverse_mass * jacobian.transpose();
        for (Eigen::Index k = 0; k < lambda.size(); k += 3) {
            const Vec3 velocity = a.middleRows(k, 3) * lambda + b.segment<3>(k);
            Vec3 z = lambda.segment<3>(k);
            z[0] -= velocity[0] / a(k, k);
            z.tail<2>() -= velocity.tail<2>() / std::max(a(k + 1, k + 1), a(k + 2, k + 2));
            z[0] = std::max(0.0, z[0]);
            const double size = std::hypot(z[1], z[2]);
            if (size > friction * z[0]) {
                z.tail<2>() *= friction * z[0] / size;
            }
            lambda.segment<3>(k) = z;
        }
    }
};

SolverSettings sweeps(int count) {
    SolverSettings settings;
    settings.max_sweeps = count;
    return settings;
}

void check_cone(const std::vector<ContactImpulse>& impulses, double friction, bool ball) {
    for (const ContactImpulse& impulse : impulses) {
        const double torsion = ball ? impulse.torsion : 0.0;
        CHECK(impulse.normal >= 0.0);
        CHECK(std::hypot(impulse.tangent, impulse.binormal, torsion) <=
              friction * impulse.normal * (1.0 + 1e-12));
        CHECK((ball || impulse.torsion == 0.0));
    }
}

}  // namespace

TEST_CASE("contact_frame is orthonormal and right-handed for any normal", "[solver]") {
    const Vec3 normal = GENERATE(Vec3(1.0, 0.0, 0.0), Vec3(0.0, -1.0, 0.0), Vec3(0.0, 0.0, 1.0),
                                 Vec3(1.0, 1.0, 1.0), Vec3(-0.3, 0.8, -0.1), Vec3(1e-9, 1.0, 0.0))
                            .normalized();
    const ContactFrame frame = contact_frame(normal);
    Mat3 axes;
    axes << frame.tangent, frame.binormal, frame.normal;
    CHECK((axes.transpose() * axes - Mat3::Identity()).norm() < 1e-14);
    // s = t × n, so (t, s, n) has the opposite orientation.
    CHECK(axes.determinant() == Approx(-1.0));
}

TEST_CASE("solve_contacts does sweep for sweep what the textbook's dense form does", "[solver]") {
    const int seed = GENERATE(range(1, 6));
    const int count = GENERATE(1, 2, 7, 40);
    const RandomProblem problem = make_random_problem(seed, 5, 6);
    const std::vector<SolveBody> bodies = solve_bodies(problem.bodies);
    DenseProblem dense(bodies, problem.contacts);
    double last = std::numeric_limits<double>::infinity();
    for (int i = 0; i < count; ++i) {
        const Eigen::VectorXd before = dense.lambda;
        dense.sweep(0.5);
        const double residual = (dense.lambda - before).cwiseAbs().maxCoeff();
        if (residual > last) {
            return;  // from here on the divergence rule changes the iteration
        }
        last = residual;
    }
    const SolveResult result = solve_contacts(bodies, problem.contacts, sweeps(count));
    REQUIRE(result.report.divergences == 0);
    CHECK(result.report.residuals.back() == Approx(last).margin(1e-13));
    for (int k = 0; k < std::ssize(problem.contacts); ++k) {
        CAPTURE(seed, count, k);
        CHECK(result.impulses[k].normal == Approx(dense.lambda[3 * k]).margin(1e-11));
        CHECK(result.impulses[k].tangent == Approx(dense.lambda[3 * k + 1]).margin(1e-11));
        CHECK(result.impulses[k].binormal == Approx(dense.lambda[3 * k + 2]).margin(1e-11));
    }
}

TEST_CASE("the velocity change is that of the impulses, also after rejected sweeps", "[solver]") {
    // R is far too large, so the rule must reject sweeps and shrink it. If w were not rolled back
    // with λ, the sweeps would continue from a velocity that belongs to no impulses.
    SolverSettings settings = sweeps(GENERATE(1, 3, 50, 1000));
    settings.r_strategy =
        GENERATE(RStrategy::Local, RStrategy::Global, RStrategy::LocalRows, RStrategy::Blocked);
    settings.friction_model = GENERATE(FrictionModel::Disc, FrictionModel::TorsionBall);
    settings.global_r = 40.0;
    const RandomProblem problem = make_random_problem(7, 6, 5);
    const std::vector<SolveBody> bodies = solve_bodies(problem.bodies);
    const SolveResult result = solve_contacts(bodies, problem.contacts, settings);
    if (settings.r_strategy == RStrategy::Global && settings.max_sweeps > 3) {
        CHECK(result.report.divergences > 0);
        CHECK(result.report.r_scales.back() < 1.0);
    }
    std::vector<Vec3> linear(bodies.size(), Vec3::Zero());
    std::vector<Vec3> angular(bodies.size(), Vec3::Zero());
    for (int k = 0; k < std::ssize(problem.contacts); ++k) {
        const ContactPoint& contact = problem.contacts[k];
        const Vec3 impulse = world_impulse(contact, result.impulses[k]);
        const Vec3 turning = result.impulses[k].torsion * contact.normal;
        for (const auto& [i, sign] :
             {std::pair{contact.body_a, -1.0}, std::pair{contact.body_b, 1.0}}) {
            const Vec3 arm = contact.position - bodies[i].center_of_mass;
            linear[i] += sign * bodies[i].inverse_mass * impulse;
            angular[i] += sign * bodies[i].inverse_inertia * (arm.cross(impulse) + turning);
        }
    }
    double largest = 1.0;
    for (const ContactImpulse& impulse : result.impulses) {
        largest = std::max(largest, impulse.normal);
    }
    for (int i = 0; i < std::ssize(bodies); ++i) {
        CHECK((result.linear_change[i] - linear[i]).norm() < 1e-12 * largest);
        CHECK((result.angular_change[i] - angular[i]).norm() < 1e-12 * largest);
    }
    check_cone(result.impulses, 0.5, settings.friction_model == FrictionModel::TorsionBall);
}

TEST_CASE("without friction every strategy finds the same velocities", "[solver][unsanitized]") {
    const RandomProblem problem = make_random_problem(GENERATE(1, 2, 3), 4, 4);
    const std::vector<SolveBody> bodies = solve_bodies(problem.bodies);
    SolverSettings settings = sweeps(20000);
    settings.r_strategy = GENERATE(RStrategy::Global, RStrategy::LocalRows, RStrategy::Blocked);
    settings.global_r = 0.5;
    settings.friction = 0.0;  // with friction the solution need not be unique
    const SolveResult other = solve_contacts(bodies, problem.contacts, settings);
    settings.r_strategy = RStrategy::Local;
    const SolveResult local = solve_contacts(bodies, problem.contacts, settings);
    REQUIRE(local.report.error < 1e-8);
    REQUIRE(other.report.error < 1e-8);
    for (int i = 0; i < std::ssize(bodies); ++i) {
        CHECK((local.linear_change[i] - other.linear_change[i]).norm() < 1e-6);
        CHECK((local.angular_change[i] - other.angular_change[i]).norm() < 1e-6);
    }
}

TEST_CASE("a solution obeys the laws of contact and of friction", "[solver]") {
    const RandomProblem problem = make_random_problem(GENERATE(11, 12, 13), 4, 3, 0.2);
    const std::vector<SolveBody> bodies = solve_bodies(problem.bodies);
    SolverSettings settings = sweeps(20000);
    settings.divergence_rule = DivergenceRule::Count;  // rolling back may stall, see below
    const SolveResult result = solve_contacts(bodies, problem.contacts, settings);
    REQUIRE(result.report.error < 1e-8);
    const auto velocity_at = [&](int i, const Vec3& point) -> Vec3 {
        const SolveBody& body = bodies[i];
        return body.linear_velocity + body.linear_free + result.linear_change[i] +
               (body.angular_velocity + body.angular_free + result.angular_change[i])
                   .cross(point - body.center_of_mass);
    };
    for (int k = 0; k < std::ssize(problem.contacts); ++k) {
        const ContactPoint& contact = problem.contacts[k];
        const ContactImpulse& impulse = result.impulses[k];
        const Vec3 velocity = velocity_at(contact.body_b, contact.position) -
                              velocity_at(contact.body_a, contact.position);
        const double normal = contact.normal.dot(velocity);
        CHECK(normal > -1e-8);
        CHECK(std::abs(normal * impulse.normal) < 1e-8);
        // Friction on sliding contacts is all of μ λ_n, against the direction of sliding.
        const Vec3 sliding = velocity - normal * contact.normal;
        const Vec3 friction = world_impulse(contact, impulse) - impulse.normal * contact.normal;
        if (sliding.norm() > 1e-6) {
            CHECK((friction + 0.5 * impulse.normal * sliding.normalized()).norm() < 1e-6);
        }
    }
}

TEST_CASE("conjugate directions solve a stack that plain sweeps leave far from rest", "[solver]") {
    // Ten cubes on each other: a sweep from below passes the weight on by one cube.
    constexpr int kCubes = 10;
    const Vec3 size = Vec3::Ones();
    std::vector<RigidBody> stack{testing::make_fixed_body("ground")};
    std::vector<ContactPoint> contacts;
    for (int i = 1; i <= kCubes; ++i) {
        RigidBody& cube = stack.emplace_back(testing::make_box_body("cube", size, 1.0));
        cube.state.world_from_body.translation.y() = i - 0.5;
        const std::vector<ContactPoint> under =
            testing::corner_contacts(i - 1, i, cube.state.world_from_body, size, i - 1.0);
        contacts.insert(contacts.end(), under.begin(), under.end());
    }
    const std::vector<SolveBody> bodies = solve_bodies(stack);
    SolverSettings settings = sweeps(100);
    settings.divergence_rule = DivergenceRule::Count;
    const SolveResult plain = solve_contacts(bodies, contacts, settings);
    settings.acceleration = Acceleration::Conjugate;
    const SolveResult conjugate = solve_contacts(bodies, contacts, settings);
    check_cone(conjugate.impulses, settings.friction, false);
    const auto largest_speed = [&](const SolveResult& result) {
        double speed = 0.0;
        for (int i = 1; i <= kCubes; ++i) {
            const Vec3 velocity = bodies[i].linear_free + result.linear_change[i];
            speed = std::max(speed, velocity.norm());
        }
        return speed;
    };
    // At rest it is 0; without any contact 0.0982 m/s, after 100 plain sweeps still a seventh of
    // it.
    CHECK(largest_speed(plain) > 0.01);
    CHECK(largest_speed(conjugate) < 0.5 * largest_speed(plain));
}

TEST_CASE("conjugate directions end at the solution that plain sweeps find", "[solver]") {
    const RandomProblem problem = make_random_problem(GENERATE(1, 2, 3), 4, 4);
    const std::vector<SolveBody> bodies = solve_bodies(problem.bodies);
    SolverSettings settings = sweeps(20000);
    settings.friction = 0.0;  // with friction the solution need not be unique
    const SolveResult plain = solve_contacts(bodies, problem.contacts, settings);
    settings.acceleration = Acceleration::Conjugate;
    const SolveResult conjugate = solve_contacts(bodies, problem.contacts, settings);
    REQUIRE(plain.report.error < 1e-8);
    REQUIRE(conjugate.report.error < 1e-8);
    CHECK(conjugate.report.r_scales.back() == 1.0);
    for (int i = 0; i < std::ssize(bodies); ++i) {
        CHECK((plain.linear_change[i] - conjugate.linear_change[i]).norm() < 1e-6);
        CHECK((plain.angular_change[i] - conjugate.angular_change[i]).norm() < 1e-6);
    }
}

TEST_CASE("sweeps by colours end at the solution that the given order finds", "[solver]") {
    int others = 0;  // problems in which a sweep in another order finds other velocities
    for (const int seed : {1, 2, 3, 4}) {
        const RandomProblem problem = make_random_problem(seed, 5, 3);
        const std::vector<SolveBody> bodies = solve_bodies(problem.bodies);
        const auto solve = [&](SweepOrder order, int count) {
            SolverSettings settings = sweeps(count);
            settings.friction = 0.0;  // with friction the solution need not be unique
            settings.sweep = order;
            return solve_contacts(bodies, problem.contacts, settings);
        };
        others += solve(SweepOrder::Given, 1).linear_change !=
                          solve(SweepOrder::Coloured, 1).linear_change
                      ? 1
                      : 0;
        const SolveResult given = solve(SweepOrder::Given, 20000);
        const SolveResult coloured = solve(SweepOrder::Coloured, 20000);
        REQUIRE(given.report.error < 1e-8);
        REQUIRE(coloured.report.error < 1e-8);
        for (int i = 0; i < std::ssize(bodies); ++i) {
            CHECK((given.linear_change[i] - coloured.linear_change[i]).norm() < 1e-6);
            CHECK((given.angular_change[i] - coloured.angular_change[i]).norm() < 1e-6);
        }
    }
    CHECK(others > 0);
}

TEST_CASE("the error tells a solution from sweeps whose R has died away", "[solver][unsanitized]") {
    // The residual need not fall from sweep to sweep. Where it does not the rule scales R down, for
    // all contacts and for good, and the residual with it.
    SolverSettings settings = sweeps(20000);
    settings.r_strategy = RStrategy::Global;
    settings.global_r = 0.5;
    int stalled = 0;
    for (int seed = 1; seed <= 10; ++seed) {
        const RandomProblem problem = make_random_problem(seed, 4, 4, 0.2);
        const std::vector<SolveBody> bodies = solve_bodies(problem.bodies);
        const SolveReport report = solve_contacts(bodies, problem.contacts, settings).report;
        stalled +=
            report.r_scales.back() < 1e-6 && report.residuals.back() < 1e-6 && report.error > 1e-3
                ? 1
                : 0;
        SolverSettings counting = sweeps(20000);
        counting.divergence_rule = DivergenceRule::Count;
        const SolveReport counted = solve_contacts(bodies, problem.contacts, counting).report;
        CHECK(counted.error < 1e-9);
        CHECK(counted.r_scales.back() == 1.0);
    }
    CHECK(stalled > 0);
}

TEST_CASE("swapping the bodies of every contact changes no velocity", "[solver]") {
    const RandomProblem problem = make_random_problem(21, 5, 4);
    const std::vector<SolveBody> bodies = solve_bodies(problem.bodies);
    std::vector<ContactPoint> swapped = problem.contacts;
    for (ContactPoint& contact : swapped) {
        std::swap(contact.body_a, contact.body_b);
        contact.normal = -contact.normal;
    }
    const SolveResult one = solve_contacts(bodies, problem.contacts, sweeps(100));
    const SolveResult other = solve_contacts(bodies, swapped, sweeps(100));
    for (int i = 0; i < std::ssize(bodies); ++i) {
        CHECK((one.linear_change[i] - other.linear_change[i]).norm() < 1e-12);
    }
}

TEST_CASE("the sweeps stop when they are told to, and say why", "[solver]") {
    const RandomProblem problem = make_random_problem(31, 4, 4);
    const std::vector<SolveBody> bodies = solve_bodies(problem.bodies);
    SolverSettings settings;
    SECTION("not before the last by default") {
        const SolveReport report = solve_contacts(bodies, problem.contacts, settings).report;
        CHECK(report.stop == StopReason::AllSweeps);
        CHECK(report.residuals.size() == 1000);
        CHECK(report.r_scales.size() == 1000);
    }
    SECTION("at a small residual") {
        settings.absolute_tolerance = 1e-6;
        const SolveReport report = solve_contacts(bodies, problem.contacts, settings).report;
        CHECK(report.stop == StopReason::Absolute);
        CHECK(report.residuals.back() < 1e-6);
        CHECK(report.residuals.size() > 1);
        CHECK(*(report.residuals.end() - 2) >= 1e-6);
    }
    SECTION("at a residual that changes little") {
        settings.relative_tolerance = 0.9;
        const SolveReport report = solve_contacts(bodies, problem.contacts, settings).report;
        CHECK(report.stop == StopReason::Relative);
        CHECK(report.residuals.size() < 1000);
    }
    SECTION("at rounding") {
        settings.stagnation_tolerance = 1e-12;
        const SolveReport report = solve_contacts(bodies, problem.contacts, settings).report;
        CHECK(report.stop == StopReason::Stagnation);
        // A share of the impulses: the same sweep for bodies of a millionth of the mass.
        std::vector<SolveBody> light = bodies;
        for (SolveBody& body : light) {
            body.inverse_mass *= 1e6;
            body.inverse_inertia *= 1e6;
        }
        const SolveReport same = solve_contacts(light, problem.contacts, settings).report;
        CHECK(same.stop == StopReason::Stagnation);
        CHECK(std::abs(std::ssize(same.residuals) - std::ssize(report.residuals)) <= 3);
    }
    SECTION("not at rounding where only R has become small") {
        settings.stagnation_tolerance = 1e-6;
        settings.r_strategy = GENERATE(RStrategy::Local, RStrategy::Global);
        for (int seed = 1; seed <= 30; ++seed) {
            const RandomProblem other = make_random_problem(seed, 6, 8);
            const SolveReport report =
                solve_contacts(solve_bodies(other.bodies), other.contacts, settings).report;
            CAPTURE(seed, report.r_scales.back(), report.residuals.back(), report.error);
            CHECK((report.stop != StopReason::Stagnation || report.error < 1e-4));
        }
    }
    SECTION("without contacts at once") {
        const SolveResult result = solve_contacts(bodies, {}, settings);
        CHECK(result.report.stop == StopReason::NoContacts);
        CHECK(result.linear_change.size() == bodies.size());
    }
}

TEST_CASE("torsion in the ball stops a spinning top that the disc lets turn", "[solver]") {
    std::vector<RigidBody> bodies{testing::make_fixed_body("ground"),
                                  testing::make_box_body("top", Vec3::Ones(), 6.0)};
    bodies[1].state.angular_velocity = Vec3(0.0, 0.02, 0.0);
    ContactPoint contact;
    contact.position = Vec3(0.0, -0.5, 0.0);
    contact.normal = Vec3(0.0, 1.0, 0.0);
    contact.separation = 0.0;
    contact.body_a = 0;
    contact.body_b = 1;
    SolverSettings settings;
    const std::vector<ContactPoint> contacts{contact};
    std::vector<RigidBody> disc = bodies;
    step(disc, query_poses(disc, settings), contacts, settings);
    CHECK(disc[1].state.angular_velocity.y() == Approx(0.02));
    settings.friction_model = FrictionModel::TorsionBall;
    std::vector<RigidBody> ball = bodies;
    const StepReport report = step(ball, query_poses(ball, settings), contacts, settings);
    CHECK(ball[1].state.angular_velocity.y() == Approx(0.0).margin(1e-12));
    CHECK(report.impulses[0].torsion == Approx(-0.02 * 1.0));
}

TEST_CASE("solve_contacts names the contact that is wrong", "[solver]") {
    RandomProblem problem = make_random_problem(41, 3, 2);
    const std::vector<SolveBody> bodies = solve_bodies(problem.bodies);
    ContactPoint& bad = problem.contacts[3];
    SECTION("no position") { bad.position.x() = kUnset; }
    SECTION("no normal") { bad.normal = Vec3::Zero(); }
    SECTION("infinite separation") { bad.separation = std::numeric_limits<double>::infinity(); }
    SECTION("no such body") { bad.body_b = 3; }
    SECTION("one body") { bad.body_a = bad.body_b; }
    CHECK_THROWS_WITH(solve_contacts(bodies, problem.contacts, SolverSettings{}),
                      Contains("contact 3"));
    CHECK_THROWS_AS(solve_contacts(bodies, problem.contacts, SolverSettings{}), Error);
}

TEST_CASE("a warm start from the solution has nothing left to do", "[solver]") {
    const RandomProblem problem = make_random_problem(51, 4, 3);
    const std::vector<SolveBody> bodies = solve_bodies(problem.bodies);
    const SolveResult cold = solve_contacts(bodies, problem.contacts, sweeps(20000));
    const SolveResult warm = solve_contacts(bodies, problem.contacts, sweeps(1), cold.impulses);
    CHECK(warm.report.residuals[0] < 1e-9);
    CHECK(cold.report.residuals[0] > 1e-3);
}

TEST_CASE("carry_impulses follows bodies and features", "[solver]") {
    ContactPoint first;
    first.body_a = 0;
    first.body_b = 1;
    first.feature_a.vertices = {3, -1, -1, -1};
    ContactPoint second = first;
    second.feature_a.vertices = {4, -1, -1, -1};
    ContactPoint third = second;
    third.body_b = 2;
    const std::vector<ContactPoint> before{first, second, first};
    const std::vector<ContactImpulse> impulses{{1.0}, {2.0}, {3.0}};
    const std::vector<ContactPoint> now{third, second, first, first, first};
    const std::vector<ContactImpulse> carried = carry_impulses(before, impulses, now);
    REQUIRE(carried.size() == 5);
    CHECK(carried[0].normal == 0.0);
    CHECK(carried[1].normal == 2.0);
    CHECK(carried[2].normal == 1.0);
    CHECK(carried[3].normal == 3.0);
    CHECK(carried[4].normal == 0.0);
}

}  // namespace touchstone
