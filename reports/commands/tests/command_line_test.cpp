#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/commands.h"
#include "reports/commands/tests/run_program.h"
#include "testcases/scenes/test_case.h"

using namespace touchstone;
using namespace touchstone::reports;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using touchstone::testing::other_errors;
using touchstone::testing::read_bytes;
using touchstone::testing::run_touchstone;
using touchstone::testing::TemporaryFolder;

namespace {

namespace fs = std::filesystem;
using testing::Arguments;

void check_refused(const Arguments& arguments, int status, const std::string& message) {
    testing::check_refused(arguments, status, {message});
}

constexpr const char* kCubeVertices =
    "[[0,0,0],[1,0,0],[1,1,0],[0,1,0],[0,0,1],[1,0,1],[1,1,1],[0,1,1]]";
constexpr const char* kCubeFaces =
    "[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],[2,3,7],[2,7,6],[1,2,6],[1,6,5]";
constexpr const char* kLastCubeFaces = ",[0,4,7],[0,7,3]";

/// A scene of one good box and a body with these vertices and faces; returns its path.
std::string write_scene_with(const fs::path& folder, const std::string& vertices,
                             const std::string& faces) {
    const fs::path path = folder / "scene.json";
    std::ofstream(path) << R"({"schema":"touchstone-scene-1","name":"bad","bodies":[)"
                        << R"({"name":"slab","shape":{"box":{"size":[4,1,4]}},)"
                        << R"("position":[0,-0.5,0],"fixed":true},)"
                        << R"({"name":"odd","shape":{"triangles":{"vertices":)" << vertices
                        << R"(,"faces":[)" << faces << "]}}}]}";
    return path.string();
}

}  // namespace

TEST_CASE("the program tells its version, commit and libraries", "[cli]") {
    const ChildResult result = run_touchstone({"--version"});
    CHECK(result.code == 0);
    CHECK_THAT(result.output, StartsWith("touchstone ") && Contains("commit"));
    for (const char* library :
         {"Eigen 3", "TetGen 1.5", "Qhull ", "TBB 20", "CLI11 2", "nlohmann"}) {
        CHECK_THAT(result.output, Contains(library));
    }
    CHECK(run_touchstone({"--help"}).code == 0);
    CHECK(run_touchstone({"report", "--help"}).code == 0);
}

TEST_CASE("the help names every command with what it does, and so does each command's own",
          "[cli]") {
    const std::string help = run_touchstone({"--help"}).output;
    std::size_t place = 0;
    for (const Command& command : all_commands()) {
        CAPTURE(command.id);
        place = help.find("\n  " + std::string(command.id) + " ", place);
        REQUIRE(place != std::string::npos);  // in the order of the table
        if (std::string(command.id) == "view") {
            continue;  // its help is the viewer's
        }
        const ChildResult own = run_touchstone({command.id, "--help"});
        CHECK(own.code == 0);
        CHECK_THAT(own.output, StartsWith(command.summary));
    }
}

TEST_CASE("list shows every table, as text and as JSON", "[cli]") {
    CHECK_THAT(run_touchstone({"list", "cases"}).output,
               Contains("spike_in_crack") && Contains("fundamental"));
    CHECK_THAT(run_touchstone({"list", "generators"}).output, Contains("consistent_vertex"));
    CHECK_THAT(run_touchstone({"list", "metrics"}).output, Contains("position_score"));
    CHECK_THAT(run_touchstone({"list", "options"}).output,
               Contains("study.expected_x") && Contains("opposing.normal"));
    const nlohmann::json cases =
        nlohmann::json::parse(run_touchstone({"list", "cases", "--json"}).output);
    CHECK(cases.size() == all_test_cases().size());
    CHECK(cases[0]["id"] == "spike_in_crack");
    CHECK(cases[0]["parameters"] == "");
    CHECK(cases[10]["parameters"] == "height=3.5,width=0.5,segments=3,sides=6");
    CHECK_THAT(run_touchstone({"list", "parameters"}).output,
               Contains("brick_width") && Contains("0.01…10 m"));
    const nlohmann::json parameters =
        nlohmann::json::parse(run_touchstone({"list", "parameters", "--json"}).output);
    CHECK(parameters[0]["case"] == "pillar");
    CHECK(parameters[3]["values"] == "3…256, whole");
}

