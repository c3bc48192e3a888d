#include "rigid_solver/proximal/gap_closing.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "methods/testing/catch.h"
#include "rigid_solver/body_motion.h"
#include "rigid_solver/proximal/tests/solver_examples.h"
#include "rigid_solver/proximal/time_step.h"

using namespace touchstone;

namespace {

constexpr double kStep = 0.02;  // [s]

/// Returns the contact of a body's corner with the floor y = 0, on which the normal points up.
ContactPoint corner_on_floor(const Vec3& corner) {
    ContactPoint contact;
    contact.position = Vec3(corner.x(), 0.5 * corner.y(), corner.z());
    contact.normal = Vec3::UnitY();
    contact.separation = corner.y();
    contact.feature_a = {FeatureType::Face, {0, 1, 2, -1}};
    contact.feature_b = {FeatureType::Vertex, {0, -1, -1, -1}};
    return contact;
}

/// Returns the same contact with the bodies exchanged.
ContactPoint exchanged(const ContactPoint& contact) {
    ContactPoint result = contact;
    result.normal = -contact.normal;
    std::swap(result.feature_a, result.feature_b);
    return result;
}

/// Returns the lowest height of a corner in the step, when its body moves with the speed of
/// approach at the corner.
double lowest_on_way(const StepMotion& body, const Vec3& corner, double approach) {
    const double turning = body.angular_velocity.cross(corner - body.center_of_mass).y();
    BodyState state;
    state.world_from_body.translation = body.center_of_mass;
    state.linear_velocity = Vec3(0.3, -approach - turning, 0.1);
    state.angular_velocity = body.angular_velocity;
    double lowest = corner.y();
    for (int i = 1; i <= 2000; ++i) {
        const Pose pose = advance(state, kStep * i / 2000);
        lowest = std::min(lowest, (pose * (corner - body.center_of_mass)).y());
    }
    return lowest;
}

}  // namespace

TEST_CASE("a gap is closed within the step, and no farther, however the body turns", "[motion]") {
    const Vec3 center(0.01, 0.02, -0.005);
    const double size = 0.01;
    int within = 0;
    for (const double turn : {0.0, 0.01, 0.2, 0.7, 1.5, 3.0}) {
        for (int i = 0; i < 40; ++i) {
            // Corners all around the centre, turning about axes all around.
            const Vec3 arm = size * Vec3(std::cos(2.4 * i), std::sin(1.7 * i), std::cos(0.9 * i));
            const Vec3 axis = Vec3(std::sin(1.1 * i), std::cos(0.6 * i), std::sin(3.1 * i + 1.0));
            const StepMotion body{center, Vec3::Zero(), turn / kStep * axis.normalized()};
            Vec3 corner = center + arm;
            corner.y() = std::abs(corner.y()) + 1e-4;
            CAPTURE(turn, i);
            const double speed = closing_speed(corner_on_floor(corner), {}, body, kStep);
            CHECK(speed == closing_speed(exchanged(corner_on_floor(corner)), body, {}, kStep));
            REQUIRE(speed >= 0.0);
            if (speed == 0.0) {
                continue;  // it comes down by itself
            }
            // Small turns are taken to second order: to 0.05 rad cubed, a sixth of it.
            CHECK(std::abs(lowest_on_way(body, corner, speed)) < 1e-4 * size);
            ++within;
        }
    }
    CHECK(within > 150);
}

TEST_CASE("bodies that turn as one neither open nor close the gap between them", "[motion]") {
    const double turn = GENERATE(0.001, 0.5);
    const Vec3 spin = turn / kStep * Vec3(0.4, 0.3, -0.9).normalized();
    // B's centre lies on the axis: nowhere else does a straight line stay on the circle.
    const Vec3 center_b = 0.3 * spin.normalized();
    const double gap = 0.1;
    const ContactPoint contact = corner_on_floor(Vec3(0.2, gap, 0.1));
    const StepMotion a{Vec3::Zero(), Vec3::Zero(), spin};
    const StepMotion b{center_b, Vec3::Zero(), spin};
    CHECK(closing_speed(contact, a, b, kStep) == Approx(gap / kStep).epsilon(1e-9));
}

TEST_CASE("a corner that turns by a wall at a small play does not meet it",
          "[motion][regression]") {
    // A needle in a hole. Up to 1 % of the gap that it has now the corner counted as there.
    const double play = GENERATE(1e-3, -1e-3);
    const double angle = 0.75;  // from the lowest place of the corner, which it passes [rad]
    const Vec3 center(0.0, 1.0 + play, 0.0);
    const Vec3 corner = center + Vec3(std::sin(angle), -std::cos(angle), 0.0);
    const StepMotion needle{center, Vec3::Zero(), Vec3(0.0, 0.0, -1.05 * angle / kStep)};
    CHECK(closes_within(corner_on_floor(corner), {}, needle, {0.0, kStep}) == (play < 0.0));
}

