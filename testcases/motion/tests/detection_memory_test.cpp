#include "generators/detection_memory.h"

#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "methods/testing/catch.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"

using namespace touchstone;

namespace {

bool same_bits(const Vec3& a, const Vec3& b) {
    return std::memcmp(a.data(), b.data(), 3 * sizeof(double)) == 0;
}

bool same_bits(const ContactPoint& a, const ContactPoint& b) {
    return same_bits(a.position, b.position) && same_bits(a.normal, b.normal) &&
           std::memcmp(&a.separation, &b.separation, sizeof(double)) == 0 &&
           std::memcmp(&a.force, &b.force, sizeof(double)) == 0 && a.feature_a == b.feature_a &&
           a.feature_b == b.feature_b && a.body_a == b.body_a && a.body_b == b.body_b;
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
    std::int64_t contacts = 0;
};

void add(Sums& sums, const MemoryCounts& counts, std::size_t contacts) {
    sums.pairs += counts.body_pairs;
    sums.spared += counts.repeated + counts.eased;
    sums.settled += counts.settled;
    sums.contacts += static_cast<std::int64_t>(contacts);
}

/// Steps a simulation and holds the contacts of each step against those found from nothing.
Sums compare_steps(const std::string& case_name, const std::string& generator,
                   const StudySettings& settings, int steps) {
    const StudyScene scene = make_scene(case_name, generator, settings);
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
             .last_contacts = last});
        INFO(case_name << ", " << generator << ", step " << step);
        REQUIRE(same_bits(record.contacts, from_nothing));
        add(sums, record.remembered, record.contacts.size());
        last = std::move(record.contacts);
    }
    return sums;
}

/// A motion of two bodies that mostly hardly move: each query changes the poses by shares of very
/// different sizes, or not at all.
class Wandering {
 public:
    explicit Wandering(unsigned seed) : random_(seed) {}

    void move(Pose& pose) {
        constexpr double kSmallest = -15.0;
        constexpr double kLargest = -3.0;
        const double size = std::pow(10.0, std::lerp(kSmallest, kLargest, std::pow(share(), 2.0)));
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
};

Sums compare_wandering(const std::string& case_name, const std::string& generator, int queries,
                       unsigned seed) {
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const StudyScene scene = make_scene(case_name, generator, settings);
    std::vector<RigidBody> bodies = make_rigid_bodies(scene);
    std::vector<Pose> poses = body_poses(bodies);
    const std::vector<Pose> home = poses;
    DetectionMemory memory;
    Wandering wandering(seed);
    Sums sums;
    for (int query = 0; query < queries; ++query) {
        if (query % 100 == 0) {
            poses = home;
        }
        for (int body = 0; body < std::ssize(poses); ++body) {
            wandering.move(poses[body]);
        }
        BodyPlacement placement{.poses = poses, .bodies = bodies, .time_step = 0.01};
        const auto find = [&] {
            return find_scene_contacts(scene, settings.methods.find(generator),
                                       settings.generators.at(generator), placement);
        };
        const std::vector<ContactPoint> from_nothing = find();
        placement.memory = &memory;
        INFO(case_name << ", " << generator << ", query " << query);
        REQUIRE(same_bits(find(), from_nothing));
        add(sums, memory.counts(), from_nothing.size());
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
    }
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
    }
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
