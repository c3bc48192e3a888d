#include "rigid_solver/events/event_step.h"

#include <cmath>
#include <random>

#include "methods/base/error.h"
#include "methods/base/random_share.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

/// A ball of density 1 in 1 / (4 π / 3) that knows its radius by its place in the list.
struct BallScene {
    std::vector<RigidBody> bodies;  ///< the first one is the ground y ≤ 0, or a bowl
    std::vector<double> radii;
    double bowl_radius = 0.0;  ///< 0: a plane

    explicit BallScene(double bowl = 0.0) : radii{0.0}, bowl_radius(bowl) {
        bodies.emplace_back();
        bodies[0].name = "ground";
        bodies[0].fixed = true;
    }
    void add(double radius, const Vec3& place, const Vec3& velocity = Vec3::Zero(),
             const Vec3& spin = Vec3::Zero()) {
        RigidBody ball;
        ball.name = "ball";
        ball.mass = radius * radius * radius;
        ball.inertia = 0.4 * ball.mass * radius * radius * Mat3::Identity();
        ball.state.world_from_body.translation = place;
        ball.state.linear_velocity = velocity;
        ball.state.angular_velocity = spin;
        bodies.push_back(ball);
        radii.push_back(radius);
    }

    /// Between the centre of a ball and another one, or of a bowl: `sign` −1 inside it.
    static EventContact round(int a, int b, const Vec3& between, const Vec3& velocity, double gap,
                              double sign) {
        EventContact contact;
        contact.body_a = a;
        contact.body_b = b;
        const double distance = between.norm();
        contact.normal = sign * between / distance;
        contact.separation = gap;
        const double along = velocity.dot(contact.normal);
        contact.curvature_rate = sign * (velocity.squaredNorm() - along * along) / distance;
        return contact;
    }

    FindEventContacts finder() const {
        return [this](std::span<const RigidBody> now, double) {
            std::vector<EventContact> contacts;
            for (int b = 1; b < std::ssize(now); ++b) {
                const Vec3& centre = now[b].state.world_from_body.translation;
                EventContact ground;
                ground.body_a = 0;
                ground.body_b = b;
                ground.normal = Vec3::UnitY();
                ground.separation = centre.y() - radii[b];
                if (bowl_radius > 0.0) {
                    ground = round(0, b, centre, now[b].state.linear_velocity,
                                   bowl_radius - radii[b] - centre.norm(), -1.0);
                }
                ground.point_b = centre - radii[b] * ground.normal;
                ground.point_a = ground.point_b - ground.separation * ground.normal;
                contacts.push_back(ground);
                for (int a = 1; a < b; ++a) {
                    const Vec3& other = now[a].state.world_from_body.translation;
                    EventContact pair =
                        round(a, b, centre - other,
                              now[b].state.linear_velocity - now[a].state.linear_velocity,
                              (centre - other).norm() - radii[a] - radii[b], 1.0);
                    pair.point_a = other + radii[a] * pair.normal;
                    pair.point_b = centre - radii[b] * pair.normal;
                    contacts.push_back(pair);
                }
            }
            return contacts;
        };
    }

    double total_energy(const Vec3& gravity) const {
        const Energy now = energy(bodies, gravity);
        return now.kinetic + now.potential;
    }
};

struct Outcome {
    int events = 0;
    double least_separation = 0.0;
    double largest_gain = 0.0;
};

Outcome run(BallScene& scene, const EventSettings& settings, int steps) {
    Outcome outcome;
    const FindEventContacts find = scene.finder();
    for (int i = 0; i < steps; ++i) {
        const EventReport report = event_step(scene.bodies, find, settings);
        outcome.events += static_cast<int>(std::ssize(report.events));
        outcome.least_separation = std::min(outcome.least_separation, report.least_separation);
        outcome.largest_gain = std::max(outcome.largest_gain, report.largest_energy_gain);
    }
    return outcome;
}

}  // namespace

