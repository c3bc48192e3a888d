#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/tests/run_program.h"

using namespace touchstone;
using Catch::Matchers::Contains;
using touchstone::testing::check_refused;
using touchstone::testing::read_bytes;
using touchstone::testing::run_touchstone;
using touchstone::testing::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

/// A box from the origin to these corners, as an OBJ file of triangles; returns its path.
std::string write_box(const fs::path& file, double x, double y, double z) {
    std::ofstream out(file);
    for (int corner = 0; corner < 8; ++corner) {
        out << "v " << ((corner & 1) != 0 ? x : 0.0) << ' ' << ((corner & 2) != 0 ? y : 0.0) << ' '
            << ((corner & 4) != 0 ? z : 0.0) << '\n';
    }
    out << "f 1 3 2\nf 2 3 4\nf 5 6 7\nf 6 8 7\nf 1 2 5\nf 2 6 5\nf 3 7 4\nf 4 7 8\n"
           "f 1 5 3\nf 3 5 7\nf 2 4 6\nf 4 8 6\n";
    return file.string();
}

}  // namespace

TEST_CASE("scene new stacks meshes, and the report judges them by a computed truth", "[cli]") {
    const TemporaryFolder folder;
    const std::string floor = write_box(folder.path() / "floor.obj", 2.0, 0.5, 2.0);
    const std::string brick = write_box(folder.path() / "brick.obj", 0.5, 0.25, 1.0);
    const std::string scene = (folder.path() / "scene.json").string();
    const ChildResult made = run_touchstone({"scene", "new", floor, brick, "--out", scene});
    CHECK(made.code == 0);
    CHECK_THAT(made.errors, Contains("wrote ") && Contains("touchstone report "));
    const nlohmann::json json = nlohmann::json::parse(read_bytes(scene));
    CHECK(json["name"] == "brick_on_floor");
    CHECK(json["bodies"][0]["fixed"] == true);
    CHECK(json["bodies"][1]["shape"]["mesh"]["file"] == "brick.obj");
    CHECK(json["bodies"][1]["position"] == nlohmann::json{0.75, 0.5, 0.5});
    CHECK(json["expected"][0]["reference"].contains("planar_regions"));

    const ChildResult report =
        run_touchstone({"report", scene, "--generators", "semi_local", "--format", "json"});
    CHECK(report.code == 0);
    const nlohmann::json row = nlohmann::json::parse(report.output)["rows"][0];
    CHECK(row["coverage"] == 1.0);
    CHECK(row["quality"] == 1.0);
}

TEST_CASE("scene new leaves bodies in place when told, and says when none touch", "[cli]") {
    const TemporaryFolder folder;
    const std::string box = write_box(folder.path() / "box.obj", 1.0, 1.0, 1.0);
    const std::string far = write_box(folder.path() / "far.obj", 1.0, 1.0, 1.0);
    const std::string scene = (folder.path() / "scene.json").string();
    run_touchstone({"scene", "new", box, far, box, "--in-place", "--out", scene});
    nlohmann::json json = nlohmann::json::parse(read_bytes(scene));
    CHECK(json["bodies"][1]["position"] == nlohmann::json{0.0, 0.0, 0.0});
    CHECK(json["bodies"][2]["name"] == "box_2");
    CHECK(json["expected"].size() == 3);

    const ChildResult alone = run_touchstone({"scene", "new", box, "--out", scene});
    CHECK_THAT(alone.errors, Contains("no two bodies touch") && Contains("planar_regions"));
    CHECK_FALSE(nlohmann::json::parse(read_bytes(scene)).contains("expected"));
    // A scene without an answer says how to get one.
    CHECK_THAT(run_touchstone({"report", scene, "--generators", "growth"}).output,
               Contains("states no right answer") && Contains("planar"));
}

TEST_CASE("scene new refuses what no scene could read", "[cli]") {
    const TemporaryFolder folder;
    const std::string box = write_box(folder.path() / "box.obj", 1.0, 1.0, 1.0);
    fs::create_directory(folder.path() / "below");
    const std::string below = (folder.path() / "below" / "scene.json").string();
    check_refused({"scene", "new", box, "--out", below}, 2, {"in its own folder or below"});
    CHECK_FALSE(fs::exists(below));
    const std::string missing = (folder.path() / "missing.obj").string();
    check_refused({"scene", "new", missing, "--out", (folder.path() / "s.json").string()}, 1,
                  {"missing.obj"});
    std::ofstream(folder.path() / "open.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    check_refused({"scene", "new", (folder.path() / "open.obj").string(), "--out",
                   (folder.path() / "s.json").string()},
                  1, {"open.obj"});
    check_refused({"scene", "new", "no.obj", "--out", (folder.path() / "s.json").string()}, 1,
                  {"no.obj"});
    check_refused({"scene", "new", box, "--out", box}, 2, {"box.obj"});
}
