// Bodies that touch while they turn.

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "methods/testing/catch.h"
#include "testcases/files/scene_file.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"

namespace touchstone {
namespace {

/// Two cubes of 0.2 m in empty space that touch at x = 0, spin alike about y and slide along each
/// other without friction. As the faces turn the cubes would come into each other.
std::string turning_cubes(double time_step) {
    std::ostringstream text;
    text << R"({"schema": "touchstone-scene-1", "name": "turning", "gravity": [0, 0, 0], )"
         << R"("friction": 0, "query": {"pose": "initial", "time_step": )" << time_step
         << R"(}, "bodies": [{"name": "left", "shape": {"box": {"size": [0.2, 0.2, 0.2]}}, )"
         << R"("position": [-0.1, 0, 0.01], "linear_velocity": [-0.06, 0, 0.1], )"
         << R"("angular_velocity": [0, -6, 0]}, {"name": "right", )"
         << R"("shape": {"box": {"size": [0.2, 0.2, 0.2]}}, "position": [0.1, 0.01, -0.01], )"
         << R"("linear_velocity": [0.06, 0, -0.1], "angular_velocity": [0, -6, 0]}]})";
    return text.str();
}

/// What two cubes do in a tenth of a second.
struct CubesOnWay {
    double overlap = 0.0;  ///< largest that a contact had [m]
    double lost = 0.0;     ///< energy that was lost, as a share [-]
    bool gained = false;   ///< energy rose in a step
    bool together = true;  ///< they touched in each step
};

CubesOnWay run_cubes(double time_step, double restitution = 0.0) {
    StudySettings settings = make_study_settings(Profile::Corrected);
    if (restitution > 0.0) {
        assign(settings, parse_assignment("solver.restitution=" + std::to_string(restitution)));
    }
    const StudyScene scene =
        make_study_scene(parse_scene(turning_cubes(time_step), "turning.json", {}), false, settings,
                         std::nullopt, std::vector<std::string>{"semi_local"});
    Simulation simulation(scene, "semi_local", settings);
    CubesOnWay outcome;
    const double first = energy(simulation.bodies(), Vec3::Zero()).kinetic;
    double last = first;
    for (int i = 0; i < std::lround(0.1 / time_step); ++i) {
        const StepRecord record = simulation.step();
        outcome.together = outcome.together && !record.contacts.empty();
        for (const ContactPoint& contact : record.contacts) {
            outcome.overlap = std::max(outcome.overlap, -contact.separation);
        }
        outcome.gained = outcome.gained || record.energy.kinetic > last * (1.0 + 1e-9);
        last = record.energy.kinetic;
    }
    outcome.lost = 1.0 - last / first;
    return outcome;
}

}  // namespace

TEST_CASE("cubes that slide along each other as they turn stay on each other", "[turning]") {
    const CubesOnWay coarse = run_cubes(0.01);
    CHECK(coarse.together);
    CHECK(coarse.overlap < 2e-4);
    CHECK(coarse.lost < 2e-3);  // without friction nothing is lost but by the steps
    CHECK_FALSE(coarse.gained);
    // What is left falls with the square of the step.
    const CubesOnWay fine = run_cubes(0.005);
    CHECK(fine.together);
    CHECK(fine.overlap < 0.4 * coarse.overlap);
    CHECK(fine.lost < 0.4 * coarse.lost);
    CHECK_FALSE(fine.gained);
    // Nor do those that bounce.
    const CubesOnWay bouncing = run_cubes(0.01, 0.3);
    CHECK(bouncing.overlap < 4e-4);
    CHECK_FALSE(bouncing.gained);
}

}  // namespace touchstone