TEST_CASE("a ball that falls and rebounds is where the parabolas have it", "[events]") {
    EventSettings settings;
    settings.restitution = 0.5;
    BallScene scene;
    scene.add(0.5, Vec3(0.0, 1.5, 0.0), Vec3(0.3, 0.0, 0.0));
    const Outcome outcome = run(scene, settings, 120);  // 0.6 s
    const double fall = std::sqrt(2.0 / 9.82);
    const double up = 0.5 * 9.82 * fall;
    const double since = 0.6 - fall;
    CHECK(outcome.events == 1);
    const Vec3& place = scene.bodies[1].state.world_from_body.translation;
    // The time of the collision is known to 1e-9 m over its speed.
    CHECK(std::abs(place.y() - (0.5 + up * since - 0.5 * 9.82 * since * since)) < 1e-8);
    CHECK(std::abs(place.x() - 0.18) < 1e-12);
}

TEST_CASE("a ball comes to rest and stays where it is, without an event storm", "[events]") {
    EventSettings settings;
    settings.restitution = 0.5;
    BallScene scene;
    scene.add(0.5, Vec3(0.0, 1.0, 0.0));
    const Outcome outcome = run(scene, settings, 1000);
    CHECK(outcome.events < 12);
    CHECK(outcome.least_separation > -1e-9);
    CHECK(outcome.largest_gain < 1e-12);
    CHECK(std::abs(scene.bodies[1].state.world_from_body.translation.y() - 0.5) < 1e-12);
    CHECK(scene.bodies[1].state.linear_velocity.norm() < 1e-12);
    BallScene again = scene;
    CHECK(run(again, settings, 200).events == 0);
}

TEST_CASE("a ball that rolls keeps its height and its energy", "[events]") {
    const EventSettings settings;
    BallScene scene;
    scene.add(0.5, Vec3(0.0, 0.5, 0.0), Vec3(2.0, 0.0, 0.0), Vec3(0.0, 0.0, -4.0));
    const double before = scene.total_energy(settings.gravity);
    run(scene, settings, 2000);  // 10 s
    CHECK(std::abs(scene.bodies[1].state.world_from_body.translation.y() - 0.5) < 1e-12);
    CHECK(std::abs(scene.total_energy(settings.gravity) / before - 1.0) < 1e-9);
    CHECK(std::abs(scene.bodies[1].state.world_from_body.translation.x() - 20.0) < 1e-9);
}

TEST_CASE("a ball that slides in a bowl keeps to it and keeps its energy", "[events]") {
    EventSettings settings;
    settings.time_step = 0.01;
    BallScene scene(1.25);
    scene.add(0.5, 0.75 * Vec3(std::sin(0.6), -std::cos(0.6), 0.0));
    const double before = scene.total_energy(settings.gravity);
    const double drop = 9.82 * 0.125 * 0.75 * (1.0 - std::cos(0.6));
    const Outcome outcome = run(scene, settings, 400);
    CHECK(outcome.least_separation > -1e-9);
    CHECK(std::abs(scene.bodies[1].state.world_from_body.translation.norm() - 0.75) < 1e-9);
    // Fourth order in the step.
    CHECK(std::abs(scene.total_energy(settings.gravity) - before) < 1e-5 * drop);
}

TEST_CASE("balls that graze each other within a step meet, those that miss do not", "[events]") {
    // Past each other in half a step, nearest at `overlap` inside each other.
    const auto graze = [](double overlap) {
        EventSettings settings;
        settings.gravity = Vec3::Zero();
        settings.time_step = 0.1;
        settings.restitution = 1.0;
        BallScene scene;
        scene.add(0.5, Vec3(-0.43, 6.0 - overlap, 0.0), Vec3(10.0, 0.0, 0.0));
        scene.add(0.5, Vec3(0.0, 5.0, 0.0));
        const Outcome outcome = run(scene, settings, 1);
        CHECK(outcome.least_separation >= -1e-9);
        const Vec3 between = scene.bodies[1].state.world_from_body.translation -
                             scene.bodies[2].state.world_from_body.translation;
        CHECK(between.norm() >= 1.0);
        return outcome.events;
    };
    for (const double overlap : {1e-2, 1e-4, 1e-6, 3e-9}) {
        CHECK(graze(overlap) == 1);
    }
    for (const double overlap : {0.0, -1e-6, -1e-3}) {
        CHECK(graze(overlap) == 0);
    }
}

