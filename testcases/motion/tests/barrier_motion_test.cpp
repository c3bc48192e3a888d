#include "testcases/motion/barrier_motion.h"

#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/parallel/parallel.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/files/scene_file.h"
#include "testcases/recordings/recording.h"
#include "testcases/trials/barrier_trials.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

const std::string kBarrier = "barrier";

StudySettings barrier_settings(const std::string& moves) {
    StudySettings settings = make_study_settings(Profile::Corrected);
    assign(settings, {kBarrier, "moves", moves});
    return settings;
}

StudyScene barrier_scene(const std::string& generator, const StudySettings& settings) {
    return make_study_scene("stack:boxes=3", settings, std::nullopt, std::vector{generator});
}

void check_same_motion(const StepRecord& a, const StepRecord& b) {
    REQUIRE(a.barrier.has_value());
    REQUIRE(b.barrier.has_value());
    for (std::size_t i = 0; i < a.barrier->bodies.size(); ++i) {
        CHECK(a.barrier->bodies[i].placement == b.barrier->bodies[i].placement);
        CHECK(a.barrier->bodies[i].velocity == b.barrier->bodies[i].velocity);
    }
    REQUIRE(a.barrier->stiffnesses.size() == b.barrier->stiffnesses.size());
    for (std::size_t i = 0; i < a.barrier->stiffnesses.size(); ++i) {
        CHECK(a.barrier->stiffnesses[i].stiffness == b.barrier->stiffnesses[i].stiffness);
    }
}

RecordingHeader header_of(const StudySettings& settings, bool holds_barrier) {
    RecordingHeader header;
    header.case_name = "stack";
    header.scene =
        write_scene(with_inline_meshes(load_test_case("stack:boxes=3", settings.body_order)));
    header.generator = kBarrier;
    header.settings = assignments(setting_sections(settings));
    header.holds_barrier = holds_barrier;
    return header;
}

}  // namespace

TEST_CASE("a motion by the barrier goes on from its recording with the same bits", "[barrier]") {
    const StudySettings settings = barrier_settings("on");
    const StudyScene scene = barrier_scene(kBarrier, settings);
    const TemporaryFolder folder;
    const auto file = folder.path() / "run.h5";
    Simulation straight(scene, kBarrier, settings);
    std::vector<StepRecord> records;
    {
        RecordingWriter writer =
            RecordingWriter::create(file, header_of(settings, true), IfExists::Refuse);
        for (int i = 0; i < 12; ++i) {
            records.push_back(straight.step());
            writer.write(records.back());
        }
    }
    const Recording recording(file);
    REQUIRE(recording.steps() == 12);
    for (const int after : {1, 7}) {
        CAPTURE(after);
        Simulation resumed(scene, kBarrier, settings);
        resumed.resume_after(recording.read_step(after));
        for (int i = after; i < 12; ++i) {
            check_same_motion(resumed.step(), records[i]);
        }
    }
}

TEST_CASE("the barrier moves bodies by the same bits on one thread and on two", "[barrier]") {
    const StudySettings settings = barrier_settings("all");
    // The barrier asked alone, and beside a method whose pairs are shared out among threads.
    for (const std::string generator : {"barrier", "closest_points"}) {
        CAPTURE(generator);
        const StudyScene scene = barrier_scene(generator, settings);
        const auto moved_on = [&](int threads) {
            return Arena(threads).execute([&] {
                Simulation simulation(scene, generator, settings);
                std::vector<StepRecord> records;
                records.reserve(8);
                for (int i = 0; i < 8; ++i) {
                    records.push_back(simulation.step());
                }
                return records;
            });
        };
        const std::vector<StepRecord> one = moved_on(1);
        const std::vector<StepRecord> two = moved_on(2);
        std::size_t contacts = 0;
        for (std::size_t i = 0; i < one.size(); ++i) {
            CAPTURE(i);
            check_same_motion(one[i], two[i]);
            REQUIRE(one[i].contacts.size() == two[i].contacts.size());
            for (std::size_t k = 0; k < one[i].contacts.size(); ++k) {
                CHECK(one[i].contacts[k].position == two[i].contacts[k].position);
                CHECK(one[i].contacts[k].normal == two[i].contacts[k].normal);
                CHECK(one[i].contacts[k].separation == two[i].contacts[k].separation);
                CHECK(one[i].impulses[k].normal == two[i].impulses[k].normal);
            }
            contacts += one[i].contacts.size();
        }
        CHECK(contacts > 0);
    }
}