TEST_CASE("cases with parameters are reported, listed and written under their normal name",
          "[cli]") {
    const TemporaryFolder folder;
    const fs::path json = folder.path() / "wall.json";
    const ChildResult report =
        run_touchstone({"report", "wall:span=2,layers=3,depth=0.5", "--generators", "opposing",
                        "--json", json.string()});
    CHECK(report.code == 0);
    CHECK_THAT(report.output, Contains("Wall, layers=3,span=2"));
    const nlohmann::json row = nlohmann::json::parse(read_bytes(json))["rows"][0];
    CHECK(row["case"] == "wall:layers=3,span=2");
    CHECK(row["min_contacts"] == 4 * (2 + 3 + 2 * 3));
    CHECK(row["area_coverage"].is_number());
    const ChildResult scene = run_touchstone({"scene", "export", "wall:span=2,layers=3"});
    CHECK(scene.code == 0);
    CHECK(nlohmann::json::parse(scene.output)["name"] == "wall:layers=3,span=2");
    check_refused({"report", "wall:span=0"}, 2, "a whole number in 1…10000");
    check_refused({"contacts", "pillar:hight=4", "--generator", "growth"}, 2, "parameters: height");
}

TEST_CASE("report prints Markdown and writes the same bytes for any number of threads", "[cli]") {
    const TemporaryFolder folder;
    const Arguments common{
        "report",    "sliding_spike", "wedges", "--generators", "vertex_only,opposing", "--profile",
        "published", "--jitter",      "2"};
    const auto run_with = [&](const std::string& threads) {
        Arguments arguments = common;
        fs::path out = folder.path() / ("out" + threads);
        arguments.insert(arguments.end(), {"--threads", threads, "--history", "2", "--pictures",
                                           "none", "--out", out.string()});
        const ChildResult result = run_touchstone(arguments);
        CHECK(result.code == 0);
        CHECK(other_errors(result) == "");  // no progress without a terminal
        CHECK(result.output == read_bytes(out / "report.md"));
        return out;
    };
    const fs::path one = run_with("1");
    const fs::path two = run_with("2");
    for (const char* name : {"report.md", "report.csv", "report.json", "report.html", "report.tex",
                             "wrong_contacts.csv", "quality-1.csv", "counts-1.csv"}) {
        CHECK(!read_bytes(one / name).empty());
        CHECK(read_bytes(one / name) == read_bytes(two / name));
    }
    const nlohmann::json report = nlohmann::json::parse(read_bytes(one / "report.json"));
    CHECK(report["schema"] == "touchstone-report-1");
    REQUIRE(report["rows"].size() == 4);
    CHECK(report["rows"][0]["case"] == "sliding_spike");
    CHECK(report["rows"][0]["pose"] == "half-step");
    CHECK(report["rows"][0]["jitter"]["shifts"] == 2);
    CHECK(report["settings"]["generators"]["opposing"]["normal"] == "face_a");
}

TEST_CASE("a viewer that is missing or fails costs the page its pictures and nothing else",
          "[cli]") {
    const TemporaryFolder folder;
    const auto page_with = [&](const char* viewer) {
        ::setenv("TOUCHSTONE_VIEWER", viewer, 1);
        const ChildResult result = run_touchstone(
            {"report", "wedges", "--generators", "growth", "--out", folder.path().string()});
        ::unsetenv("TOUCHSTONE_VIEWER");
        CHECK(result.code == 0);
        CHECK(other_errors(result) == "");
        return read_bytes(folder.path() / "report.html");
    };
    CHECK_THAT(page_with("/nowhere/viewer"),
               Contains("No pictures: there is no touchstone-viewer"));
    CHECK_THAT(page_with("/bin/false"), Contains("No picture: false: it ended with status 1"));
    CHECK_THAT(page_with("/bin/true"), Contains("No picture: true: it ended with status 0"));
    const fs::path echo = folder.path() / "echo";
    std::ofstream(echo) << "#!/bin/sh\nexec cat\n";
    fs::permissions(echo, fs::perms::owner_all);
    CHECK_THAT(page_with(echo.c_str()),
               Contains("No picture: what the viewer answers is no PNG file"));
    check_refused({"report", "wedges", "--pictures", "some"}, 2, "none, wrong or all");
    check_refused({"report", "wedges", "--history", "-1"}, 2, "--history");
}

TEST_CASE("report writes JSON and CSV to the files it is told", "[cli]") {
    const TemporaryFolder folder;
    const fs::path json = folder.path() / "new" / "a.json";
    const fs::path csv = folder.path() / "b.csv";
    const ChildResult result = run_touchstone({"report", "spikes", "--generators", "vertex_only",
                                               "--json", json.string(), "--csv", csv.string()});
    CHECK(result.code == 0);
    CHECK(result.errors ==
          "touchstone: wrote " + json.string() + "\ntouchstone: wrote " + csv.string() + "\n");
    CHECK(nlohmann::json::parse(read_bytes(json))["rows"].size() == 1);
    CHECK_THAT(read_bytes(csv), StartsWith("case,generator,profile,pose,query,contacts,correct,"));
}

