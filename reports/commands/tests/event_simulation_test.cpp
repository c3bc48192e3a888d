#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/tests/run_program.h"
#include "testcases/recordings/recording.h"

using namespace touchstone;
using Catch::Matchers::Contains;
using touchstone::testing::read_bytes;
using touchstone::testing::TemporaryFolder;

namespace {

namespace fs = std::filesystem;
using testing::Arguments;

ChildResult simulate_events(Arguments arguments) {
    arguments.insert(arguments.begin(), "simulate");
    return testing::run_touchstone(arguments);
}

void check_events_refused(Arguments arguments, int status, const std::vector<std::string>& words) {
    arguments.insert(arguments.begin(), "simulate");
    testing::check_refused(arguments, status, words);
}

Arguments events_with(Arguments arguments, const Arguments& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

/// A floor and a solid above it; returns the scene's path.
std::string scene_above_floor(const fs::path& folder, const std::string& shape, double height) {
    const fs::path path = folder / "fall.json";
    std::ofstream(path)
        << (R"({"schema":"touchstone-scene-1","name":"fall","solver":{"restitution":0.5},)"
            R"("query":{"pose":"initial","time_step":0.01},"bodies":[{"name":"floor",)"
            R"("shape":{"round_box":{"size":[4,1,4],"rounding":0.1}},)"
            R"("position":[0,-0.5,0],"fixed":true},{"name":"body","shape":)" +
            shape + R"(,"position":[0,)" + std::to_string(height) + ",0]}]}");
    return path.string();
}

std::vector<std::string> lines_of(const std::string& file) {
    std::istringstream in(read_bytes(file));
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

const std::string kBall = R"({"sphere":{"radius":0.5}})";

}  // namespace

TEST_CASE("simulate from collision to collision lists steps, collisions and energies",
          "[simulate]") {
    const TemporaryFolder folder;
    const std::string scene = scene_above_floor(folder.path(), kBall, 1.0);
    const std::string csv = (folder.path() / "steps.csv").string();
    const ChildResult result =
        simulate_events({scene, "--solver", "events", "--steps", "60", "--csv", csv});
    REQUIRE(result.code == 0);
    CHECK_THAT(result.output, Contains("restitution 0.5") && Contains("collisions"));
    const std::vector<std::string> lines = lines_of(csv);
    REQUIRE(lines.size() == 65);
    CHECK(lines[0] == "# schema touchstone-events-1");
    CHECK(lines[4] ==
          "step,time_s,contacts,events,kinetic_energy_J,potential_energy_J,energy_drift_J,"
          "witness_hits,witness_misses");
    // It falls 0.5 m in 0.319 s: the first collision is in step 32.
    double fallen = 0.0;
    for (int step = 1; step <= 60; ++step) {
        std::istringstream row(lines[4 + step]);
        std::vector<double> cells;
        for (std::string cell; std::getline(row, cell, ',');) {
            cells.push_back(std::stod(cell));
        }
        REQUIRE(cells.size() == 9);
        CHECK(cells[0] == step);
        CHECK(std::abs(cells[1] - 0.01 * step) < 1e-12);
        CHECK((cells[3] > 0.0) == (step == 32));
        const double total = cells[4] + cells[5];
        fallen = step == 1 ? total : fallen;
        if (step < 32) {
            CHECK(std::abs(total - fallen) < 1e-9 * std::abs(fallen));
        } else {
            CHECK(total < fallen);
        }
        CHECK(std::abs(cells[6]) < 1e-9 * std::abs(fallen));
    }
}

TEST_CASE("a step that events cannot take leaves the rows before it", "[simulate]") {
    const TemporaryFolder folder;
    const std::string csv = (folder.path() / "steps.csv").string();
    // A cylinder meets the floor with its cap, which has no curved contact.
    const std::string scene =
        scene_above_floor(folder.path(), R"({"cylinder":{"radius":0.3,"height":0.5}})", 3.0);
    const ChildResult result =
        simulate_events({scene, "--solver", "events", "--steps", "500", "--csv", csv});
    CHECK(result.code == 1);
    CHECK_THAT(result.errors, Contains("step ") && Contains("curved sides only"));
    CHECK(lines_of(csv).size() > 15);
}

TEST_CASE("simulate with events refuses what it would ignore, and overlaps", "[simulate]") {
    const TemporaryFolder folder;
    const std::string scene = scene_above_floor(folder.path(), kBall, 1.0);
    const Arguments events{scene, "--solver", "events", "--steps", "2"};
    check_events_refused(events_with(events, {"--set", "solver.friction=0.3"}), 2,
                         {"solver.friction", "without friction"});
    check_events_refused(events_with(events, {"--set", "smooth.reach=1"}), 2, {"smooth.reach"});
    check_events_refused(events_with(events, {"--friction", "0.3"}), 2,
                         {"leave other options out"});
    check_events_refused(events_with(events, {"--generator", "smooth"}), 2,
                         {"leave other options out"});
    check_events_refused(events_with(events, {"--impacts", "billiard"}), 2,
                         {"billiard", "one_by_one"});
    check_events_refused(events_with(events, {"--collision-times", "soon"}), 2,
                         {"soon", "quintic"});
    check_events_refused(events_with(events, {"--set", "solver.restitution=2"}), 2,
                         {"restitution"});
    check_events_refused({"--resume", "none.h5", "--solver", "events"}, 2, {"does not go on"});
    const std::string sunk = scene_above_floor(folder.path(), kBall, 0.45);
    const ChildResult result = simulate_events({sunk, "--solver", "events"});
    CHECK(result.code == 1);
    CHECK_THAT(result.errors, Contains("step 1: bodies 'floor' and 'body' overlap by 0.0"));
}

TEST_CASE("a motion from collision to collision is recorded, and not gone on with", "[simulate]") {
    const TemporaryFolder folder;
    const std::string scene = scene_above_floor(folder.path(), kBall, 1.0);
    const std::string file = (folder.path() / "run.h5").string();
    REQUIRE(
        simulate_events({scene, "--solver", "events", "--steps", "200", "--record", file}).code ==
        0);
    const Recording recording(file);
    REQUIRE(recording.steps() == 200);
    REQUIRE(recording.header().holds_bound);
    const StepRecord impact = recording.read_step(32);
    REQUIRE(impact.stops.size() == 1);
    CHECK(impact.stops[0].body_a == 0);
    // After sqrt(2 · 0.5 m / g) = 0.31911 s.
    CHECK(std::abs(impact.stops[0].share - 0.911) < 0.001);
    const StepRecord rest = recording.read_step(200);
    CHECK(std::abs(rest.bodies[1].world_from_body.translation.y() - 0.5) < 1e-5);
    REQUIRE(!rest.contacts.empty());
    double borne = 0.0;
    for (const ContactImpulse& impulse : rest.impulses) {
        borne += impulse.normal;
    }
    // The weight over a step: 4/3 π r³ · 2000 kg/m³ · g · 0.01 s.
    CHECK(std::abs(borne - 102.8) < 0.1);
    check_events_refused({"--resume", file, "--steps", "300"}, 2,
                         {"--solver events", "record it anew"});
}

TEST_CASE("a recording counts the remembered pairs of each step", "[simulate]") {
    const TemporaryFolder folder;
    const std::string scene =
        scene_above_floor(folder.path(), R"({"ellipsoid":{"semi_axes":[0.5,0.4,0.3]}})", 1.0);
    // On a hill, since contacts with a face are closed forms, which are not remembered.
    std::string text = read_bytes(scene);
    const std::string face = R"("round_box":{"size":[4,1,4],"rounding":0.1})";
    text.replace(text.find(face), face.size(), R"("ellipsoid":{"semi_axes":[4,0.5,4]})");
    std::ofstream(scene) << text;
    const std::string file = (folder.path() / "run.h5").string();
    const ChildResult result =
        simulate_events({scene, "--solver", "events", "--steps", "60", "--record", file});
    REQUIRE(result.code == 0);
    const Recording recording(file);
    REQUIRE(recording.header().holds_witnesses);
    std::int64_t hits = 0;
    std::int64_t misses = 0;
    for (int step = 1; step <= recording.steps(); ++step) {
        const StepRecord record = recording.read_step(step);
        REQUIRE(record.witnesses);
        hits += record.witnesses->hits;
        misses += record.witnesses->misses;
    }
    CHECK(hits > 30);
    // The command counts the search before the first step as well.
    CHECK_THAT(result.output, Contains("Remembered pairs: " + std::to_string(hits) + " of "));
    CHECK(misses <= 1);
    const std::string folder_of_csv = (folder.path() / "csv").string();
    REQUIRE(testing::run_touchstone({"export", file, "--to", "csv", "--out", folder_of_csv}).code ==
            0);
    const std::vector<std::string> lines = lines_of(folder_of_csv + "/steps.csv");
    CHECK_THAT(lines[0], Contains("bound_time,witness_hits,witness_misses,"));
}

TEST_CASE("a scene's bound on steps hides no motion from collision to collision", "[simulate]") {
    const TemporaryFolder folder;
    const std::string scene = scene_above_floor(folder.path(), kBall, 1.0);
    std::string text = read_bytes(scene);
    const std::string solver = "\"restitution\":0.5";
    text.replace(text.find(solver), solver.size(), solver + ",\"step_bound\":\"ccd\"");
    std::ofstream(scene) << text;
    const std::string file = (folder.path() / "run.h5").string();
    const ChildResult result =
        simulate_events({scene, "--solver", "events", "--steps", "2", "--record", file});
    CHECK(result.code == 0);
    CHECK_THAT(result.errors, Contains("no use for solver.step_bound of the scene"));
    CHECK_THAT(result.errors, !Contains("solver.restitution"));
    check_events_refused({"--resume", file, "--steps", "3"}, 2,
                         {"--solver events", "record it anew"});
}