TEST_CASE("the barrier that is named but moves nothing is refused in words", "[barrier]") {
    StudySettings settings = barrier_settings("off");
    settings.moved_by = kBarrier;
    const StudyScene scene = barrier_scene(kBarrier, settings);
    CHECK_THROWS_WITH(Simulation(scene, kBarrier, settings),
                      Catch::Matchers::Contains("barrier.moves is on or all"));
}

TEST_CASE("a recording without the bodies' strain is read, and not gone on from", "[barrier]") {
    const StudySettings settings = barrier_settings("on");
    const StudyScene scene = barrier_scene(kBarrier, settings);
    const TemporaryFolder folder;
    const auto file = folder.path() / "old.h5";
    {
        RecordingWriter writer =
            RecordingWriter::create(file, header_of(settings, false), IfExists::Refuse);
        writer.write(Simulation(scene, kBarrier, settings).step());
    }
    const StepRecord record = Recording(file).read_step(1);
    CHECK_FALSE(record.contacts.empty());
    Simulation resumed(scene, kBarrier, settings);
    CHECK_THROWS_WITH(resumed.resume_after(record), Catch::Matchers::Contains("strained"));
}

TEST_CASE("another method's contacts along the barrier's motion do not bend it", "[barrier]") {
    const std::string generator = "opposing";
    const StudySettings own = barrier_settings("on");
    const StudySettings all = barrier_settings("all");
    const StudyScene own_scene = barrier_scene(kBarrier, own);
    const StudyScene other_scene = barrier_scene(generator, all);
    Simulation moved(own_scene, kBarrier, own);
    Simulation asked(other_scene, generator, all);
    int contacts = 0;
    for (int i = 0; i < 5; ++i) {
        const StepRecord record = asked.step();
        check_same_motion(moved.step(), record);
        REQUIRE(record.impulses.size() == record.contacts.size());
        for (const ContactImpulse& impulse : record.impulses) {
            CHECK(impulse.normal == 0.0);
        }
        contacts += static_cast<int>(record.contacts.size());
    }
    CHECK(contacts > 0);
}

TEST_CASE("the reach of the barrier may be a share of the scene, and not larger than a body",
          "[barrier]") {
    StudySettings settings = barrier_settings("on");
    assign(settings, {kBarrier, "dhat", "1e-4l"});
    const StudyScene scene = barrier_scene(kBarrier, settings);
    Simulation simulation(scene, kBarrier, settings);
    CHECK_FALSE(simulation.step().contacts.empty());
    assign(settings, {kBarrier, "dhat", "1"});
    CHECK_THROWS_AS(Simulation(scene, kBarrier, settings), Error);
}

TEST_CASE("the reference's stiffness keeps a stack standing", "[barrier]") {
    StudySettings settings = barrier_settings("on");
    assign(settings, {kBarrier, "stiffness", "reference"});
    const StudyScene scene = barrier_scene(kBarrier, settings);
    Simulation simulation(scene, kBarrier, settings);
    const double height = simulation.bodies().back().state.world_from_body.translation.y();
    for (int i = 0; i < 10; ++i) {
        const StepRecord record = simulation.step();
        CHECK_FALSE(record.contacts.empty());
    }
    // A barrier that stiff lets pairs rest near its reach of 1e-4 m, of which there are three.
    const double now = simulation.bodies().back().state.world_from_body.translation.y();
    CHECK(std::abs(now - height) < 3e-4);
}

