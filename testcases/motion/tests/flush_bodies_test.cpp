// Bodies in line with each other, so that corners and edges meet at borders. The least push
// sideways makes another pair of features meet there.

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "methods/testing/catch.h"
#include "testcases/motion/tests/passing_scene.h"
#include "testcases/query/vertex_depth.h"

namespace touchstone {
namespace {

using testing::Passing;

/// What a motion came to.
struct FlushOutcome {
    double overlap = 0.0;  ///< largest depth of a vertex of one body in another [m]
    double gain = 0.0;     ///< largest rise of the energy in a step [J]
};

FlushOutcome run_flush(const std::string& text, int steps) {
    Passing passing(text);
    const std::vector<SurfaceMesh>& surfaces = passing.scene.surfaces;
    const int count = static_cast<int>(surfaces.size());
    FlushOutcome outcome;
    double energy = std::numeric_limits<double>::infinity();
    for (int i = 0; i < steps; ++i) {
        const StepRecord record = passing.simulation.step();
        const double now = record.energy.kinetic + record.energy.potential;
        outcome.gain = std::max(outcome.gain, now - energy);
        energy = now;
        std::vector<std::vector<Vec3>> placed(count);
        for (int body = 0; body < count; ++body) {
            for (const Vec3& vertex : surfaces[body].vertices) {
                placed[body].push_back(record.bodies[body].world_from_body * vertex);
            }
        }
        for (int b = 1; b < count; ++b) {
            for (int a = 0; a < b; ++a) {
                outcome.overlap =
                    std::max(outcome.overlap, deepest_vertex(placed[a], surfaces[a].triangles,
                                                             placed[b], surfaces[b].triangles));
            }
        }
    }
    return outcome;
}

constexpr const char* kFlushStart =
    R"("gravity": [0, -9.82, 0], "query": {"pose": "initial", "time_step": 0.01}, )";
constexpr const char* kFlushFloor =
    R"({"name": "floor", "shape": {"box": {"size": [20, 1, 20]}}, "position": [0, -0.5, 0], )"
    R"("fixed": true})";

/// A domino of 20 mm that falls over its lower edge onto one in line with it, 90 mm farther.
/// `spin`: about the vertical, beside that of its fall [rad/s].
std::string falling_domino(double tilt, double spin) {
    constexpr double kFall = 7.0;  // [rad/s]
    const Vec3 edge(0.01, 0.0, 0.0);
    const Quat turn(Eigen::AngleAxisd(-tilt, Vec3::UnitZ()));
    const Vec3 arm = turn * Vec3(-0.01, 0.1, 0.0);
    const Vec3 velocity = Vec3(0.0, spin, -kFall).cross(arm);
    std::ostringstream text;
    text.precision(17);
    text << kFlushStart << R"("friction": 0.4, "bodies": [)" << kFlushFloor
         << R"(, {"name": "first", "shape": {"box": {"size": [0.02, 0.2, 0.1]}}, "position": [)"
         << edge.x() + arm.x() << ", " << arm.y() << R"(, 0], "orientation": [)" << turn.w()
         << ", 0, 0, " << turn.z() << R"(], "linear_velocity": [)" << velocity.x() << ", "
         << velocity.y() << ", " << velocity.z() << R"(], "angular_velocity": [0, )" << spin << ", "
         << -kFall << R"(]}, {"name": "second", "shape": {"box": {"size": [0.02, 0.2, 0.1]}}, )"
         << R"("position": [0.09, 0.1, 0]}])";
    return text.str();
}

/// Two stacks of four cubes of 0.2 m that meet with 10 m/s; those of one are moved by 10 mm each
/// against those below them, and are in line with those of the other in height alone. `shift`:
/// added to their distance [m].
std::string meeting_stacks(double shift) {
    std::ostringstream text;
    text.precision(17);
    text << kFlushStart << R"("friction": 0.5, "bodies": [)" << kFlushFloor;
    for (int i = 0; i < 4; ++i) {
        for (const int side : {-1, 1}) {
            text << R"(, {"name": ")" << (side < 0 ? "left" : "right") << i
                 << R"(", "shape": {"box": {"size": [0.2, 0.2, 0.2]}}, "position": [)"
                 << side * (0.5 + shift) << ", " << 0.1 + 0.2 * i << ", "
                 << (side < 0 ? 0.01 * i : 0.02) << R"(], "linear_velocity": [)" << -5 * side
                 << ", 0, 0]}";
        }
    }
    text << "]";
    return text.str();
}

}  // namespace

TEST_CASE("a domino falls onto the next one and not into it, however little it turns",
          "[turning]") {
    for (const double tilt : {0.15, 0.3}) {
        for (int i = -4; i <= 4; ++i) {
            const double spin = i * std::abs(i) * 0.0125;
            CAPTURE(tilt, spin);
            const FlushOutcome outcome = run_flush(falling_domino(tilt, spin), 25);
            CHECK(outcome.overlap < 2e-4);
            CHECK(outcome.gain < 1e-5);  // of 0.28 J: a turn's share, by steps alone
        }
    }
}

TEST_CASE("stacks in line that collide stay out of each other", "[turning]") {
    for (int i = 0; i < 3; ++i) {
        CAPTURE(i);
        const FlushOutcome outcome = run_flush(meeting_stacks(1e-9 * i), 14);
        CHECK(outcome.overlap < 1e-3);
        CHECK(outcome.gain < 1e-6);
    }
}

}  // namespace touchstone