TEST_CASE("contacts prints the same bytes for any number of threads, and for the exported scene",
          "[cli]") {
    const TemporaryFolder folder;
    const std::string scene = (folder.path() / "scene.json").string();
    CHECK(run_touchstone({"scene", "export", "cliff_edges", "--out", scene}).code == 0);
    const std::string format = GENERATE("csv", "json");
    const auto contacts_of = [&](const std::string& name, const std::string& threads) {
        const ChildResult result = run_touchstone({"contacts", name, "--generator", "volume_sat",
                                                   "--format", format, "--threads", threads});
        CHECK(result.code == 0);
        return result.output;
    };
    const std::string contacts = contacts_of("cliff_edges", "1");
    CHECK_THAT(contacts, Contains("body_a") && Contains("touchstone-contacts-1"));
    CHECK(contacts == contacts_of("cliff_edges", "2"));
    CHECK(contacts == contacts_of(scene, "1"));
}

TEST_CASE("list options says which defaults hang on the method", "[cli]") {
    const std::string list = run_touchstone({"list", "options"}).output;
    const std::size_t gap = list.find("\nsolver.gap ");
    REQUIRE(gap != std::string::npos);
    CHECK_THAT(list.substr(gap + 1, list.find('\n', gap + 1) - gap),
               Contains("semi_local, first_impact") && Contains("move bodies: close"));
}

TEST_CASE("contacts says which bodies overlap without a contact", "[cli][silent]") {
    const std::string deep = "h03_cube_centred_in_plate";
    const ChildResult silent = run_touchstone({"contacts", deep, "--generator", "opposing"});
    CHECK(silent.code == 0);
    CHECK(silent.errors ==
          "touchstone: bodies 'cube' and 'plate' overlap, and have no contact of this method\n");
    CHECK(run_touchstone({"contacts", deep, "--generator", "semi_local"}).errors.empty());
}

TEST_CASE("wrong usage ends with status 2 and one line that says what is known", "[cli]") {
    check_refused({"measure"}, 2, "measure");
    check_refused({"report", "no_such_case"}, 2, "spike_in_crack");
    check_refused({"report", "--generators", "nobody"}, 2, "vertex_only");
    check_refused({"report", "--generators", "growth,nobody"}, 2, "nobody");
    check_refused({"report", "--profile", "perfect"}, 2, "published");
    check_refused({"report", "--pose", "lotus"}, 2, "half-step");
    check_refused({"report", "--query", "0"}, 2, "--query");
    check_refused({"report", "--query", "one"}, 2, "query");
    check_refused({"report", "--jitter", "-1"}, 2, "--jitter");
    check_refused({"report", "--jitter", "1e99"}, 2, "jitter");
    check_refused({"report", "--threads", "0"}, 2, "--threads");
    check_refused({"report", "--colour"}, 2, "--colour");
    check_refused({"contacts", "spikes"}, 2, "--generator");
    check_refused({"contacts", "fundamental", "--generator", "growth"}, 2, "group");
    check_refused({"contacts", "spikes", "--generator", "growth", "--format", "xml"}, 2, "csv");
    check_refused({"list", "bodies"}, 2, "cases");
    check_refused({"scene", "export", "no_such_case"}, 2, "spike_in_crack");
}

TEST_CASE("a setting that does not exist, says nothing or contradicts another ends with status 2",
          "[cli]") {
    const auto check_set = [](const Arguments& assignments, const std::string& message) {
        Arguments arguments{"report", "spikes", "--generators", "opposing"};
        for (const std::string& assignment : assignments) {
            arguments.insert(arguments.end(), {"--set", assignment});
        }
        check_refused(arguments, 2, message);
    };
    check_set({"sandwich"}, "GENERATOR.OPTION=VALUE");
    check_set({"opposing.sandwich"}, "GENERATOR.OPTION=VALUE");
    check_set({"sandwich=both"}, "GENERATOR.OPTION=VALUE");
    check_set({"opposing.filling=ham"}, "filling");
    check_set({"opposing.sandwich=ham"}, "ham");
    check_set({"nobody.sandwich=both"}, "nobody");
    check_set({"study.body_order=random"}, "lower_first");
    check_set({"growth.first_scale=0.9"}, "no effect");
    check_set({"opposing.sandwich=both", "opposing.sandwich=either"}, "both");
}