TEST_CASE("a facet that tips towards a corner closes the gap", "[motion]") {
    // The facet lies 0.1 m above its body's centre, the corner 1 cm above the facet and 1 m aside.
    ContactPoint contact = corner_on_floor(Vec3(1.0, 0.11, 0.0));
    contact.position.y() = 0.105;
    contact.separation = 0.01;
    const double turn = GENERATE(0.01, 0.1);
    const StepMotion plate{Vec3::Zero(), Vec3::Zero(), Vec3(0.0, 0.0, turn / kStep)};
    // At angle φ the corner is at height 0.11 cos φ - sin φ of the plate; the line is -φ.
    const double end = 0.01 + 0.11 * (std::cos(turn) - 1.0) - (std::sin(turn) - turn);
    CHECK(closing_speed(contact, plate, {}, kStep) == Approx(end / kStep).epsilon(1e-3));
    CHECK(end < 0.01 + 1e-5);
}

TEST_CASE("what overlaps comes no deeper as its body turns", "[motion]") {
    // A corner below the facet y = 0. Its body hangs below or stands above, and swings.
    const double turn = GENERATE(0.01, 0.04, 0.2);
    const double overlap = 1e-4;
    const double arm = GENERATE(0.05, -0.05);  // of the corner, above the centre of its body [m]
    const Vec3 corner(0.0, -overlap, 0.0);
    StepMotion body{corner - Vec3(0.0, arm, 0.0), Vec3::Zero(), Vec3(0.0, 0.0, turn / kStep)};
    ContactPoint contact = corner_on_floor(corner);
    contact.plane =
        TurningPlane{{Vec3::UnitX(), Vec3::UnitZ()}, {false, false}, Vec3::Zero(), corner};
    const double speed = closing_speed(contact, {}, body, kStep);
    body.linear_velocity.y() = -speed;
    double least = 0.0;
    for (int piece = 0; piece <= 100; ++piece) {
        const auto gap = gap_after(contact, {}, body, kStep * piece / 100);
        REQUIRE(gap);
        least = std::min(least, *gap);
    }
    CHECK(least == Approx(-overlap).epsilon(1e-3));
    if (arm > 0.0) {
        CHECK(speed == Approx(-arm * (1.0 - std::cos(turn)) / kStep).epsilon(1e-3));
    } else {
        CHECK(speed == 0.0);  // it comes up by itself
    }
}

TEST_CASE("an edge that slides over a rim as it turns comes down to the rim", "[motion]") {
    // The rim is the z axis; the body's edge runs along x, 1 mm above it.
    const double turn = GENERATE(0.002, 0.03, 0.2, -0.02);
    const double gap = 1e-3;
    ContactPoint contact;
    contact.position = Vec3(0.0, 0.5 * gap, 0.0);
    contact.normal = Vec3::UnitY();
    contact.separation = gap;
    contact.feature_a = {FeatureType::Edge, {0, 1, -1, -1}};
    contact.feature_b = contact.feature_a;
    const ContactPoint plain = contact;
    contact.plane = TurningPlane{
        {Vec3::UnitZ(), Vec3::UnitX()}, {false, true}, Vec3(0.0, 0.0, 0.4), Vec3(-0.03, gap, 0.0)};
    StepMotion body{Vec3(0.04, 0.05, 0.0), Vec3(0.8, 0.0, 0.0), Vec3(0.0, 0.0, -turn / kStep)};
    const auto approach = [&] {
        const Vec3 arm = contact.position - body.center_of_mass;
        return -(body.linear_velocity + body.angular_velocity.cross(arm)).y();
    };
    /// The least height of the edge over the rim in the step, by plane geometry.
    const auto least_height = [&] {
        double least = gap;
        for (int i = 1; i <= 1000; ++i) {
            const double time = kStep * i / 1000;
            const Eigen::AngleAxisd turned(body.angular_velocity.z() * time, Vec3::UnitZ());
            const Vec3 on_edge = body.center_of_mass + time * body.linear_velocity +
                                 turned * (Vec3(0.0, gap, 0.0) - body.center_of_mass);
            least = std::min(least, (turned * Vec3::UnitY()).dot(on_edge));
        }
        return least;
    };
    const auto let_approach = [&](const ContactPoint& one) {
        for (int i = 0; i < 50; ++i) {
            body.linear_velocity.y() += approach() - closing_speed(one, {}, body, kStep);
        }
        return least_height();
    };
    CHECK(std::abs(let_approach(contact)) < 1e-3 * gap);
    CHECK(std::abs(let_approach(plain)) > std::abs(turn) * gap);
    ContactPoint swapped = exchanged(contact);
    std::swap(swapped.plane->point_a, swapped.plane->point_b);
    swapped.plane->turns_with_b = {true, false};
    CHECK(closing_speed(swapped, body, {}, kStep) == closing_speed(contact, {}, body, kStep));
    CHECK(gap_after(contact, {}, body, 0.0).value() == Approx(gap));
    CHECK_FALSE(gap_after(plain, {}, body, 0.0));
    // Edges that are parallel span no plane.
    contact.plane->along[1] = Vec3::UnitZ();
    CHECK_FALSE(gap_after(contact, {}, body, 0.0));
}

