#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "generators/find_contacts.h"
#include "methods/testing/catch.h"
#include "rigid_solver/proximal/curved_step.h"
#include "testcases/files/scene_file.h"
#include "testcases/motion/contact_curvature.h"
#include "testcases/motion/simulation.h"

using namespace touchstone;

namespace {

/// How far a ball that slides without friction leaves its ground, by the exact distance [m].
struct Offset {
    double deepest = 0.0;
    double highest = 0.0;
};

/// Steps of 0.01 s with exact contacts, with curvature rates or without, as long as `is_on` holds
/// for the ball's place, from the scene's start or another one. `gap` is the distance of the ball
/// at that place from the ground.
template <typename Gap, typename IsOn>
Offset offset_of(const std::string& name, int steps, bool curved, const std::optional<Vec3>& start,
                 const Gap& gap, const IsOn& is_on) {
    TestCase test_case = read_scene(std::string(TOUCHSTONE_SMOOTH_SCENES) + "/" + name + ".json");
    StudySettings settings = make_study_settings(Profile::Corrected);
    if (start) {
        test_case.bodies[1].world_from_shape.translation = *start;
    }
    SolverSettings solver = solver_settings(settings, test_case);
    solver.time_step = 0.01;
    solver.restitution = 0.0;
    const StudyScene scene = make_study_scene(test_case, true, settings, std::nullopt,
                                              std::vector<std::string>{"smooth"});
    const Generator& generator = settings.methods.find("smooth");
    std::vector<RigidBody> bodies = make_rigid_bodies(scene);
    Offset offset;
    for (int i = 0; i < steps && is_on(bodies[1].state.world_from_body.translation); ++i) {
        const std::vector<Pose> poses = query_poses(bodies, solver);
        const std::vector<ContactPoint> contacts =
            find_scene_contacts(scene, generator, settings.generators.at("smooth"),
                                {.poses = poses, .bodies = bodies, .time_step = solver.time_step});
        const std::vector<std::optional<double>> rates =
            curved ? contact_curvature_rates(test_case, bodies, poses, contacts, solver.time_step)
                   : std::vector<std::optional<double>>();
        curved_step(bodies, poses, contacts, rates, solver);
        const double now = gap(bodies[1].state.world_from_body.translation);
        offset.deepest = std::max(offset.deepest, -now);
        offset.highest = std::max(offset.highest, now);
    }
    return offset;
}

/// Of a ball of radius 0.4 in the paraboloid y = r² / 2.5: down from its centre at least, found
/// along the parabola.
double gap_in_bowl(const Vec3& centre) {
    const double across = std::hypot(centre.x(), centre.z());
    double least = INFINITY;
    for (int i = 0; i <= 20000; ++i) {
        const double r = 1e-4 * i - 1.0;
        least = std::min(least, std::hypot(r - across, r * r / 2.5 - centre.y()));
    }
    return least - 0.4;
}

double gap_on_hill(const Vec3& centre) { return (centre + Vec3::UnitY()).norm() - 1.5; }

}  // namespace

TEST_CASE("a ball with exact contacts keeps to concave and to convex ground", "[curvature]") {
    const auto anywhere = [](const Vec3&) { return true; };
    // At rest on the bowl's side, 0.6 m from its middle.
    const Vec3 side = Vec3(0.6, 0.144, 0.0) + 0.4 * Vec3(-0.48, 1.0, 0.0).normalized();
    const Offset plain = offset_of("ball_in_bowl", 200, false, side, &gap_in_bowl, anywhere);
    const Offset curved = offset_of("ball_in_bowl", 200, true, side, &gap_in_bowl, anywhere);
    CAPTURE(plain.deepest, curved.deepest);
    CHECK(plain.deepest > 0.005);
    CHECK(curved.deepest < 0.1 * plain.deepest);

    // From rest at 0.1 rad it leaves the hill at 0.85.
    const auto on_hill = [](const Vec3& centre) {
        return std::atan2(centre.x(), centre.y() + 1.0) < 0.7;
    };
    const Offset flat = offset_of("ball_on_hill", 200, false, {}, &gap_on_hill, on_hill);
    const Offset round = offset_of("ball_on_hill", 200, true, {}, &gap_on_hill, on_hill);
    CAPTURE(flat.highest, flat.deepest, round.highest, round.deepest);
    CHECK(flat.highest > 0.0005);
    CHECK(round.highest < 0.2 * flat.highest);
    CHECK(round.deepest < 0.0005);
}

TEST_CASE("polyhedra carry no curvature rate", "[curvature]") {
    const TestCase scene = parse_scene(
        R"({"schema": "touchstone-scene-1", "name": "box", "bodies": [)"
        R"({"name": "crate", "shape": {"box": {"size": [1, 1, 1]}}},)"
        R"({"name": "ball", "shape": {"sphere": {"radius": 1}}, "position": [0, 1.5, 0]}]})",
        "box.json", {});
    std::vector<RigidBody> bodies(2);
    bodies[1].state.world_from_body.translation = Vec3(0.0, 1.5, 0.0);
    bodies[1].state.linear_velocity = Vec3(3.0, 0.0, 0.0);
    ContactPoint contact;
    contact.position = Vec3(0.0, 0.5, 0.0);
    contact.normal = Vec3::UnitY();
    contact.separation = 0.0;
    contact.body_a = 0;
    contact.body_b = 1;
    const std::vector<Pose> poses{bodies[0].state.world_from_body, bodies[1].state.world_from_body};
    const auto rates =
        contact_curvature_rates(scene, bodies, poses, std::vector{contact}, scene.time_step);
    REQUIRE(rates.size() == 1);
    CHECK_FALSE(rates[0].has_value());
}