TEST_CASE("Newton's cradle passes the motion on one by one, and shares it out by Poisson",
          "[events]") {
    for (const ImpactRule rule : {ImpactRule::OneByOne, ImpactRule::Poisson}) {
        EventSettings settings;
        settings.gravity = Vec3::Zero();
        settings.restitution = 1.0;
        settings.impacts = rule;
        BallScene scene;
        scene.add(0.5, Vec3(-1.5, 5.0, 0.0), Vec3::UnitX());
        scene.add(0.5, Vec3(0.0, 5.0, 0.0));
        scene.add(0.5, Vec3(1.0, 5.0, 0.0));
        run(scene, settings, 200);
        const auto speed = [&](int ball) { return scene.bodies[ball].state.linear_velocity.x(); };
        const bool passes = rule == ImpactRule::OneByOne;
        CHECK(std::abs(speed(1) - (passes ? 0.0 : -1.0 / 3.0)) < 1e-7);
        CHECK(std::abs(speed(2) - (passes ? 0.0 : 2.0 / 3.0)) < 1e-7);
        CHECK(std::abs(speed(3) - (passes ? 1.0 : 2.0 / 3.0)) < 1e-7);
    }
}

TEST_CASE("three balls that lie on each other come to rest by every rule", "[events]") {
    for (const ImpactRule rule : {ImpactRule::Poisson, ImpactRule::OneByOne, ImpactRule::AllRows}) {
        EventSettings settings;
        settings.restitution = 0.3;
        settings.impacts = rule;
        BallScene scene;
        scene.add(0.5, Vec3(0.0, 0.6, 0.0));
        scene.add(0.4, Vec3(0.0, 1.7, 0.0));
        scene.add(0.3, Vec3(0.0, 2.6, 0.0));
        const Outcome outcome = run(scene, settings, 800);
        CHECK(outcome.largest_gain < 1e-12);
        CHECK(outcome.least_separation >= -1e-9);
        // Contacts may rest with a gap of up to 2e-6 m, each of the three.
        CHECK(std::abs(scene.bodies[3].state.world_from_body.translation.y() - 2.1) < 6e-6);
    }
}

TEST_CASE("impulses never gain energy, by any rule and restitution", "[events]") {
    std::mt19937_64 engine(3);
    const auto draw = [&] { return 2.0 * random_share(engine) - 1.0; };
    for (int i = 0; i < 150; ++i) {
        const int contacts = 1 + i % 7;
        Eigen::MatrixXd factor(6, contacts);
        Eigen::VectorXd motion(6);
        for (int row = 0; row < 6; ++row) {
            motion[row] = draw();
            for (int j = 0; j < contacts; ++j) {
                factor(row, j) = draw();
            }
        }
        for (const ImpactRule rule :
             {ImpactRule::Poisson, ImpactRule::OneByOne, ImpactRule::AllRows}) {
            for (const double restitution : {0.0, 0.5, 1.0}) {
                const Eigen::VectorXd after = after_impact(factor, motion, restitution, rule);
                CHECK(after.norm() <= motion.norm() * (1.0 + 1e-9));
                CHECK((factor.transpose() * after).minCoeff() > -1e-7);
            }
        }
    }
}

