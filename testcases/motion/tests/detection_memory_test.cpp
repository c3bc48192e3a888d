#include "generators/detection_memory.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "generators/find_contacts.h"
#include "generators/local/settled_tets.h"
#include "methods/base/same_bits.h"
#include "methods/testing/catch.h"
#include "testcases/files/scene_file.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"

using namespace touchstone;

namespace {

using touchstone::same_bits;

bool same_bits(const ContactPoint& a, const ContactPoint& b) {
    return same_bits(a.position, b.position) && same_bits(a.normal, b.normal) &&
           same_bits(a.separation, b.separation) && same_bits(a.force, b.force) &&
           a.feature_a == b.feature_a && a.feature_b == b.feature_b && a.body_a == b.body_a &&
           a.body_b == b.body_b;
}

bool same_bits(const std::vector<ContactPoint>& a, const std::vector<ContactPoint>& b) {
    return std::ranges::equal(
        a, b, [](const ContactPoint& x, const ContactPoint& y) { return same_bits(x, y); });
}

StudyScene make_scene(const std::string& case_name, const std::string& generator,
                      const StudySettings& settings) {
    return make_study_scene(case_name, settings, std::nullopt, std::vector{generator});
}

/// What a run has in sum of the counts of its queries.
struct Sums {
    std::int64_t pairs = 0;
    std::int64_t spared = 0;  ///< pairs of which something was of use
    std::int64_t settled = 0;
    std::int64_t grouped = 0;
    std::int64_t contacts = 0;
};

void add(Sums& sums, const MemoryCounts& counts, std::size_t contacts) {
    sums.pairs += counts.body_pairs;
    sums.spared += counts.repeated + counts.eased;
    sums.settled += counts.settled;
    sums.grouped += counts.grouped;
    sums.contacts += static_cast<std::int64_t>(contacts);
}

/// Steps a simulation and holds the contacts of each step against those found from nothing.
Sums compare_steps(const StudyScene& scene, const std::string& generator,
                   const StudySettings& settings, int steps) {
    Simulation simulation(scene, generator, settings);
    std::vector<ContactPoint> last;
    Sums sums;
    for (int step = 1; step <= steps; ++step) {
        const std::vector<RigidBody> before = simulation.bodies();
        StepRecord record = simulation.step();
        const SolverSettings& solver = simulation.solver();
        const std::vector<ContactPoint> from_nothing = find_scene_contacts(
            scene, settings.methods.find(generator), settings.generators.at(generator),
            {.poses = record.query_poses,
             .bodies = before,
             .time_step = solver.time_step,
             .look_ahead = solver.gap == GapRule::Close,
             .acceleration = solver.gravity.norm(),
             .restitution = solver.restitution,
             .last_contacts = last});
        INFO(generator << ", step " << step);
        REQUIRE(same_bits(record.contacts, from_nothing));
        add(sums, record.remembered, record.contacts.size());
        last = std::move(record.contacts);
    }
    return sums;
}

Sums compare_steps(const std::string& case_name, const std::string& generator,
                   const StudySettings& settings, int steps) {
    INFO(case_name);
    return compare_steps(make_scene(case_name, generator, settings), generator, settings, steps);
}

/// A motion of two bodies that mostly hardly move: each query changes the poses by shares of very
/// different sizes, or not at all.
class Wandering {
 public:
    /// Steps are between these powers of ten, and mostly near the smaller.
    struct Steps {
        double smallest = -15.0;
        double largest = -3.0;
    };

    Wandering(unsigned seed, Steps steps) : random_(seed), steps_(steps) {}

    void move(Pose& pose) {
        const double size =
            std::pow(10.0, std::lerp(steps_.smallest, steps_.largest, std::pow(share(), 2.0)));
        if (share() < 0.2) {
            return;
        }
        pose.translation += size * direction();
        pose.rotation =
            (pose.rotation * Quat(Eigen::AngleAxisd(size, direction().normalized()))).normalized();
    }

 private:
    double share() { return std::ldexp(static_cast<double>(random_()), -32); }
    Vec3 direction() { return Vec3(share(), share(), share()) - Vec3::Constant(0.5); }

