#include "testcases/recordings/recording.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/motion/deformed_bodies.h"
#include "viewer/commands/commands.h"
#include "viewer/model/tests/opened_case.h"
#include "viewer/model/tests/recorded_case.h"

namespace touchstone::viewer {
namespace {

using testing::OpenedCase;
using testing::TemporaryFolder;

constexpr int kSteps = 8;

struct RecordedCase {
    TemporaryFolder folder;
    std::string file = (folder.path() / "internal_edges.h5").string();

    RecordedCase() { testing::record_case(file, "internal_edges", "opposing", kSteps); }
};

TEST_CASE("a recording shows the steps that it holds, in any order", "[viewer]") {
    const RecordedCase recorded;
    std::vector<StepRecord> steps;
    {
        const Recording recording(recorded.file);
        for (int step = 1; step <= kSteps; ++step) {
            steps.push_back(recording.read_step(step));
        }
    }
    OpenedCase opened(recorded.file, "surface_sat");
    CHECK(opened.application.scene->recorded_steps == kSteps);
    CHECK(opened.application.wanted.generator == "opposing");  // the recording's own
    CHECK(opened.application.step == 0);
    for (const int step : {5, 8, 1, 7}) {
        opened.run("jump " + std::to_string(step));
        CHECK(opened.application.step == step);
        const StepRecord& expected = steps[step - 1];
        REQUIRE(opened.moment().contacts.size() == expected.contacts.size());
        for (std::size_t i = 0; i < expected.contacts.size(); ++i) {
            CHECK(opened.moment().contacts[i].position == expected.contacts[i].position);
        }
        CHECK(opened.moment().world_from_shape[1].translation ==
              expected.query_poses[1].translation);
        CHECK(opened.moment().time == expected.time);
    }
    opened.run("back");
    CHECK(opened.application.step == 6);
}

TEST_CASE("a recording plays to its end and stops there", "[viewer]") {
    const RecordedCase recorded;
    OpenedCase opened(recorded.file, "opposing");
    opened.run("play");
    CHECK(opened.application.step == kSteps);
    CHECK_FALSE(opened.application.playing);
    opened.run("step");  // there is no further step
    CHECK(opened.application.step == kSteps);
    CHECK_THROWS_WITH(run_command(opened.application, "jump 1000"),
                      Catch::Contains("the recording ends with step " + std::to_string(kSteps)));
    CHECK(opened.application.step == kSteps);
    opened.run("restart");
    CHECK(opened.application.step == 0);
    CHECK(opened.application.message == "");
}

TEST_CASE("a recording can be asked with another generator, at the recorded poses", "[viewer]") {
    const RecordedCase recorded;
    OpenedCase opened(recorded.file, "opposing");
    opened.run("jump 4");
    const std::vector<Pose> poses = opened.moment().world_from_shape;
    opened.run("generator surface_sat");
    opened.run("jump 4");
    CHECK(opened.moment().generator == "surface_sat");
    CHECK(opened.moment().world_from_shape[1].translation == poses[1].translation);
    OpenedCase simulated("internal_edges", "opposing");
    simulated.run("jump 4");
    simulated.run("compare surface_sat");
    REQUIRE(simulated.application.moment(1) != nullptr);
    const std::vector<ContactPoint>& expected = simulated.application.moment(1)->contacts;
    REQUIRE(opened.moment().contacts.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        CHECK(opened.moment().contacts[i].position == expected[i].position);
    }
}

TEST_CASE("a recording keeps its settings and leaves those of what is opened next", "[viewer]") {
    const RecordedCase recorded;
    OpenedCase opened("internal_edges", "opposing");
    opened.run("set solver.friction=0.125");
    opened.run("open " + recorded.file);
    CHECK_THROWS_WITH(run_command(opened.application, "set solver.friction=0.3"),
                      Catch::Contains("keeps the settings"));
    CHECK_FALSE(opened.application.scene->request.settings.friction == 0.125);
    opened.run("open internal_edges");
    CHECK(opened.application.scene->request.settings.friction == 0.125);
}

/// Returns where the vertices of a body are drawn, world frame [m].
std::vector<Vec3> drawn_points(const OpenedCase& opened, std::uint32_t body) {
    std::vector<Vec3> points;
    for (const GeometryVertex& vertex : opened.application.geometry().vertices) {
        if (vertex.body == body) {
            points.emplace_back(opened.view().bodies[body].world_from_shape *
                                Vec3(vertex.position[0], vertex.position[1], vertex.position[2]));
        }
    }
    return points;
}

TEST_CASE("elastic bodies are drawn as they are deformed, with a key of strains", "[viewer]") {
    constexpr int kElasticSteps = 60;  // of 5 ms: the cube has come down
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "cube.h5").string();
    testing::record_elastic_case(file, "elastic_cube", kElasticSteps);
    OpenedCase opened(file, "barrier");
    const auto is_key = [](const LegendEntry& entry) { return entry.text.starts_with("strain "); };
    CHECK(std::ranges::count_if(opened.view().legend, is_key) == 1);
    const double key_end = opened.view().elastic_key.end;
    CHECK(key_end > 0.05);
    for (const int step : {kElasticSteps, 3}) {
        CAPTURE(step);
        opened.run("jump " + std::to_string(step));
        const Recording recording(file);
        const StepRecord record = recording.read_step(step);
        const std::vector<DeformedSurface> surfaces =
            deformed_surfaces(recording.header().elastic, recording.test_case().bodies, &record,
                              opened.moment().world_from_shape);
        const std::vector<Vec3> drawn = drawn_points(opened, 1);
        REQUIRE(drawn.size() == surfaces[1].vertices.size());
        for (std::size_t v = 0; v < drawn.size(); ++v) {
            CHECK((drawn[v] - surfaces[1].vertices[v]).norm() < 1e-6);  // single precision
        }
        CHECK(drawn_points(opened, 0).size() == 8);       // the board
        CHECK(opened.view().elastic_key.end == key_end);  // of the whole motion
        CHECK(record.deformation->strain <= key_end);
    }
    opened.run("strain off");
    CHECK(opened.view().elastic_key == ElasticKey{});
    CHECK(std::ranges::count_if(opened.view().legend, is_key) == 0);
}

TEST_CASE("elastic bodies have the colors of their pressure, with a key that has its unit",
          "[viewer]") {
    constexpr int kElasticSteps = 60;  // of 5 ms: the cube has come down
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "cube.h5").string();
    testing::record_elastic_case(file, "elastic_cube", kElasticSteps);
    OpenedCase opened(file, "barrier");
    opened.run("pressure on");
    opened.run("jump " + std::to_string(kElasticSteps));
    const Recording recording(file);
    const StepRecord record = recording.read_step(kElasticSteps);
    const DeformedSurface cube =
        deformed_surfaces(recording.header().elastic, recording.test_case().bodies, &record,
                          opened.moment().world_from_shape)[1];
    // A cube that stands is pressed at its foot by more than its weight over its cross section.
    const double highest = *std::ranges::max_element(cube.pressures);
    CHECK(highest > 1000.0 * 9.8 / 3.0);
    const ElasticKey key = opened.view().elastic_key;
    CHECK(key.property == ElasticColors::Pressure);
    CHECK(key.end >= highest);
    CHECK(key.end < 1e3 * highest);
    std::size_t v = 0;
    for (const GeometryVertex& vertex : opened.application.geometry().vertices) {
        if (vertex.body == 1) {
            CHECK(vertex.pressure == Approx(cube.pressures[v++]).epsilon(1e-6));
        }
    }
    CHECK(v == cube.pressures.size());
    std::vector<std::string> texts;
    for (const LegendEntry& entry : opened.view().legend) {
        if (entry.text.ends_with("Pa")) {
            texts.push_back(entry.text);
        }
    }
    REQUIRE(texts.size() == 5);
    CHECK(texts.front().starts_with("pressure "));
    CHECK(texts.front().ends_with(" kPa"));
    CHECK(texts[2] == "0 kPa");
    CHECK("pressure " + texts.back().substr(1) == texts.front());  // after its minus sign
    opened.run("strain off");                                      // which is not on
    CHECK(opened.view().elastic_key == key);
    opened.run("strain on");
    CHECK(opened.view().elastic_key.property == ElasticColors::Strain);
    opened.run("strain");
    CHECK(opened.view().elastic_key == ElasticKey{});
}

TEST_CASE("a truncated or foreign recording leaves the old scene and says why", "[viewer]") {
    const RecordedCase recorded;
    const std::string truncated = (recorded.folder.path() / "truncated.h5").string();
    std::filesystem::copy_file(recorded.file, truncated);
    std::filesystem::resize_file(truncated, std::filesystem::file_size(truncated) / 3);
    const std::string foreign = (recorded.folder.path() / "foreign.h5").string();
    std::ofstream(foreign) << "this is a shopping list\n";
    const std::string missing = (recorded.folder.path() / "missing.h5").string();
    OpenedCase opened("internal_edges", "opposing");
    for (const std::string& file : {truncated, foreign, missing}) {
        opened.application.message.clear();
        opened.run("open " + file);
        INFO(opened.application.message);
        CHECK(opened.application.message_is_error);
        CHECK_THAT(opened.application.message,
                   Catch::Contains(std::filesystem::path(file).filename().string()));
        CHECK(opened.application.message.find('\n') == std::string::npos);
        REQUIRE(opened.application.moment() != nullptr);
        CHECK(opened.application.scene->recorded_steps == 0);
    }
}

}  // namespace
}  // namespace touchstone::viewer
