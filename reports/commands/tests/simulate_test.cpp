#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/tests/run_program.h"
#include "testcases/motion/solver.h"
#include "testcases/recordings/recording.h"

using namespace touchstone;
using Catch::Matchers::Contains;
using touchstone::testing::read_bytes;
using touchstone::testing::TemporaryFolder;

namespace {

namespace fs = std::filesystem;
using testing::Arguments;

ChildResult simulate(Arguments arguments) {
    arguments.insert(arguments.begin(), "simulate");
    return testing::run_touchstone(arguments);
}

void check_refused(Arguments arguments, int status, const std::vector<std::string>& words) {
    arguments.insert(arguments.begin(), "simulate");
    testing::check_refused(arguments, status, words);
}

void write(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

const Arguments kShortRun{"stack:boxes=2", "--generator", "opposing", "--iterations", "20"};

Arguments with(Arguments arguments, const Arguments& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

/// A scene of a slab and a box with these further keys; returns its path.
std::string scene_with(const fs::path& folder, const std::string& keys) {
    const fs::path path = folder / "scene.json";
    write(path, R"({"schema":"touchstone-scene-1","name":"odd","bodies":[)"
                R"({"name":"slab","shape":{"box":{"size":[4,1,4]}},"position":[0,-0.5,0],)"
                R"("fixed":true},{"name":"crate","shape":{"box":{"size":[1,1,1]}},)"
                R"("position":[0,0.5,0],)" +
                    keys + "}]}");
    return path.string();
}

}  // namespace

TEST_CASE("simulate refuses what it cannot run, in one line", "[simulate]") {
    check_refused({}, 2, {"case", "--generator", "--resume"});
    check_refused({"pillar"}, 2, {"--generator"});
    check_refused({"--generator", "opposing"}, 2, {"case"});
    check_refused({"complex", "--generator", "opposing"}, 2, {"'complex' is a group"});
    check_refused({"no_such_case", "--generator", "opposing"}, 2, {"no_such_case"});
    check_refused({"pillar", "--generator", "no_such_generator"}, 2, {"no_such_generator"});
    check_refused({"./missing.json", "--generator", "opposing"}, 1, {"missing.json"});
    check_refused(with(kShortRun, {"--steps", "0"}), 2, {"--steps"});
    check_refused(with(kShortRun, {"--steps", "many"}), 2, {"--steps"});
    check_refused(with(kShortRun, {"--every", "0"}), 2, {"--every"});
    check_refused(with(kShortRun, {"--dt", "0"}), 2, {"time_step"});
    check_refused(with(kShortRun, {"--dt", "nan"}), 2, {"time_step"});
    check_refused(with(kShortRun, {"--friction", "-1"}), 2, {"friction"});
    check_refused({"pillar", "--generator", "opposing", "--iterations", "-1"}, 2, {"max_sweeps"});
    check_refused(with(kShortRun, {"--set", "solver.no_such=1"}), 2, {"no_such"});
    check_refused(with(kShortRun, {"--force"}), 2, {"--record"});
    // A folder cannot be made below what is a file.
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "file";
    write(file, "");
    const std::string below = (file / "a").string();
    check_refused(with(kShortRun, {"--csv", below}), 1, {file.string()});
    check_refused(with(kShortRun, {"--record", below}), 1, {file.string()});
}

TEST_CASE("simulate prints a table and says who stands", "[simulate]") {
    const ChildResult result = simulate(with(kShortRun, {"--steps", "3", "--every", "1"}));
    CHECK(result.code == 0);
    CHECK_THAT(result.output,
               Contains("steps 1 to 3") && Contains("After step 3 the scene stands"));
    CHECK_THAT(result.output, Contains("Largest drift") && Contains("Contacts: mean"));
}

TEST_CASE("simulate says that sweeps ended early and that a scene sinks", "[simulate]") {
    const ChildResult result = simulate({"pillar", "--generator", "semi_local", "--steps", "60",
                                         "--iterations", "1", "--set", "solver.warm_start=off"});
    CHECK(result.code == 0);
    CHECK_THAT(result.output,
               Contains("Unsettled: ") && Contains("--iterations gives more sweeps"));
    CHECK_THAT(result.output, !Contains("the scene stands"));
    const ChildResult settled = simulate({"pillar", "--generator", "semi_local", "--steps", "5"});
    CHECK_THAT(settled.output, !Contains("Unsettled") && Contains("the scene stands"));
}

TEST_CASE("an existing recording is replaced only when that is asked for", "[simulate]") {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "run.h5";
    write(file, "precious");
    check_refused(with(kShortRun, {"--steps", "1", "--record", file.string()}), 1,
                  {file.string(), "exists already", "--force", "--resume"});
    CHECK(read_bytes(file) == "precious");
    CHECK(simulate(with(kShortRun, {"--steps", "1", "--record", file.string(), "--force"})).code ==
          0);
    CHECK(Recording(file).steps() == 1);
}

TEST_CASE("a resumed run ends as one that was never interrupted", "[simulate]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "run.h5").string();
    const std::string whole = (folder.path() / "whole.csv").string();
    const std::string parts = (folder.path() / "parts.csv").string();
    REQUIRE(simulate(with(kShortRun, {"--steps", "6", "--csv", whole})).code == 0);
    REQUIRE(simulate(with(kShortRun, {"--steps", "2", "--record", file})).code == 0);
    const ChildResult result = simulate({"--resume", file, "--steps", "6", "--csv", parts});
    CHECK(result.code == 0);
    CHECK_THAT(result.output, Contains("steps 3 to 6"));
    CHECK(read_bytes(parts) == read_bytes(whole));
    CHECK(std::ranges::count(read_bytes(whole), '\n') > 6);
    CHECK(Recording(file).steps() == 6);

    for (const Arguments& setting :
         {Arguments{"--friction", "0.1"}, Arguments{"--dt", "0.001"},
          Arguments{"--iterations", "5"}, Arguments{"--set", "solver.warm_start=on"},
          Arguments{"--generator", "growth"}, Arguments{"stack"}}) {
        check_refused(with({"--resume", file, "--steps", "9"}, setting), 2, {"--resume"});
    }
    CHECK(Recording(file).steps() == 6);
}

TEST_CASE("Ctrl-C ends a run after a whole step, which the recording holds", "[simulate][slow]") {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "run.h5";
    testing::RunningProgram running(
        {"simulate", "stack:boxes=2", "--generator", "opposing", "--iterations", "20", "--steps",
         "1000000", "--every", "1", "--record", file.string()},
        folder.path() / "output");
    running.wait_for_lines(10);
    running.send(SIGINT);
    const int status = running.wait();
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 130);
    const std::string errors = read_bytes(running.errors());
    CHECK_THAT(errors, Contains("stopped by Ctrl-C after step") && Contains("--resume"));
    int steps = 0;
    {
        const Recording recording(file);
        steps = recording.steps();
        REQUIRE(steps > 2);
        CHECK_THAT(errors, Contains("after step " + std::to_string(steps) + " of"));
        CHECK(!recording.read_step(steps).contacts.empty());
    }
    CHECK(simulate({"--resume", file.string(), "--steps", std::to_string(steps + 1)}).code == 0);
    CHECK(Recording(file).steps() == steps + 1);
}

TEST_CASE("elastic bodies are recorded, and gone on with after Ctrl-C", "[simulate][slow]") {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "run.h5";
    testing::RunningProgram running(
        {"simulate", "elastic_beam", "--solver", "barrier", "--friction", "0", "--steps", "1000000",
         "--every", "1", "--record", file.string()},
        folder.path() / "output");
    running.wait_for_lines(6);
    running.send(SIGINT);
    running.wait();
    const std::string errors = read_bytes(running.errors());
    CHECK_THAT(errors, Contains("stopped by Ctrl-C after step") && Contains("--resume"));
    const int steps = Recording(file).steps();
    CHECK(simulate({"--resume", file.string(), "--steps", std::to_string(steps + 1)}).code == 0);
    CHECK(Recording(file).steps() == steps + 1);
    check_refused({"elastic_beam", "--generator", "opposing", "--steps", "1"}, 2,
                  {"'beam' is elastic", "--solver barrier"});
}

TEST_CASE("a motion by Newmark's rule goes on after Ctrl-C", "[simulate][slow]") {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "run.h5";
    testing::RunningProgram running(
        {"simulate", "elastic_beam", "--solver", "barrier", "--set", "barrier.integration=newmark",
         "--friction", "0", "--steps", "1000000", "--every", "1", "--record", file.string()},
        folder.path() / "output");
    running.wait_for_lines(6);
    running.send(SIGINT);
    running.wait();
    CHECK_THAT(read_bytes(running.errors()),
               Contains("stopped by Ctrl-C after step") && Contains("--resume"));
    const int steps = Recording(file).steps();
    CHECK(simulate({"--resume", file.string(), "--steps", std::to_string(steps + 1)}).code == 0);
    CHECK(Recording(file).steps() == steps + 1);
}

TEST_CASE("tets of a mesh file are recorded, and gone on with", "[simulate]") {
    const TemporaryFolder folder;
    const std::string whole = (folder.path() / "whole.h5").string();
    const std::string resumed = (folder.path() / "resumed.h5").string();
    CHECK(simulate({"ipc_07", "--solver", "barrier", "--steps", "6", "--record", whole}).code == 0);
    CHECK(simulate({"ipc_07", "--solver", "barrier", "--steps", "3", "--record", resumed}).code ==
          0);
    CHECK(simulate({"--resume", resumed, "--steps", "6"}).code == 0);
    const StepRecord straight = Recording(whole).read_step(6);
    const StepRecord late = Recording(resumed).read_step(6);
    REQUIRE(straight.barrier.has_value());
    REQUIRE(late.barrier.has_value());
    REQUIRE(straight.barrier->elastic.size() == late.barrier->elastic.size());
    REQUIRE(straight.barrier->elastic[0].places.size() == 8);
    CHECK(straight.barrier->elastic[0].places == late.barrier->elastic[0].places);
    CHECK(straight.barrier->elastic[0].velocities == late.barrier->elastic[0].velocities);
}

TEST_CASE("simulate --limits refuses a scene that says only how long it moves", "[simulate]") {
    const ChildResult result = simulate({"ipc_01", "--solver", "barrier", "--limits"});
    CHECK(result.code == 2);
    CHECK_THAT(result.errors, Contains("no \"simulate\" with a limit"));
}

TEST_CASE("a killed run goes on from its last finished step", "[simulate][slow]") {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "run.h5";
    testing::RunningProgram running(
        {"simulate", "stack:boxes=2", "--generator", "opposing", "--iterations", "20", "--steps",
         "1000000", "--every", "1", "--record", file.string()},
        folder.path() / "output");
    running.wait_for_lines(10);
    running.send(SIGKILL);
    CHECK(WIFSIGNALED(running.wait()));
    const int steps = Recording(file).steps();
    REQUIRE(steps > 2);
    CHECK(simulate({"--resume", file.string(), "--steps", std::to_string(steps + 2)}).code == 0);
    CHECK(Recording(file).steps() == steps + 2);
}

TEST_CASE("what is no recording, or half of one, gives one error that names it", "[simulate]") {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "run.h5";
    const std::string name = file.string();
    check_refused({"--resume", name}, 1, {name});
    write(file, "not a recording\n");
    check_refused({"--resume", name}, 1, {name});
    fs::remove(file);
    REQUIRE(simulate(with(kShortRun, {"--steps", "2", "--record", name})).code == 0);
    const std::string whole = read_bytes(file);
    write(file, whole.substr(0, whole.size() / 2));
    const std::string damaged = read_bytes(file);
    check_refused({"--resume", name, "--steps", "4"}, 1, {name});
    CHECK(read_bytes(file) == damaged);
    write(file, "");
    check_refused({"--resume", name}, 1, {name});
}

TEST_CASE("a scene with a body that cannot be simulated is refused by the place in its file",
          "[simulate]") {
    const TemporaryFolder folder;
    const auto check = [&](const std::string& keys, const std::string& place) {
        CAPTURE(keys);
        const std::string file = scene_with(folder.path(), keys);
        check_refused({file, "--generator", "opposing", "--steps", "1"}, 1, {file, place});
    };
    check(R"("density":0)", "/bodies/1/density");
    check(R"("density":-2)", "/bodies/1/density");
    check(R"("linear_velocity":[0,null,0])", "/bodies/1/linear_velocity");
    check(R"("linear_velocity":[0,1e999,0])", "scene.json");  // no such number in JSON
    check(R"("linear_velocity":[0,NaN,0])", "scene.json");    // nor this one
    // And one that may be simulated is.
    const std::string good = scene_with(folder.path(), R"("density":1000)");
    CHECK(simulate({good, "--generator", "opposing", "--steps", "1"}).code == 0);
}

TEST_CASE("a recording's names reach neither terminal nor table as they are", "[simulate]") {
    const TemporaryFolder folder;
    const fs::path plain = folder.path() / "plain.h5";
    const fs::path evil = folder.path() / "evil.h5";
    REQUIRE(simulate(with(kShortRun, {"--steps", "3", "--record", plain.string()})).code == 0);
    RecordingHeader header = Recording(plain).header();
    header.case_name = "\x1b]0;owned\x07\x1b[31m\nx,1,2";
    RecordingWriter::create(evil, header, IfExists::Refuse);
    const fs::path csv = folder.path() / "steps.csv";
    const ChildResult result =
        simulate({"--resume", evil.string(), "--steps", "2", "--csv", csv.string()});
    CHECK(result.code == 0);
    for (const std::string& text : {result.output, result.errors, read_bytes(csv)}) {
        CHECK(text.find_first_of("\x1b\x07") == std::string::npos);
    }
    CHECK_THAT(read_bytes(csv), !Contains("\nx,1,2"));
}

namespace {

/// A scene of a crate that flies at a slab so fast that it is beyond it after the first step.
std::string fast_crate(const fs::path& folder) {
    const fs::path path = folder / "fast.json";
    write(path, R"({"schema":"touchstone-scene-1","name":"fast","bodies":[)"
                R"({"name":"slab","shape":{"box":{"size":[40,1,40]}},"position":[0,-0.5,0],)"
                R"("fixed":true},{"name":"crate","shape":{"box":{"size":[1,1,1]}},)"
                R"("position":[0,2.0,0],"orientation":[0.9,0.1,0.2,0.3],)"
                R"("linear_velocity":[0,-500,0]}]})");
    return path.string();
}

}  // namespace

TEST_CASE("simulate with a step bound lets no body pass through another", "[simulate]") {
    const TemporaryFolder folder;
    const std::string scene = fast_crate(folder.path());
    const Arguments run{scene, "--generator", "semi_local", "--steps", "20"};
    const ChildResult free = simulate(run);
    CHECK_THAT(free.output, !Contains("Step bound"));
    const ChildResult bounded = simulate(with(run, {"--step-bound", "ccd"}));
    CHECK(bounded.code == 0);
    CHECK_THAT(bounded.output, Contains("Step bound: ") && Contains("motions ended") &&
                                   Contains("Most often slab and crate") && Contains("first at"));
    CHECK_THAT(free.output, !Contains("first at"));
}

TEST_CASE("a recording tells which bodies ended a motion, and exports it", "[simulate]") {
    const TemporaryFolder folder;
    const std::string scene = fast_crate(folder.path());
    const std::string file = (folder.path() / "run.h5").string();
    const std::string steps = (folder.path() / "steps.csv").string();
    REQUIRE(simulate({scene, "--generator", "vertex_only", "--step-bound", "ccd", "--steps", "3",
                      "--record", file, "--csv", steps})
                .code == 0);
    const Recording recording(file);
    REQUIRE(recording.header().holds_bound);
    const StepRecord first = recording.read_step(1);
    REQUIRE(!first.stops.empty());
    CHECK(first.stops[0].body_a == 0);
    CHECK(first.stops[0].body_b == 1);
    // It starts 1.1 to 1.5 m above the slab, and 5 m would be its way in the step.
    CHECK(first.stops[0].share > 0.1);
    CHECK(first.stops[0].share < 0.4);
    CHECK(first.times.bound > 0.0);
    CHECK_THAT(read_bytes(steps), Contains(",stops,first_stop,stop_contacts"));
    const std::string out = (folder.path() / "tables").string();
    REQUIRE(testing::run_touchstone({"export", file, "--to", "csv", "--out", out}).code == 0);
    CHECK_THAT(read_bytes(fs::path(out) / "stops.csv"),
               Contains("step,time,stop,body_a,body_b,share") && Contains(",slab,crate,0."));
}

TEST_CASE("a simulation with a step bound goes on from its recording to the bit", "[simulate]") {
    const TemporaryFolder folder;
    const std::string scene = fast_crate(folder.path());
    const std::string whole = (folder.path() / "whole.h5").string();
    const std::string parts = (folder.path() / "parts.h5").string();
    const Arguments run{scene, "--generator", "vertex_only", "--step-bound", "ccd", "--steps"};
    REQUIRE(simulate(with(run, {"20", "--record", whole})).code == 0);
    REQUIRE(simulate(with(run, {"7", "--record", parts})).code == 0);
    REQUIRE(simulate({"--resume", parts, "--steps", "20"}).code == 0);
    const StepRecord one = Recording(whole).read_step(20);
    const StepRecord other = Recording(parts).read_step(20);
    REQUIRE(one.bodies.size() == other.bodies.size());
    for (std::size_t i = 0; i < one.bodies.size(); ++i) {
        CHECK(one.bodies[i].world_from_body.translation ==
              other.bodies[i].world_from_body.translation);
        CHECK(one.bodies[i].linear_velocity == other.bodies[i].linear_velocity);
    }
}

TEST_CASE("the solver that is named moves the bodies, whatever else settings choose",
          "[simulate]") {
    CHECK(simulate({"pillar", "--generator", "opposing", "--solver", "barrier", "--set",
                    "barrier.lags=2", "--steps", "1"})
              .code == 0);
    const TemporaryFolder folder;
    const std::string usual = (folder.path() / "usual.csv").string();
    const std::string named = (folder.path() / "named.csv").string();
    const std::string by_barrier = (folder.path() / "barrier.csv").string();
    const std::string resumed = (folder.path() / "resumed.csv").string();
    const std::string file = (folder.path() / "run.h5").string();
    const Arguments barrier = with(kShortRun, {"--set", "barrier.moves=all"});
    REQUIRE(simulate(with(kShortRun, {"--steps", "2", "--csv", usual})).code == 0);
    REQUIRE(simulate(with(barrier, {"--steps", "2", "--csv", by_barrier})).code == 0);
    REQUIRE(
        simulate(with(barrier, {"--solver", "proximal", "--steps", "2", "--csv", named})).code ==
        0);
    CHECK(read_bytes(named) == read_bytes(usual));
    CHECK(read_bytes(named) != read_bytes(by_barrier));
    REQUIRE(
        simulate(with(barrier, {"--solver", "proximal", "--steps", "1", "--record", file})).code ==
        0);
    CHECK(Recording(file).header().solver == "proximal");
    CHECK_FALSE(Recording(file).header().holds_barrier);
    REQUIRE(simulate({"--resume", file, "--steps", "2", "--csv", resumed}).code == 0);
    CHECK(read_bytes(resumed) == read_bytes(usual));
}

TEST_CASE("each option of a solver's own is a word of simulate, and no other has its name",
          "[simulate]") {
    // Two words of one name would end the program where it starts.
    const ChildResult help = simulate({"--help"});
    REQUIRE(help.code == 0);
    int count = 0;
    for (const Solver& solver : all_solvers()) {
        for (const Option<MethodSettings>& option : solver.options.list) {
            std::string word = "--" + option.id;
            std::ranges::replace(word, '_', '-');
            CAPTURE(solver.id, word);
            int lines = 0;
            std::istringstream text(help.output);
            for (std::string line; std::getline(text, line);) {
                std::string first;
                std::istringstream(line) >> first;
                lines += first == word ? 1 : 0;
            }
            CHECK(lines == 1);
            ++count;
        }
    }
    CHECK(count > 0);
}

TEST_CASE("a recording by a solver that its settings do not choose is refused", "[simulate]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "run.h5").string();
    const std::string odd = (folder.path() / "odd.h5").string();
    REQUIRE(simulate(with(kShortRun, {"--steps", "1", "--record", file})).code == 0);
    RecordingHeader header = Recording(file).header();
    CHECK(header.solver.empty());
    header.solver = "barrier";
    RecordingWriter::create(odd, header, IfExists::Refuse);
    check_refused({"--resume", odd, "--steps", "2"}, 2,
                  {odd, "barrier solver", "barrier.moves=all"});
}

TEST_CASE("simulate refuses step bounds that mean nothing", "[simulate]") {
    const Arguments bound{"stack:boxes=2", "--step-bound"};
    check_refused(with(bound, {"toi", "--generator", "opposing"}), 2, {"toi", "none|ccd"});
    check_refused(with(bound, {"ccd", "--solver", "barrier"}), 2, {"bounds its own steps"});
    check_refused({"--resume", "none.h5", "--step-bound", "ccd"}, 2, {"leave them out"});
    check_refused(with(bound, {"ccd", "--generator", "opposing", "--set",
                               "solver.stabilization=post", "--steps", "1"}),
                  2, {"stabilization"});
}
