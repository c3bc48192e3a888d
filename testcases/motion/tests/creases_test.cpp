// Corners that slide over the edge between two facets of the body below.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>
#include <string>

#include "methods/testing/catch.h"
#include "testcases/motion/tests/passing_scene.h"

namespace touchstone {
namespace {

using testing::Passing;

/// Returns the members of a scene in which a frictionless cube of 0.1 m slides at 2 m/s down a ramp
/// that meets the floor at x = 0. `slope`: of the ramp [rad].
std::string cube_on_ramp(double slope, double time_step) {
    const double c = std::cos(slope);
    const double s = std::sin(slope);
    std::ostringstream text;
    text.precision(17);
    text << R"("friction": 0, "query": {"pose": "initial", "time_step": )" << time_step
         << R"(}, "bodies": [{"name": "way", "fixed": true, "shape": {"triangles": {"vertices": [)";
    for (const double z : {-0.5, 0.5}) {
        text << (z < 0.0 ? "" : ", ") << "[" << -2 * c << ", " << 2 * s << ", " << z << "], [0, 0, "
             << z << "], [3, 0, " << z << "], [3, -1, " << z << "], [" << -2 * c << ", -1, " << z
             << "]";
    }
    text << R"(], "faces": [[1, 2, 3], [1, 3, 4], [1, 4, 0], [6, 8, 7], [6, 9, 8], [6, 5, 9], )"
         << "[0, 6, 1], [0, 5, 6], [1, 7, 2], [1, 6, 7], [2, 8, 3], [2, 7, 8], [3, 9, 4], "
         << R"([3, 8, 9], [4, 5, 0], [4, 9, 5]]}}}, {"name": "cube", "shape": )"
         << R"({"box": {"size": [0.1, 0.1, 0.3]}}, "position": [)" << -0.5 * c + 0.05 * s << ", "
         << 0.5 * s + 0.05 * c << R"(, 0], "orientation": [)" << std::cos(0.5 * slope) << ", 0, 0, "
         << -std::sin(0.5 * slope) << R"(], "linear_velocity": [)" << 2 * c << ", " << -2 * s
         << ", 0]}]";
    return text.str();
}

/// Returns the members of a scene in which a frictionless plank slides off a block and comes down
/// on others, each 0.2 m lower than the one before.
std::string plank_on_stairs() {
    std::ostringstream text;
    text << R"("friction": 0, "bodies": [)";
    for (int i = 0; i < 5; ++i) {
        text << R"({"name": "block)" << i << R"(", "fixed": true, "shape": {"box": {"size": [)"
             << (i == 0 ? 1.0 : 0.3) << R"(, 2, 2]}}, "position": [)"
             << (i == 0 ? -0.5 : 0.3 * i - 0.15) << ", " << -0.2 * i - 1.0 << ", 0]}, ";
    }
    text << R"({"name": "plank", "shape": {"box": {"size": [0.4, 0.1, 0.2]}}, )"
         << R"("position": [-0.4, 0.05, 0], "linear_velocity": [1.5, 0, 0.1]}])";
    return text.str();
}

/// Returns the largest overlap of a contact in so many steps [m].
double largest_overlap(Passing& scene, int steps) {
    double largest = 0.0;
    for (int i = 0; i < steps; ++i) {
        for (const ContactPoint& contact : scene.simulation.step().contacts) {
            largest = std::max(largest, -contact.separation);
        }
    }
    return largest;
}

}  // namespace

TEST_CASE("a cube slides from a ramp onto the floor without sinking", "[creases]") {
    for (const double degrees : {2.0, 5.0, 11.25, 20.0, 30.0}) {
        for (const double time_step : {0.01, 0.0025}) {
            CAPTURE(degrees, time_step);
            Passing scene(cube_on_ramp(degrees * std::numbers::pi / 180.0, time_step));
            CHECK(largest_overlap(scene, static_cast<int>(std::lround(0.5 / time_step))) < 2e-6);
            const Vec3 center = scene.last().world_from_body.translation;
            CHECK(center.x() > 0.3);                    // it has arrived,
            CHECK(std::abs(center.y() - 0.05) < 2e-6);  // and lies on the floor
        }
    }
}

TEST_CASE("a plank that slides down over a rim is held by the rim", "[creases]") {
    Passing scene(plank_on_stairs());
    // Beyond the rim the corner that came down on the block is held by nothing else.
    CHECK(largest_overlap(scene, 62) < 2e-4);
}

}  // namespace touchstone