namespace {

/// Returns a body that moves as a motion tells, with its frame at the origin.
BodyState state_of(const StepMotion& motion) {
    BodyState state;
    state.center_of_mass = motion.center_of_mass;
    state.linear_velocity = motion.linear_velocity;
    state.angular_velocity = motion.angular_velocity;
    return state;
}

/// Returns the gap between a facet with this normal and a corner of the other body after a time.
double gap_by_poses(const Vec3& normal, const Vec3& on_facet, const StepMotion& facet_body,
                    const Vec3& corner, const StepMotion& corner_body, double time) {
    const Pose facet_pose = advance(state_of(facet_body), time);
    const Pose corner_pose = advance(state_of(corner_body), time);
    return (facet_pose.rotation * normal).dot(corner_pose * corner - facet_pose * on_facet);
}

}  // namespace

TEST_CASE("the gap over a facet is that of the poses, however far both bodies turn", "[motion]") {
    const double turn = GENERATE(1e-3, 0.04, 0.5, 2.0, 3.0);
    const bool facet_of_b = GENERATE(false, true);
    const double gap = 1e-3;
    for (int i = 0; i < 30; ++i) {
        CAPTURE(turn, facet_of_b, i);
        const auto direction = [&](double phase) {
            return Vec3(std::sin(1.1 * i + phase), std::cos(0.6 * i + phase),
                        std::sin(3.1 * i + 2.0 * phase))
                .normalized();
        };
        const Vec3 normal = direction(0.3);  // of the facet
        const Vec3 first = normal.unitOrthogonal();
        const Vec3 on_facet(0.01, 0.02, -0.01);
        const Vec3 corner = on_facet + 0.005 * first + gap * normal;
        const StepMotion facet_body{on_facet + 0.02 * direction(1.0), direction(2.0),
                                    turn / kStep * direction(3.0)};
        StepMotion corner_body{corner + 0.01 * direction(4.0), direction(5.0),
                               0.8 * turn / kStep * direction(6.0)};
        ContactPoint contact;
        contact.position = 0.5 * gap * normal + on_facet + 0.005 * first;
        contact.normal = facet_of_b ? Vec3(-normal) : normal;
        contact.separation = gap;
        contact.feature_a = {FeatureType::Face, {0, 1, 2, -1}};
        contact.feature_b = {FeatureType::Vertex, {0, -1, -1, -1}};
        contact.plane =
            TurningPlane{{first, normal.cross(first)}, {false, false}, on_facet, corner};
        if (facet_of_b) {
            std::swap(contact.feature_a, contact.feature_b);
            contact.plane =
                TurningPlane{{first, normal.cross(first)}, {true, true}, corner, on_facet};
        }
        const StepMotion& a = facet_of_b ? corner_body : facet_body;
        const StepMotion& b = facet_of_b ? facet_body : corner_body;
        for (const double time : {0.0, 0.3 * kStep, kStep}) {
            const double exact =
                gap_by_poses(normal, on_facet, facet_body, corner, corner_body, time);
            REQUIRE(gap_after(contact, a, b, time));
            CHECK(std::abs(*gap_after(contact, a, b, time) - exact) < 1e-12);
        }
        // Let the corner approach as fast as is allowed: it comes to the facet, and no farther.
        double speed = 0.0;
        for (int round = 0; round < 60; ++round) {
            const Vec3 apart =
                corner_body.linear_velocity - facet_body.linear_velocity +
                corner_body.angular_velocity.cross(contact.position - corner_body.center_of_mass) -
                facet_body.angular_velocity.cross(contact.position - facet_body.center_of_mass);
            speed = closing_speed(contact, a, b, kStep);
            corner_body.linear_velocity -= (apart.dot(normal) + speed) * normal;
        }
        double least = gap;
        for (int piece = 1; piece <= 500; ++piece) {
            least = std::min(least, gap_by_poses(normal, on_facet, facet_body, corner, corner_body,
                                                 kStep * piece / 500));
        }
        if (speed > 0.0 && turn < 1.0) {
            CHECK(std::abs(least) < 0.02 * gap);
        }
    }
}

