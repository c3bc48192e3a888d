#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "generators/generator.h"
#include "methods/base/error.h"
#include "methods/quality/faults.h"
#include "methods/testing/catch.h"
#include "testcases/files/scene_file.h"
#include "testcases/motion/limits.h"
#include "testcases/study/scene_judgement.h"
#include "testcases/study/study.h"

// The scenes of data/field2, each with the answer that its report's fault hides.

namespace touchstone {
namespace {

const std::string kFolder = TOUCHSTONE_FIELD2_FOLDER "/";

/// What the semi-local method does not get right yet, and what its judge then says.
const std::map<std::string, std::string> kNotYet;

std::vector<std::string> scene_names() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
        if (entry.path().extension() == ".json") {
            names.push_back(entry.path().stem().string());
        }
    }
    std::ranges::sort(names);
    return names;
}

StudyResult ask(const std::string& name, std::vector<std::string> generators) {
    StudyRequest request;
    request.cases = {kFolder + name + ".json"};
    request.generators = std::move(generators);
    request.settings = make_study_settings(Profile::Corrected);
    request.threads = 1;
    return run_study(request);
}

Reference truth_of(const std::string& name) {
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const StudyScene scene = make_study_scene(kFolder + name + ".json", settings, std::nullopt,
                                              std::array<std::string, 1>{"semi_local"});
    std::vector<Pose> poses;
    poses.reserve(scene.test_case.bodies.size());
    for (const BodySetup& body : scene.test_case.bodies) {
        poses.push_back(body.world_from_shape);
    }
    return truth_at(scene, poses);
}

}  // namespace

TEST_CASE("outsiders' scenes are judged as their notes say", "[field2]") {
    const std::vector<std::string> names = scene_names();
    CHECK(names.size() == 25);
    for (const std::string& name : names) {
        if (name == "f46_two_fixed_blocks") {
            continue;  // below
        }
        INFO(name);
        const StudyRow row = ask(name, {"semi_local"}).rows.at(0);
        CHECK(row.outcome == Outcome::Answered);
        CHECK(row.unknown.empty());
        const auto known = kNotYet.find(name);
        CHECK(fault_names(row.faults) == (known == kNotYet.end() ? "" : known->second));
    }
}

TEST_CASE("a scene that one method cannot be asked about can be asked of the others", "[field2]") {
    for (const char* name : {"f09_hull_of_a_turned_grid", "f09_hull_with_points_on_an_edge"}) {
        INFO(name);
        std::vector<std::string> generators;
        for (const Generator& generator : all_generators()) {
            if (generator.is_for_all()) {
                generators.push_back(generator.id);
            }
        }
        for (const StudyRow& row : ask(name, generators).rows) {
            INFO(row.generator_id << ": " << row.reason);
            CHECK(row.outcome == Outcome::Answered);
        }
    }
}

TEST_CASE("closest points, which shrinks bodies, can be asked about every outsiders' scene",
          "[field2]") {
    for (const std::string& name : scene_names()) {
        if (name == "f46_two_fixed_blocks") {
            continue;  // no method can
        }
        INFO(name);
        const StudyRow row = ask(name, {"closest_points"}).rows.at(0);
        INFO(row.reason);
        CHECK(row.outcome == Outcome::Answered);
    }
}

TEST_CASE("two fixed bodies with an expected answer are refused in words", "[field2]") {
    CHECK_THROWS_WITH(
        read_scene(kFolder + "f46_two_fixed_blocks.json"),
        Catch::Contains("'left' and 'right' are fixed") && Catch::Contains("no method is asked"));
}

TEST_CASE("a flat face with a vertex a micrometre high is flat", "[field2]") {
    const PairReference pair = truth_of("f07_midpoint_1_micrometre_high").at(0);
    CHECK(pair.why_unknown.empty());
    REQUIRE(pair.answers.size() == 1);
    CHECK(pair.answers[0].normals.size() == 1);
    CHECK(pair.answers[0].normals[0].y() == Approx(1.0));
    CHECK(pair.answers[0].min_contacts == 4);
    CHECK(*pair.answers[0].area == Approx(1.0));
}

TEST_CASE("computed truth of outsiders' scenes has the corners that their notes count",
          "[field2]") {
    const Answer cups = truth_of("f04_nested_cups_2_mm").at(0).answers.at(0);
    CHECK(cups.normals.size() >= 12);
    const Answer bolt = truth_of("f23_bolt_head_on_a_plate").at(0).answers.at(0);
    CHECK(bolt.min_contacts == 6);
}

TEST_CASE("two boards lean on each other as long as friction at their feet holds them",
          "[field2]") {
    // They stand on their own above tan(20 degrees) / 2 = 0.182.
    TestCase scene = read_scene(kFolder + "f25_two_cards_leaning.json");
    const double friction = GENERATE(0.2, 0.3, 0.5);
    CAPTURE(friction);
    scene.friction = friction;
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const std::string generator = "semi_local";
    const StudyScene prepared = make_study_scene(scene, false, settings, std::nullopt,
                                                 std::array<std::string, 1>{generator});
    for (const LimitOutcome& outcome : run_limits(prepared, generator, settings).outcomes) {
        INFO(outcome.name);
        CHECK(outcome.measured());
        CHECK(outcome.held);
    }
}

TEST_CASE("a body that falls through what it should land on is told by its sinking", "[field2]") {
    const StudySettings settings = make_study_settings(Profile::Corrected);
    TestCase scene = read_scene(kFolder + "f10_five_cubes_dropped.json");
    scene.simulate->max_sinking = 0.21;                         // the highest falls 0.2 m
    scene.bodies[0].world_from_shape.translation.y() = -100.0;  // no floor
    const std::string generator = "vertex_only";
    const StudyScene prepared = make_study_scene(scene, false, settings, std::nullopt,
                                                 std::array<std::string, 1>{generator});
    const LimitReport report = run_limits(prepared, generator, settings);
    const auto outcome = std::ranges::find(report.outcomes, "max_sinking", &LimitOutcome::name);
    REQUIRE(outcome != report.outcomes.end());
    CHECK(outcome->measured());
    CHECK_FALSE(outcome->held);
}

}  // namespace touchstone