TEST_CASE("fast random bodies under the barrier neither pass through nor gain energy",
          "[barrier]") {
    // 16 turns far in contact, 28 hits an edge at 80 m/s, 57 and 77 slide to and fro, 304 tips
    // over, 98 takes hundreds of Newton steps in one, and 373 turns by 104° over an edge in one
    // step.
    for (const int seed : {1, 2, 3, 5, 8, 16, 28, 57, 77, 98, 101, 304, 373}) {
        const RandomTrial trial = make_barrier_trial(static_cast<std::uint64_t>(seed));
        CAPTURE(trial_name(trial));
        const BarrierTrialOutcome outcome = run_barrier_trial(trial);
        CHECK(outcome.failure == "");
        CHECK_FALSE(outcome.fell_through);
        CHECK_FALSE(outcome.gained_energy);
    }
}

TEST_CASE("elastic cases neither intersect nor turn inside out, and every step converges",
          "[barrier]") {
    const StudySettings settings = barrier_settings("on");
    for (const std::string id : {"elastic_cube", "elastic_cubes", "elastic_beam"}) {
        CAPTURE(id);
        const StudyScene scene =
            make_study_scene(id, settings, std::nullopt, std::vector{kBarrier});
        Simulation simulation(scene, kBarrier, settings);
        double start = 0.0;
        double end = 0.0;
        int contacts = 0;
        for (int i = 0; i < 50; ++i) {
            const StepRecord record = simulation.step();  // throws for what may not be
            REQUIRE(record.deformation.has_value());
            CHECK(record.deformation->inverted == 0);
            CHECK(record.deformation->least_share > 0.0);
            end = record.energy.kinetic + record.energy.potential;
            start = i == 0 ? end : start;
            contacts += static_cast<int>(record.contacts.size());
            for (const ContactPoint& contact : record.contacts) {
                // Surfaces are moved in by half of the distance at rest each.
                CHECK(contact.separation > -1e-4);
            }
        }
        CHECK(end < start);
        CHECK(contacts > 0);
    }
}

TEST_CASE("a motion of elastic bodies goes on from its recording with the same bits", "[barrier]") {
    constexpr int kSteps = 30;  // the cubes touch in the last ones
    const StudySettings settings = barrier_settings("on");
    const StudyScene scene =
        make_study_scene("elastic_cubes", settings, std::nullopt, std::vector{kBarrier});
    const TemporaryFolder folder;
    const auto file = folder.path() / "run.h5";
    Simulation straight(scene, kBarrier, settings);
    std::vector<StepRecord> records;
    {
        RecordingHeader header = header_of(settings, true);
        header.scene = write_scene(scene.test_case);
        header.elastic = straight.elastic_rest();
        RecordingWriter writer = RecordingWriter::create(file, header, IfExists::Refuse);
        for (int i = 0; i < kSteps; ++i) {
            records.push_back(straight.step());
            writer.write(records.back());
        }
    }
    CHECK_FALSE(records.back().contacts.empty());
    const Recording recording(file);
    REQUIRE(recording.steps() == kSteps);
    for (const int after : {1, kSteps - 4}) {
        CAPTURE(after);
        Simulation resumed(scene, kBarrier, settings);
        resumed.resume_after(recording.read_step(after));
        for (int i = after; i < std::min(kSteps, after + 8); ++i) {
            const StepRecord record = resumed.step();
            check_same_motion(record, records[i]);
            REQUIRE(record.barrier->elastic.size() == 3);
            for (std::size_t body = 0; body < 3; ++body) {
                const ElasticMemory& one = record.barrier->elastic[body];
                CHECK(one.places == records[i].barrier->elastic[body].places);
                CHECK(one.velocities == records[i].barrier->elastic[body].velocities);
            }
        }
    }
}

