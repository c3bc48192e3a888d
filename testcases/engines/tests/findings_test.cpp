// docs/results/findings: its scenes load, and the engines that are built show what the text says.

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include "generators/external/external_generator.h"
#include "methods/quality/reference.h"
#include "methods/testing/catch.h"
#include "testcases/engines/tests/built_engines.h"
#include "testcases/files/scene_file.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"

namespace touchstone {
namespace {

const std::filesystem::path kFolder = TOUCHSTONE_FINDINGS_FOLDER;

struct Interval {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();

    bool holds(double value) const { return low <= value && value <= high; }
};

constexpr double kMost = 1e6;
constexpr Interval at_least(double low) { return {low, kMost}; }
constexpr Interval about(double value, double off) { return {value - off, value + off}; }

/// What a table of docs/results/findings/README.md says of one engine. All else is free.
struct Finding {
    std::string scene;
    std::string program;
    std::string options;     ///< "--as hull"
    Interval count{};        ///< contacts found
    Interval worst_angle{};  ///< largest one of a normal with the right one [degrees]
    Interval deepest{};      ///< lowest separation [m]
    Interval off_middle{};   ///< farthest of a point from halfway between the surfaces [m]
};

std::vector<Finding> all_findings() {
    const Interval any;
    const Interval none{0.0, 0.0};
    const Interval one{1.0, 1.0};
    const Interval right_normal{0.0, 0.01};
    return {
        {"boxes_overlapping", "mujoco", "--as box", {4, 4}, right_normal, about(-0.01, 1e-6)},
        {"boxes_overlapping", "bullet", "--as hull --defaults", one, right_normal,
         about(-0.1, 1e-6)},
        {"boxes_overlapping", "libccd_epa", "--as hull", one, right_normal, about(-0.02, 1e-6),
         about(0.25, 1e-3)},
        {"boxes_overlapping", "ode", "--as hull", one, right_normal, about(-0.02, 1e-6)},
        {"boxes_overlapping", "fcl", "--as hull", one, right_normal, about(-0.02, 1e-6)},
        {"boxes_overlapping", "mujoco", "--as hull", any, about(0.057, 0.002)},
        {"boxes_overlapping", "mujoco_wasm", "--as hull", any, about(0.057, 0.002)},
        {"boxes_overlapping",
         "mujoco_wasm",
         "--as hull --defaults",
         {4, 4},
         right_normal,
         about(-0.02, 1e-6)},
        {"boxes_overlapping", "mujoco_wasm", "--as box", {4, 4}, right_normal, about(-0.02, 1e-6)},
        {"boxes_overlapping_swapped",
         "bullet",
         "--as mesh",
         {4, 4},
         right_normal,
         about(-0.02, 1e-6),
         about(0.02, 1e-6)},
        {"boxes_overlapping_swapped", "bullet", "--as parts", any, any, about(-0.0387, 1e-3)},
        {"boxes_touching_turned", "bullet", "--as hull", one, at_least(45.0)},
        {"boxes_touching_turned", "fcl", "--as hull", one, at_least(90.0)},
        {"boxes_touching_turned", "mujoco", "--as hull", none},
        {"boxes_touching_turned", "mujoco_wasm", "--as hull --defaults", none},
        {"boxes_touching_turned", "mujoco_wasm", "--as hull", at_least(4), {0.0, 0.1}},
        {"edges_crossing", "physx", "--as hull", one, about(45.0, 0.01), about(-0.01414, 1e-5)},
        {"edges_crossing", "physx", "--as box", one, right_normal, about(-0.01, 1e-6)},
        {"edges_crossing", "bullet", "--as hull", one, right_normal, about(-0.01414, 1e-5)},
        {"edges_crossing", "bullet", "--as mesh", any, about(45.0, 0.01)},
        {"edges_crossing", "ode", "--as mesh", any, about(45.0, 0.01)},
        {"edges_crossing", "fcl", "--as mesh", any, about(45.0, 0.01), about(-0.431, 1e-2)},
        {"edges_crossing", "cannon_es", "--as parts", any, right_normal, about(-0.00606, 1e-5)},
        {"drums_touching", "rapier", "--as hull", {3, 3}, about(90.0, 0.01), about(-0.996, 1e-2)},
        {"drums_touching", "jolt", "--as parts --defaults", any, at_least(45.0)},
        {"drums_touching", "physx", "--as parts", any, at_least(45.0)},
        {"drums_overlapping", "bullet", "--as hull", {4, 4}, about(35.3, 0.1), about(-0.001, 1e-6)},
        {"drums_overlapping", "libccd_epa", "--as hull", one, about(90.0, 0.1), about(0.0, 1e-9)},
        {"drums_overlapping", "rapier", "--as mesh", any, about(90.0, 0.1), about(-0.511, 1e-2)},
    };
}

std::vector<ContactPoint> contacts_of(const Finding& finding) {
    const std::string command = std::string(TOUCHSTONE_ENGINE_FOLDER "/touchstone-engine-") +
                                finding.program + " " + finding.options;
    Generator generator = make_external_generator({command, 60.0});
    const std::string id = generator.id;
    StudySettings settings = make_study_settings(Profile::Corrected);
    add_method(settings, std::move(generator));
    const StudyScene scene = make_study_scene(kFolder / (finding.scene + ".json"), settings,
                                              std::nullopt, std::array{id});
    return query_scene(scene, id, settings, 1).contacts;
}

void check(const Finding& finding) {
    const TestCase scene = read_scene(kFolder / (finding.scene + ".json"));
    // Expected normals point from the lower body up, and every plane of contact is known.
    const Answer& right = scene.reference.at(0).answers.at(0);
    const bool is_swapped = scene.bodies.at(0).name != "lower";
    const Vec3 up = right.normals.at(0);
    const std::vector<ContactPoint> contacts = contacts_of(finding);
    CHECK(finding.count.holds(static_cast<double>(contacts.size())));
    double worst_angle = 0.0;
    double deepest = std::numeric_limits<double>::infinity();
    double off_middle = 0.0;
    for (const ContactPoint& contact : contacts) {
        const Vec3 normal = is_swapped ? Vec3(-contact.normal) : contact.normal;
        worst_angle = std::max(worst_angle, std::atan2(normal.cross(up).norm(), normal.dot(up)));
        deepest = std::min(deepest, contact.separation);
        if (!right.points.empty()) {
            off_middle =
                std::max(off_middle, std::abs(up.dot(contact.position - right.points.at(0))));
        }
    }
    CHECK(finding.worst_angle.holds(worst_angle * 180.0 / std::numbers::pi));
    CHECK(finding.deepest.holds(deepest));
    CHECK(finding.off_middle.holds(off_middle));
}

}  // namespace

TEST_CASE("every scene of the findings loads, states its answer and is told of", "[engines]") {
    std::set<std::string> told{"drums_of_8_sides"};
    for (const Finding& finding : all_findings()) {
        told.insert(finding.scene);
    }
    std::set<std::string> there;
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
        if (entry.path().extension() == ".json") {
            CAPTURE(entry.path().filename());
            CHECK_FALSE(read_scene(entry.path()).reference.empty());
            there.insert(entry.path().stem());
        }
    }
    CHECK(there == told);
}

TEST_CASE("PhysX answers drums of 8 sides by parts with what is no number", "[engines]") {
    if (is_built("physx")) {
        const Finding finding{"drums_of_8_sides", "physx", "--as parts"};
        try {
            contacts_of(finding);
            FAIL("an answer");
        } catch (const GeneratorFault& fault) {
            CHECK(fault.outcome != Outcome::Unsupported);
            CHECK(std::string(fault.what()).find("not a finite number") != std::string::npos);
        }
    }
}

TEST_CASE("engines show what the findings say of them", "[engines]") {
    for (const Finding& finding : all_findings()) {
        if (is_built(finding.program)) {
            CAPTURE(finding.scene, finding.program, finding.options);
            check(finding);
        }
    }
}

}  // namespace touchstone