TEST_CASE("a contact that tells of overlaps stops bodies that touch elsewhere another way",
          "[events]") {
    EventSettings settings;
    settings.gravity = Vec3::Zero();
    BallScene scene;
    scene.add(0.5, Vec3(1e-6, 0.002, 0.0), Vec3(0.0, -1.0, 0.0));
    // It rests beside a wall, and comes down on a floor that no contact with forces knows.
    const FindEventContacts find = [](std::span<const RigidBody> now, double) {
        const Vec3& place = now[1].state.world_from_body.translation;
        std::vector<EventContact> contacts(2);
        for (int i = 0; i < 2; ++i) {
            EventContact& contact = contacts[i];
            contact.body_a = 0;
            contact.body_b = 1;
            contact.name = {0, i, 0, i};
            contact.normal = Vec3::Unit(i);
            contact.separation = place[i];
            contact.point_b = place;
            contact.point_a = place - contact.separation * contact.normal;
            contact.use = i == 0 ? ContactUse::Forces : ContactUse::Overlap;
        }
        return contacts;
    };
    const EventReport report = event_step(scene.bodies, find, settings);
    CHECK(report.events.size() == 1);
    CHECK(report.least_separation >= -1e-9);
    CHECK(std::abs(scene.bodies[1].state.world_from_body.translation.y()) <= 1e-9);
    CHECK(std::abs(scene.bodies[1].state.linear_velocity.y()) < 1e-9);
}

TEST_CASE("what cannot be stepped is said in words, and leaves the bodies alone", "[events]") {
    EventSettings settings;
    settings.restitution = 0.9;
    settings.rest_speed = 0.0;
    settings.most_events = 20;
    settings.time_step = 4.0;
    BallScene scene;
    scene.add(0.5, Vec3(0.0, 0.6, 0.0));
    CHECK_THROWS_AS(event_step(scene.bodies, scene.finder(), settings), Error);
    CHECK(scene.bodies[1].state.world_from_body.translation.y() == 0.6);
    settings.restitution = 1.5;
    CHECK_THROWS_AS(validate(settings), UsageError);
    settings.restitution = 0.5;
    CHECK_NOTHROW(validate(settings));
    settings.energy_error = 0.0;
    CHECK_THROWS_AS(validate(settings), UsageError);
}

TEST_CASE("collision times need few evaluations by the polynomial through both ends", "[events]") {
    // A swing through zero whose derivatives are known: s = cos(3 t + 0.4) − 0.3 t.
    const auto separation = [](double t) {
        const double angle = 3.0 * t + 0.4;
        return SeparationJet{std::cos(angle) - 0.3 * t, -3.0 * std::sin(angle) - 0.3,
                             -9.0 * std::cos(angle)};
    };
    const CollisionBracket bracket{0.3, separation(0.3), 0.4, separation(0.4)};
    int quintic = 0;
    for (const CollisionRule rule :
         {CollisionRule::Quintic, CollisionRule::Quadratic, CollisionRule::Newton,
          CollisionRule::RegulaFalsi, CollisionRule::Bisection}) {
        const CollisionTime found = find_collision_time(separation, bracket, 1e-9, rule);
        CHECK(found.met);
        CHECK(std::abs(separation(found.time).value) <= 1e-9);
        quintic = rule == CollisionRule::Quintic ? found.evaluations : quintic;
        CHECK(found.evaluations >= quintic);
    }
    CHECK(quintic <= 2);
}

TEST_CASE("a surface that leaves and comes back in one step is met when it comes back",
          "[events]") {
    const auto separation = [](double t) {
        return SeparationJet{t - 5.0 * t * t, 1.0 - 10.0 * t, -10.0};
    };
    for (const CollisionRule rule :
         {CollisionRule::Quintic, CollisionRule::Quadratic, CollisionRule::Newton,
          CollisionRule::RegulaFalsi, CollisionRule::Bisection}) {
        const CollisionTime found = find_collision_time(
            separation, {0.0, separation(0.0), 1.0, separation(1.0)}, 1e-9, rule);
        CHECK(found.met);
        CHECK(std::abs(found.time - 0.2) < 1e-8);
    }
}