TEST_CASE("a step that a motion of elastic bodies cannot go on from is refused in words",
          "[barrier]") {
    const StudySettings settings = barrier_settings("on");
    const StudyScene scene =
        make_study_scene("elastic_cube", settings, std::nullopt, std::vector{kBarrier});
    Simulation simulation(scene, kBarrier, settings);
    StepRecord record = simulation.step();
    SECTION("from a recording of poses alone") {
        record.barrier->elastic.clear();
        CHECK_THROWS_WITH(simulation.resume_after(record),
                          Catch::Contains("64 vertices of elastic body 'cube'"));
    }
    SECTION("a vertex short") {
        record.barrier->elastic[1].places.pop_back();
        CHECK_THROWS_WITH(simulation.resume_after(record), Catch::Contains("64 vertices"));
    }
    SECTION("inside out") {
        for (Vec3& place : record.barrier->elastic[1].places) {
            place.x() = -place.x();
        }
        CHECK_THROWS_WITH(simulation.resume_after(record), Catch::Contains("inside out"));
    }
}

TEST_CASE("other solvers refuse elastic bodies in words", "[barrier]") {
    const StudySettings settings = barrier_settings("off");
    const std::string generator = "opposing";
    const StudyScene scene =
        make_study_scene("elastic_beam", settings, std::nullopt, std::vector{generator});
    Simulation simulation(scene, generator, settings);  // as the viewer opens it
    CHECK_FALSE(simulation.query().contacts.empty());
    CHECK_THROWS_WITH(simulation.step(), Catch::Contains("body 'beam' is elastic") &&
                                             Catch::Contains("--solver barrier") &&
                                             Catch::Contains("barrier.moves=all"));
    CHECK(simulation.steps() == 0);
}