TEST_CASE("a facet that turns by more than a quarter over a corner stays on its side", "[motion]") {
    // A plate above a fixed corner, spinning about an axis through both: the gap does not change.
    const double gap = 1e-3;
    const double turn = GENERATE(1.0, 2.0, 3.0);
    const Vec3 corner(0.0, -gap, 0.0);
    ContactPoint contact;
    contact.position = 0.5 * corner;
    contact.normal = Vec3::UnitY();
    contact.separation = gap;
    contact.feature_a = {FeatureType::Vertex, {0, -1, -1, -1}};
    contact.feature_b = {FeatureType::Face, {0, 1, 2, -1}};
    contact.plane =
        TurningPlane{{Vec3::UnitX(), Vec3::UnitZ()}, {true, true}, corner, Vec3::Zero()};
    // It turns about the corner, which stays in front of it.
    const StepMotion plate{corner, Vec3::Zero(), Vec3(0.0, 0.0, turn / kStep)};
    CHECK(gap_after(contact, {}, plate, kStep).value() == Approx(gap));
    CHECK(closing_speed(contact, {}, plate, kStep) == Approx(gap / kStep));
    // Of two edges, the plane turns beyond what the contact tells when only one turns so far.
    contact.plane->turns_with_b = {false, true};
    CHECK(gap_after(contact, {}, plate, 0.0).value() == Approx(gap));
    const StepMotion roll{corner, Vec3::Zero(), Vec3(turn / kStep, 0.0, 0.0)};
    CHECK(gap_after(contact, {}, roll, kStep).has_value() == (turn < 1.2));
    // Not when both do.
    const StepMotion both{corner, Vec3::Zero(), Vec3(turn / kStep, 0.0, 0.0)};
    CHECK(gap_after(contact, both, both, kStep).value() == Approx(gap));
}

TEST_CASE("a corner ends its way on the floor, whatever the impact does to the turning",
          "[motion]") {
    // Speeds that close gaps belong to the motion that an impact leaves: it stops the turning, and
    // the corner would come too near, or begins it, and the corner would be held too high.
    using touchstone::testing::make_box_body;
    using touchstone::testing::make_fixed_body;
    const Vec3 extents(0.03, 0.02, 0.015);
    SolverSettings settings;
    settings.time_step = kStep;
    settings.gravity = Vec3::Zero();
    settings.friction = 0.0;
    settings.gap = GapRule::Close;
    settings.stepping = Stepping::SemiImplicit;
    const int sweeps = GENERATE(5, 60);
    settings.max_sweeps = sweeps;
    int acting = 0;
    for (int i = 0; i < 60; ++i) {
        CAPTURE(i);
        const Vec3 axis(std::sin(1.1 * i), std::cos(0.6 * i), std::sin(3.1 * i + 1.0));
        std::vector<RigidBody> bodies{make_fixed_body("floor"),
                                      make_box_body("box", extents, 0.01)};
        BodyState& state = bodies[1].state;
        state.world_from_body.rotation = Quat(Eigen::AngleAxisd(0.9 * i, axis.normalized()));
        Vec3 tip = Vec3::Zero();
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 sign(corner & 1 ? 0.5 : -0.5, corner & 2 ? 0.5 : -0.5,
                            corner & 4 ? 0.5 : -0.5);
            const Vec3 arm = state.world_from_body.rotation * extents.cwiseProduct(sign);
            tip = arm.y() < tip.y() ? arm : tip;
        }
        const double gap = 0.001 + 0.0001 * (i % 20);
        state.world_from_body.translation = Vec3(0.0, gap - tip.y(), 0.0);
        state.linear_velocity = Vec3(0.1, -0.4, 0.2);
        state.angular_velocity =
            (i % 3 == 0 ? 0.0 : 15.0) * Vec3(std::cos(2.0 * i), 0.3, std::sin(1.3 * i));
        const Vec3 corner = state.world_from_body.translation + tip;
        const std::vector<Pose> poses = query_poses(bodies, settings);
        std::vector<ContactPoint> contacts{corner_on_floor(corner)};
        contacts[0].body_a = 0;
        contacts[0].body_b = 1;
        const StepReport report = step(bodies, poses, contacts, settings);
        CHECK(!report.solve.residuals.empty());
        CHECK(std::ssize(report.solve.residuals) <= 2 * sweeps);
        if (sweeps < 60 || !(report.impulses[0].normal > 0.0)) {
            continue;
        }
        ++acting;
        BodyState on_way = bodies[1].state;
        on_way.world_from_body = poses[1];
        double lowest = gap;
        for (int n = 1; n <= 2000; ++n) {
            const Pose pose = advance(on_way, kStep * n / 2000);
            lowest = std::min(
                lowest,
                (pose.translation + pose.rotation * (poses[1].rotation.conjugate() * tip)).y());
        }
        CHECK(std::abs(lowest) < 5e-3 * extents.x());
    }
    CHECK((sweeps < 60 || acting > 40));
}