    std::mt19937 random_;
    Steps steps_;
};

/// Requires that bodies have the same contacts with what a memory keeps as from nothing. Returns
/// how many.
std::size_t ask_twice(const StudyScene& scene, const std::string& generator,
                      const StudySettings& settings, std::span<const Pose> poses,
                      std::span<const RigidBody> bodies, DetectionMemory& memory) {
    BodyPlacement placement{.poses = poses, .bodies = bodies, .time_step = 0.01};
    const auto find = [&] {
        return find_scene_contacts(scene, settings.methods.find(generator),
                                   settings.generators.at(generator), placement);
    };
    const std::vector<ContactPoint> from_nothing = find();
    placement.memory = &memory;
    REQUIRE(same_bits(find(), from_nothing));
    return from_nothing.size();
}

Sums compare_wandering(const std::string& case_name, const std::string& generator, int queries,
                       unsigned seed, Wandering::Steps steps = {},
                       Profile profile = Profile::Corrected) {
    const StudySettings settings = make_study_settings(profile);
    const StudyScene scene = make_scene(case_name, generator, settings);
    std::vector<RigidBody> bodies = make_rigid_bodies(scene);
    std::vector<Pose> poses = body_poses(bodies);
    const std::vector<Pose> home = poses;
    DetectionMemory memory;
    Wandering wandering(seed, steps);
    Sums sums;
    for (int query = 0; query < queries; ++query) {
        if (query % 100 == 0) {
            poses = home;
        }
        for (int body = 0; body < std::ssize(poses); ++body) {
            wandering.move(poses[body]);
        }
        INFO(case_name << ", " << generator << ", query " << query);
        const std::size_t contacts = ask_twice(scene, generator, settings, poses, bodies, memory);
        add(sums, memory.counts(), contacts);
    }
    return sums;
}

}  // namespace

TEST_CASE("contacts found with memory are those found without, in each of 500 steps", "[memory]") {
    StudySettings settings = make_study_settings(Profile::Corrected);
    settings.solver.max_sweeps = 30;
    settings.solver.warm_start = true;
    const std::string generator =
        GENERATE("closest_points", "intersection", "vertex_only", "consistent_vertex", "volume_sat",
                 "surface_sat", "opposing", "growth", "semi_local");
    const Sums sums = compare_steps("wall:layers=3,span=3", generator, settings, 500);
    CHECK(sums.contacts > 0);
    CHECK(2 * sums.spared > sums.pairs);
    if (generator == "opposing") {
        CHECK(sums.settled > 0);
        CHECK(2 * sums.grouped > sums.pairs);
    }
    CHECK((sums.grouped > 0) == (generator != "semi_local"));
}

TEST_CASE("contacts found with memory are the same for bodies that fall and roll", "[memory]") {
    StudySettings settings = make_study_settings(Profile::Corrected);
    settings.solver.max_sweeps = 20;
    if (GENERATE(false, true)) {
        settings.solver.gap = GapRule::Close;
    }
    const std::string generator = GENERATE("semi_local", "opposing", "volume_sat");
    const std::string case_name = GENERATE("stack:boxes=3,twist=20", "arch");
    CHECK(compare_steps(case_name, generator, settings, 150).contacts > 0);
}

TEST_CASE("contacts found with memory are the same however little bodies move", "[memory]") {
    const std::string generator =
        GENERATE("closest_points", "intersection", "vertex_only", "consistent_vertex", "volume_sat",
                 "surface_sat", "opposing", "growth", "semi_local");
    Sums sums;
    unsigned seed = 1;
    for (const std::string case_name : {"cliff_edges", "internal_edges", "spike_in_hole",
                                        "wedge_in_crack", "spike_on_saddle", "pillar", "arch"}) {
        const Sums own = compare_wandering(case_name, generator, 300, seed++);
        sums.contacts += own.contacts;
        sums.spared += own.spared;
        sums.grouped += own.grouped;
    }
    CHECK(sums.contacts > 0);
    CHECK(sums.spared > 0);
    CHECK((sums.grouped > 0) == (generator != "semi_local"));
}

// Groups lie in the world: bodies that move together are as they were, but all their contacts are
// in new places, which make new groups.
TEST_CASE("contacts found with memory are the same for bodies that rest, jump and rest",
          "[memory]") {
    const std::string generator =
        GENERATE("closest_points", "vertex_only", "volume_sat", "opposing", "growth");
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const StudyScene scene = make_scene("pillar", generator, settings);
    const std::vector<RigidBody> bodies = make_rigid_bodies(scene);
    std::vector<Pose> poses = body_poses(bodies);
    DetectionMemory memory;
    constexpr int kRest = 8;  // queries
    constexpr int kJumps = 40;
    std::int64_t in_new_groups = 0;
    for (int query = 0; query < kRest * kJumps; ++query) {
        const bool jumps = query > 0 && query % kRest == 0;
        for (std::size_t i = 0; i < poses.size(); ++i) {
            poses[i].translation.x() += jumps ? 1e-4 : 0.0;
            poses[i].translation.y() += i % 2 == 0 ? 1e-14 : 0.0;
        }
        INFO(generator << ", query " << query);
        ask_twice(scene, generator, settings, poses, bodies, memory);
        in_new_groups += jumps ? memory.counts().grouped : 0;
        if (query % kRest == kRest - 1) {
            CHECK(memory.counts().grouped > 0);
        }
    }
    CHECK(in_new_groups > 0);
}