TEST_CASE("an output that cannot be written ends with status 1 before anything is done", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "file").string();
    std::ofstream(file) << "kept";
    const Arguments report{"report", "spikes", "--generators", "growth"};
    const auto check_output = [&](const Arguments& output, int status, const std::string& message) {
        Arguments arguments = report;
        arguments.insert(arguments.end(), output.begin(), output.end());
        check_refused(arguments, status, message);
    };
    check_output({"--out", file}, 1, "not a folder");
    check_output({"--out", file + "/deeper"}, 1, "not a folder");
    check_output({"--json", folder.path().string()}, 1, "folder");
    check_output({"--csv", file + "/report.csv"}, 1, "not a folder");
    check_output({"--out", "/proc/nowhere"}, 1, "/proc");
    check_output({"--json", file, "--csv", file}, 2, "two outputs");
    check_refused({"contacts", "spikes", "--generator", "growth", "--out", file + "/x"}, 1,
                  "not a folder");
    check_refused({"scene", "export", "spikes", "--out", folder.path().string()}, 1, "folder");
    CHECK(read_bytes(file) == "kept");
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("a bad scene file ends with status 1 and leaves no output", "[cli]") {
    const TemporaryFolder scenes;
    const TemporaryFolder outputs;
    const auto check_scene = [&](const std::string& file, const std::string& message) {
        check_refused({"report", file, "--out", (outputs.path() / "out").string()}, 1, message);
        CHECK(fs::is_empty(outputs.path()));
    };
    const std::string cube = std::string(kCubeFaces) + kLastCubeFaces;
    const auto with = [&](const std::string& vertices, const std::string& faces) {
        return write_scene_with(scenes.path(), vertices, faces);
    };
    CHECK(run_touchstone({"report", with(kCubeVertices, cube), "--generators", "growth"}).code ==
          0);

    check_scene((scenes.path() / "missing.json").string(), "missing.json");
    std::ofstream(scenes.path() / "text.json") << "not JSON";
    check_scene((scenes.path() / "text.json").string(), "text.json");
    std::ofstream(scenes.path() / "key.json")
        << R"({"schema":"touchstone-scene-1","name":"a","bodys":[]})";
    check_scene((scenes.path() / "key.json").string(), "bodys");
    check_scene(with(kCubeVertices, kCubeFaces), "edge");  // open
    check_scene(with(kCubeVertices,
                     "[0,1,2],[0,2,3],[4,6,5],[4,7,6],[0,5,1],[0,4,5],[2,7,3],[2,6,7],"
                     "[1,6,2],[1,5,6],[0,7,4],[0,3,7]"),
                "inward");
    check_scene(with(kCubeVertices, cube + ",[0,2,1]"), "triangle");  // duplicate
    check_scene(with(kCubeVertices, cube + ",[0,2,99]"), "99");       // out of range
    check_scene(with("[[0,0,0],[1,0,0],[1,1,0],[0,1,0],[0,0,1e999],[1,0,1],[1,1,1],[0,1,1]]", cube),
                "scene.json");  // not a number
    check_scene(with("[[0,0,0],[1,0,0],[1,1,0],[0,1,0],[0,0,0],[1,0,0],[1,1,0],[0,1,0]]", cube),
                "coincide");
    check_scene(with("[[0,0,0],[1,0,0],[0,1,0],[0.3,0.3,0]]", "[0,1,2],[0,3,1],[1,3,2],[2,3,0]"),
                "/bodies/1");  // flat
    // Two tetrahedra, one with its apex through the other's base.
    check_scene(
        with("[[0,0,0],[1,0,0],[0,0,1],[0,1,0],[0.2,-0.5,0.2],[1.2,-0.5,0.2],[0.2,-0.5,1.2],"
             "[0.2,0.3,0.2]]",
             "[0,1,2],[0,3,1],[1,3,2],[2,3,0],[4,5,6],[4,7,5],[5,7,6],[6,7,4]"),
        "odd");
}

TEST_CASE("Ctrl-C ends a report with status 130 and says so", "[cli]") {
    const TemporaryFolder folder;
    ChildCommand command;
    // Sends the signal after three seconds; in the foreground, or the group's copy arrives as a
    // second.
    command.program = "/usr/bin/timeout";
    command.arguments = {"--preserve-status",
                         "--foreground",
                         "--signal=INT",
                         "3",
                         TOUCHSTONE_PROGRAM,
                         "report",
                         "--jitter",
                         "100000",
                         "--out",
                         (folder.path() / "out").string()};
    const ChildResult result = run_child_process(command, "");
    REQUIRE(result.end == ChildEnd::Exited);
    CHECK(result.code == 130);
    CHECK_THAT(result.errors, StartsWith("touchstone: stopped by Ctrl-C after "));
    const fs::path json = folder.path() / "out" / "report.json";
    if (fs::exists(json)) {
        CHECK(nlohmann::json::parse(read_bytes(json))["stopped"] == true);
    } else {
        CHECK(fs::is_empty(folder.path()));
    }
}

TEST_CASE("names from files reach the terminal without control characters", "[cli]") {
    const TemporaryFolder folder;
    const std::string path = (folder.path() / "scene\x1b[31m.json").string();
    check_refused({"report", path}, 1, "scene\xEF\xBF\xBD[31m.json");
}
