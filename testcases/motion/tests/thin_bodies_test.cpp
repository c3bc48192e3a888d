#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "methods/quality/audit.h"
#include "methods/testing/catch.h"
#include "testcases/files/scene_file.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"

// Bodies with walls thinner than the semi-local method's envelope, at rest and in motion.

namespace touchstone {
namespace {

const std::string kMethod = "semi_local";

/// A motion of one body on fixed ones, with what its contacts broke.
struct Watched {
    RigidBody last;          ///< the last body at the end
    int opposite = 0;        ///< contacts with an opposite one at their place, over all steps
    int least_contacts = 0;  ///< fewest contacts of a step
};

Watched watch(const TestCase& test_case, int steps) {
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const StudyScene scene = make_study_scene(test_case, false, settings, std::nullopt,
                                              std::array<std::string, 1>{kMethod});
    Simulation simulation(scene, kMethod, settings);
    Watched watched;
    watched.least_contacts = 1'000'000;
    for (int i = 0; i < steps; ++i) {
        const StepRecord step = simulation.step();
        watched.opposite += audit(step.contacts, world_vertices(scene, step.query_poses)).opposite;
        watched.least_contacts =
            std::min(watched.least_contacts, static_cast<int>(step.contacts.size()));
    }
    watched.last = simulation.bodies().back();
    return watched;
}

TestCase make_combs() { return read_scene(TOUCHSTONE_FIELD2_FOLDER "/f05_interleaved_fins.json"); }

/// Two sheets of 1 m that are together thinner than the envelope of 7 mm, the upper one `gap` above
/// the lower, which is fixed.
TestCase make_sheets(double thickness, double gap) {
    TestCase sheets;
    sheets.id = "sheets";
    const Vec3 size(1.0, thickness, 1.0);
    for (const char* name : {"lower", "upper"}) {
        BodySetup& sheet = sheets.bodies.emplace_back();
        sheet.name = name;
        sheet.shape = BoxShape{size};
    }
    sheets.bodies[0].fixed = true;
    sheets.bodies[1].world_from_shape.translation = Vec3(0.1, thickness + gap, -0.05);
    return sheets;
}

}  // namespace

TEST_CASE("interleaved fins rest in each other", "[thin]") {
    const TestCase combs = make_combs();
    const Vec3 start = combs.bodies.back().world_from_shape.translation;
    const Watched rest = watch(combs, 100);
    CHECK(rest.opposite == 0);
    CHECK(rest.least_contacts > 0);
    CHECK((rest.last.state.world_from_body.translation - start).norm() < 1e-5);
}

TEST_CASE("interleaved fins can be pulled out of each other", "[thin]") {
    TestCase combs = make_combs();
    combs.gravity = Vec3::Zero();
    combs.bodies.back().linear_velocity = Vec3(0.0, 0.5, 0.0);
    const double start = combs.bodies.back().world_from_shape.translation.y();
    const Watched pulled = watch(combs, 30);
    CHECK(pulled.opposite == 0);
    CHECK(pulled.last.state.world_from_body.translation.y() - start == Approx(0.15).margin(1e-6));
    CHECK(pulled.last.state.linear_velocity.y() == Approx(0.5).margin(1e-6));
}

TEST_CASE("a sheet lies on another, and can be lifted", "[thin]") {
    const double thickness = GENERATE(0.003, 0.001, 0.0003);
    CAPTURE(thickness);
    TestCase sheets = make_sheets(thickness, 0.0);
    const Watched rest = watch(sheets, 100);
    CHECK(rest.opposite == 0);
    CHECK(rest.least_contacts == 4);
    CHECK(rest.last.state.world_from_body.translation.y() == Approx(thickness).margin(1e-7));
    sheets.gravity = Vec3::Zero();
    sheets.bodies[1].linear_velocity = Vec3(0.0, 0.3, 0.0);
    const Watched lifted = watch(sheets, 20);
    CHECK(lifted.opposite == 0);
    CHECK(lifted.last.state.world_from_body.translation.y() ==
          Approx(thickness + 0.06).margin(1e-9));
}

TEST_CASE("a sheet that falls on another lands on it", "[thin]") {
    const double thickness = GENERATE(0.003, 0.001, 0.0003);
    CAPTURE(thickness);
    // It arrives at 0.6 m/s, which is 6 mm in a step: twenty times its thickness.
    const Watched landed = watch(make_sheets(thickness, 0.02), 60);
    CHECK(landed.opposite == 0);
    CHECK(landed.last.state.world_from_body.translation.y() == Approx(thickness).margin(1e-5));
}

TEST_CASE("a sheet that slides over another stays on it", "[thin]") {
    TestCase sheets = make_sheets(0.001, 0.0);
    sheets.bodies[1].linear_velocity = Vec3(0.8, 0.0, 0.3);
    const Watched slid = watch(sheets, 40);
    CHECK(slid.opposite == 0);
    CHECK(slid.least_contacts >= 4);
    CHECK(slid.last.state.world_from_body.translation.y() == Approx(0.001).margin(1e-6));
    CHECK(slid.last.state.linear_velocity.norm() < 1e-6);
}

TEST_CASE("a ball rolls over a sheet on the floor as on the floor", "[thin]") {
    // A corner of the ball is nearly flat, and near the floor when it comes to the sheet: still no
    // rim at which the floor goes on.
    const double thickness = GENERATE(0.001, 0.0005);
    TestCase rolling = parse_scene(
        R"({"schema": "touchstone-scene-1", "name": "rolling", "bodies": [)"
        R"({"name": "floor", "fixed": true, "shape": {"box": {"size": [4, 1, 4]}}, )"
        R"("position": [0, -0.5, 0]}, {"name": "sheet", "fixed": true, )"
        R"("shape": {"box": {"size": [2, 1, 2]}}}, {"name": "ball", )"
        R"("shape": {"sphere": {"radius": 0.1, "subdivisions": 2}}, "position": [-0.3, 0.11, 0], )"
        R"("orientation": [0.9, 0.1, 0.3, 0.2], "linear_velocity": [1, 0, 0.2], )"
        R"("angular_velocity": [2, 1, -9]}]})",
        "rolling.json", {});
    rolling.bodies[1].shape = BoxShape{Vec3(2.0, thickness, 2.0)};
    rolling.bodies[1].world_from_shape.translation = Vec3(0.0, 0.5 * thickness, 0.0);
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const StudyScene scene = make_study_scene(rolling, false, settings, std::nullopt,
                                              std::array<std::string, 1>{kMethod});
    Simulation simulation(scene, kMethod, settings);
    double lowest = 1.0;
    for (int i = 0; i < 60; ++i) {
        const StepRecord step = simulation.step();
        const std::vector<std::vector<Vec3>> vertices = world_vertices(scene, step.query_poses);
        for (const Vec3& vertex : vertices.back()) {
            lowest = std::min(lowest, vertex.y());
        }
    }
    CHECK(lowest > thickness - 1e-5);
    CHECK(lowest < thickness + 1e-3);
}

}  // namespace touchstone