// What the SATs remember of edges holds for some 1e-10 of the bodies' size.
TEST_CASE("contacts found with memory are the same for motions near what edges allow", "[memory]") {
    const std::string generator = GENERATE("volume_sat", "surface_sat");
    const Profile profile = GENERATE(Profile::Corrected, Profile::Published);
    const auto [smallest, largest] = GENERATE(std::pair(-13.0, -12.0), std::pair(-12.5, -9.0));
    unsigned seed = 50;
    Sums sums;
    for (const std::string case_name : {"wall:layers=3,span=3", "pillar", "arch"}) {
        const Sums own =
            compare_wandering(case_name, generator, 200, seed++, {smallest, largest}, profile);
        sums.contacts += own.contacts;
        sums.spared += own.spared;
        sums.grouped += own.grouped;
    }
    CHECK(sums.contacts > 0);
    CHECK(sums.spared > 0);
    CHECK((sums.grouped > 0) == (profile == Profile::Corrected));
}

TEST_CASE("bodies that are struck have the contacts of a query without memory", "[memory]") {
    // A hammer comes down on two boxes that hang above a stack at rest, without gravity.
    std::ostringstream text;
    text
        << R"({"schema": "touchstone-scene-1", "name": "hammer", "gravity": [0, 0, 0], "query": {"pose": "initial", )"
        << R"("time_step": 0.01}, "bodies": [{"name": "floor", "fixed": true, )"
        << R"("shape": {"box": {"size": [2, 0.1, 2]}}, "position": [0, -0.05, 0]})";
    const auto add_box = [&](const std::string& name, double y, double density, double speed) {
        text << R"(, {"name": ")" << name << R"(", "shape": {"box": {"size": [0.1, 0.1, 0.1]}}, )"
             << R"("density": )" << density << R"(, "position": [0, )" << y
             << R"(, 0], "linear_velocity": [0, )" << speed << ", 0]}";
    };
    add_box("lowest", 0.05, 1000.0, 0.0);
    add_box("middle", 0.15, 1000.0, 0.0);
    add_box("highest", 0.25, 1000.0, 0.0);
    add_box("struck", 0.38, 1000.0, 0.0);
    add_box("above", 0.51, 1000.0, 0.0);
    add_box("hammer", 1.2, 20000.0, -8.0);
    text << "]}";
    const std::string generator = "semi_local";
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const StudyScene scene = make_study_scene(parse_scene(text.str(), "hammer.json", {}), false,
                                              settings, std::nullopt, std::vector{generator});
    const Sums sums = compare_steps(scene, generator, settings, 16);
    CHECK(sums.contacts > 0);
    CHECK(sums.spared > 0);
}

TEST_CASE("bodies that do not move in any bit keep their contacts", "[memory]") {
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const StudyScene scene = make_scene("pillar", "opposing", settings);
    const std::vector<RigidBody> bodies = make_rigid_bodies(scene);
    const std::vector<Pose> poses = body_poses(bodies);
    DetectionMemory memory;
    std::vector<ContactPoint> last;
    for (int query = 0; query < 5; ++query) {
        last = find_scene_contacts(scene, settings.methods.find("opposing"),
                                   settings.generators.at("opposing"),
                                   {.poses = poses,
                                    .bodies = bodies,
                                    .time_step = 0.01,
                                    .last_contacts = last,
                                    .memory = &memory});
    }
    REQUIRE(!last.empty());
    CHECK(memory.counts().repeated == memory.counts().body_pairs);
    CHECK(memory.counts().kept_pairs);
    const DetectionMemory copy = memory;
    CHECK(copy.bodies().empty());
}

TEST_CASE("bodies that go far together are asked about anew", "[memory]") {
    const std::string generator = GENERATE("opposing", "vertex_only", "volume_sat");
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const StudyScene scene = make_scene("pillar", generator, settings);
    const std::vector<RigidBody> bodies = make_rigid_bodies(scene);
    std::vector<Pose> poses = body_poses(bodies);
    DetectionMemory memory;
    BodyPlacement placement{.poses = poses, .bodies = bodies, .time_step = 0.01};
    for (const double far : {0.0, 1e3, 1e6, -1e6}) {
        for (Pose& pose : poses) {
            pose.translation.x() += far;
        }
        for (int query = 0; query < 4; ++query) {
            const auto find = [&] {
                return find_scene_contacts(scene, settings.methods.find(generator),
                                           settings.generators.at(generator), placement);
            };
            for (std::size_t i = 1; i < poses.size(); i += 2) {
                poses[i].translation.y() += 1e-9;
            }
            placement.memory = nullptr;
            const std::vector<ContactPoint> from_nothing = find();
            placement.memory = &memory;
            INFO(generator << ", " << far << " m farther, query " << query);
            REQUIRE(same_bits(find(), from_nothing));
            if (query == 0 && far > 0.0) {
                CHECK(memory.counts().eased == 0);
            }
            if (query == 3) {
                CHECK(memory.counts().eased > 0);
            }
        }
    }
}