namespace {

/// A ball above a board, elastic with tets of that size.
TestCase elastic_ball(const std::string& size) {
    return parse_scene(R"({"schema": "touchstone-scene-1", "name": "ball", "bodies": [
        {"name": "board", "shape": {"box": {"size": [2, 0.5, 2]}}, "position": [0, -0.25, 0],
         "fixed": true},
        {"name": "ball", "shape": {"sphere": {"radius": 0.5, "subdivisions": 1}},
         "position": [0, 0.5, 0], "density": 1000,
         "elastic": {"young": 1e5, "poisson": 0.3, "size": )" +
                           size + "}}]}",
                       "ball.json", {});
}

}  // namespace

namespace {

/// A box that flies without gravity at 3 m/s, elastic with tets of that size.
StudyScene flying_box(const std::string& box, const std::string& size,
                      const StudySettings& settings) {
    const TestCase flying = parse_scene(
        R"({"schema": "touchstone-scene-1", "name": "box", "gravity": [0, 0, 0], "bodies": [
        {"name": "box", "shape": {"box": {"size": )" +
            box + R"(}}, "density": 1000, "linear_velocity": [0, 3, 0],
         "elastic": {"young": 1e5, "poisson": 0.3, "size": )" +
            size + "}}]}",
        "box.json", {});
    return make_study_scene(flying, false, settings, std::nullopt, std::vector{kBarrier});
}

}  // namespace

TEST_CASE("a thin elastic box of too many tets is refused before they are made", "[barrier]") {
    const StudySettings settings = barrier_settings("on");
    for (const char* box : {"[1, 1, 1e-4]", "[10, 10, 1e-6]", "[1e-2, 1e3, 1e3]"}) {
        CAPTURE(box);
        CHECK_THROWS_WITH(flying_box(box, "1e-3", settings),
                          Catch::Contains("'box'") && Catch::Contains("give a larger size"));
    }
}

TEST_CASE("a material beside which inertia is rounded away is refused by name", "[barrier]") {
    const StudySettings settings = barrier_settings("on");
    StudyScene scene = flying_box("[1, 1, 1]", "0.5", settings);
    ElasticMaterial& material = scene.test_case.bodies[0].elastic->material;
    const auto check = [&](double young, double poisson, bool is_refused) {
        CAPTURE(young, poisson);
        material.young = young;
        material.poisson = poisson;
        if (is_refused) {
            CHECK_THROWS_WITH(Simulation(scene, kBarrier, settings),
                              Catch::Contains("body 'box': elastic, young: with") &&
                                  Catch::Contains("give a smaller young"));
        } else {
            Simulation simulation(scene, kBarrier, settings);
            CHECK(simulation.step().bodies.size() == 1);
        }
    };
    check(1e300, 0.3, true);
    check(1e308, 0.3, true);  // of which λ is infinite
    check(1e22, 0.3, true);
    check(1e12, 0.4999999999999999, true);
    check(1e12, 0.3, false);  // diamond
    check(1e19, 0.3, false);
    check(1e-300, 0.3, false);
}

TEST_CASE("an elastic body that is moved in keeps the mass that was authored", "[barrier]") {
    StudySettings settings = barrier_settings("on");
    assign(settings, {kBarrier, "dhat", "0.02"});
    const StudyScene scene = flying_box("[1, 1, 1]", "0.5", settings);
    Simulation simulation(scene, kBarrier, settings);
    // ½ m v² of 1000 kg; moved in by 5 mm the box has 3 % less volume.
    CHECK(simulation.step().energy.kinetic == Approx(4500.0).epsilon(1e-6));
}

TEST_CASE("what elastic bodies do not go with is refused in words", "[barrier]") {
    StudySettings settings = barrier_settings("on");
    // A vertex 10 mm behind a face, which is moved in by 20 mm.
    TestCase pyramid;
    pyramid.id = "pyramid";
    BodySetup& body = pyramid.bodies.emplace_back();
    body.name = "spiked";
    body.elastic = {{ElasticModel::NeoHookean, 1e5, 0.3}, {}};
    MeshShape mesh;
    mesh.file = "pyramid.mesh";
    mesh.tets.vertices = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ(),
                          Vec3(0.2, 0.2, 0.01)};
    mesh.tets.tets = {{4, 1, 2, 3}, {0, 4, 2, 3}, {0, 1, 4, 3}, {0, 1, 2, 4}};
    body.shape = mesh;
    const StudyScene spiked =
        make_study_scene(pyramid, false, settings, std::nullopt, std::vector{kBarrier});
    CHECK_NOTHROW(Simulation(spiked, kBarrier, settings));
    StudySettings wide = settings;
    assign(wide, {kBarrier, "dhat", "0.08"});
    CHECK_THROWS_WITH(Simulation(spiked, kBarrier, wide),
                      Catch::Contains("'spiked'") && Catch::Contains("turns tet 3") &&
                          Catch::Contains("give a smaller dhat"));
    const StudyScene scene = flying_box("[1, 1, 1]", "0.5", settings);
    assign(settings, {kBarrier, "stiffness", "reference"});
    CHECK_THROWS_WITH(Simulation(scene, kBarrier, settings),
                      Catch::Contains("barrier.stiffness=reference"));
}

TEST_CASE("TetGen fills what is no box with tets of about the size asked for", "[barrier]") {
    const StudySettings settings = barrier_settings("on");
    const auto scene_of = [&](const std::string& size) {
        return make_study_scene(elastic_ball(size), false, settings, std::nullopt,
                                std::vector{kBarrier});
    };
    const StudyScene scene = scene_of("0.3");
    CHECK(scene_of("0.15").elastic[1].tets.size() > 4 * scene.elastic[1].tets.size());
    CHECK_THROWS_WITH(scene_of("0.001"), Catch::Contains("give a larger size"));
    Simulation simulation(scene, kBarrier, settings);
    for (int i = 0; i < 5; ++i) {
        const StepRecord record = simulation.step();
        CHECK(record.deformation->inverted == 0);
        CHECK(!record.contacts.empty());
    }
}
