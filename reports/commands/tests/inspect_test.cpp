#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/tests/run_program.h"

using namespace touchstone;
using Catch::Matchers::Contains;
using touchstone::testing::check_refused;
using touchstone::testing::read_bytes;
using touchstone::testing::run_touchstone;
using touchstone::testing::TemporaryFolder;
namespace testing = touchstone::testing;

namespace {

namespace fs = std::filesystem;

/// A tetrahedron, its last face as given.
std::string write_mesh(const fs::path& folder, const std::string& last_face) {
    const fs::path file = folder / "mesh.off";
    std::ofstream(file) << "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 "
                        << last_face << '\n';
    return file.string();
}

}  // namespace

TEST_CASE("inspect accepts a good mesh", "[cli]") {
    const TemporaryFolder folder;
    const std::string mesh = write_mesh(folder.path(), "1 2 3");
    const std::string json = (folder.path() / "new/mesh.json").string();
    const ChildResult result = run_touchstone({"inspect", mesh, "--json", json});
    CHECK(result.code == 0);
    CHECK(result.errors == "touchstone: wrote " + json + "\n");
    CHECK(result.output == mesh + ": OFF, 4 vertices, 4 faces\n0 errors, 0 warnings\n");
    const nlohmann::json document = nlohmann::json::parse(read_bytes(json));
    CHECK(document["schema"] == "touchstone-inspection-1");
    CHECK(document["file"] == mesh);
    CHECK(document["version"].is_string());
    CHECK(document["problems"].empty());
}

TEST_CASE("a repair cuts polygons that are not flat, with a warning, and the mesh stays closed",
          "[cli]") {
    const TemporaryFolder folder;
    const std::string mesh = (folder.path() / "cube.off").string();
    const std::string mended = (folder.path() / "mended.off").string();
    // One corner is moved by 5 %: three of the six faces bend.
    std::ofstream(mesh)
        << "OFF\n8 6 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1.05 1.05 1.05\n"
           "0 1 1\n4 3 2 1 0\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n";
    check_refused({"inspect", mesh}, 1,
                  {"cube.off:12:9: face 1: has 4 corners that are not in one plane",
                   "touchstone inspect MESH --repair FILE"});
    const ChildResult result = run_touchstone({"inspect", mesh, "--repair", mended});
    CHECK(result.code == 0);
    CHECK_THAT(result.errors, Contains("touchstone: warning: cut 3 polygons whose corners are not "
                                       "in one plane where they bend least") &&
                                  Contains("The first: " + mesh + ":12:9: face 1"));
    CHECK_THAT(result.output, Contains("cut 3 polygons whose corners are not in one plane"));
    const ChildResult again = run_touchstone({"inspect", mended});
    CHECK(again.code == 0);
    CHECK_THAT(again.output, Contains("8 vertices, 12 faces\n0 errors, 0 warnings"));
}

TEST_CASE("inspect ends with status 1 on errors and writes them down", "[cli]") {
    const TemporaryFolder folder;
    const std::string mesh = write_mesh(folder.path(), "3 2 1");
    const std::string json = (folder.path() / "mesh.json").string();
    const ChildResult result = run_touchstone({"inspect", mesh, "--json", json});
    CHECK(result.code == 1);
    CHECK_THAT(result.output, Contains("inconsistent_winding (error): face 3 at (0.333333,") &&
                                  Contains("1 error, 0 warnings"));
    const nlohmann::json problem = nlohmann::json::parse(read_bytes(json))["problems"].at(0);
    CHECK(problem.size() == 5);
    CHECK(problem["problem"] == "inconsistent_winding");
    CHECK(problem["severity"] == "error");
    CHECK(problem["elements"] == nlohmann::json{3});
    CHECK(problem["position"].at(2).get<double>() == Approx(1.0 / 3.0));
    CHECK_FALSE(problem["remedy"].get<std::string>().empty());
}

TEST_CASE("inspect repairs into another file and judges that", "[cli]") {
    const TemporaryFolder folder;
    const std::string mesh = write_mesh(folder.path(), "3 2 1");
    const std::string out = (folder.path() / "good.obj").string();
    const ChildResult result = run_touchstone({"inspect", mesh, "--repair", out});
    CHECK(result.code == 0);
    CHECK_THAT(result.output, Contains("turned 1 face over") && Contains("good.obj: OBJ, 4"));
    CHECK(run_touchstone({"inspect", out}).code == 0);
    CHECK_THAT(read_bytes(out), Contains("f 4 2 3\n"));

    const std::string open = write_mesh(folder.path(), "0 1 2");  // a duplicate, and a hole
    CHECK(run_touchstone({"inspect", open, "--repair", out}).code == 1);
    check_refused({"inspect", mesh, "--repair", (folder.path() / "./mesh.off").string()}, 2,
                  {"mesh.off would be overwritten"});
    check_refused({"inspect", mesh, "--json", out, "--repair", out}, 2,
                  {"two outputs would be written to"});
    check_refused({"inspect", mesh, "--repair", out, "--weld", "-1"}, 2,
                  {"--weld must be a distance of at least 0 [m], found -1"});
    check_refused({"inspect", mesh, "--repair", (folder.path() / "a.stl").string()}, 2,
                  {"a.stl", ".off, .obj or .mesh"});
}

TEST_CASE("inspect refuses what is no mesh on one line", "[cli]") {
    const TemporaryFolder folder;
    check_refused({"inspect", write_mesh(folder.path(), "1 2")}, 1, {"mesh.off:10:5: face 3"});
    check_refused({"inspect", (folder.path() / "none.off").string()}, 1, {"none.off", "No such"});
    check_refused({"inspect"}, 2, {"mesh is required"});
}

TEST_CASE("the warnings of a scene's meshes are shown once by whatever loads it", "[cli]") {
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "spare.off")
        << "OFF\n5 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n7 7 7\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";
    const std::string scene = (folder.path() / "scene.json").string();
    std::ofstream(scene) << R"({"schema": "touchstone-scene-1", "name": "spare", "bodies": [
        {"name": "a", "shape": {"mesh": {"file": "spare.off"}}, "fixed": true},
        {"name": "b", "shape": {"mesh": {"file": "spare.off"}}, "position": [0, 2, 0]}],
        "variants": [{"name": "v", "bodies": [{"name": "b", "position": [0, 3, 0]}]}]})";
    const std::string warning =
        "touchstone: spare.off: unreferenced_vertex (warning): vertex 4 at (7, 7, 7): remove them; "
        "they are left out here\n";
    const std::vector<testing::Arguments> commands{
        {"report", scene, "--generators", "opposing,growth"},
        {"contacts", scene, "--generator", "opposing"},
        {"simulate", scene, "--generator", "opposing", "--steps", "2"},
        {"scene", "export", scene}};
    for (const testing::Arguments& command : commands) {
        INFO(command[0]);
        const ChildResult result = run_touchstone(command);
        CHECK(result.code == 0);
        CHECK(result.errors == warning);
        CHECK_THAT(result.output, !Contains("unreferenced_vertex"));
    }
}
