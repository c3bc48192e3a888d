#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/files/scene_file.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTetrahedron =
    "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";

/// A folder for scenes, beside another one that they must not see.
class SceneFolder {
 public:
    SceneFolder() {
        fs::create_directories(scenes() / "meshes");
        fs::create_directories(outside());
        write(scenes() / "meshes/tetrahedron.off", kTetrahedron);
        write(outside() / "secret.off", kTetrahedron);
    }

    fs::path scenes() const { return folder_.path() / "scenes"; }
    fs::path outside() const { return folder_.path() / "outside"; }

    static void write(const fs::path& path, const std::string& text) {
        std::ofstream(path) << text;
    }

    /// Reads a scene with two bodies; the second one's shape and the variants are given.
    TestCase read(const std::string& shape, const std::string& variants = "[]") const {
        write(scenes() / "scene.json",
              R"({"schema": "touchstone-scene-1", "name": "n", "bodies": [
                  {"name": "a", "shape": {"box": {"size": [1, 1, 1]}}},
                  {"name": "b", "shape": )" +
                  shape + R"(}], "variants": )" + variants + "}");
        return read_scene(scenes() / "scene.json");
    }

    TestCase read_file(const std::string& file) const {
        return read("{\"mesh\": {\"file\": \"" + file + "\"}}");
    }

 private:
    testing::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("a scene reads the meshes in its folder", "[scene]") {
    const SceneFolder folder;
    const TestCase scene =
        folder.read(R"({"mesh": {"file": "meshes/tetrahedron.off", "scale": 2}})");
    const SurfaceMesh surface = make_surface(scene.bodies[1].shape);
    CHECK(surface.vertices.size() == 4);
    CHECK(surface.vertices[1] == Vec3(2, 0, 0));
    CHECK_FALSE(own_tets(scene.bodies[1].shape).has_value());
    CHECK(std::get<MeshShape>(scene.bodies[1].shape).file == "meshes/tetrahedron.off");
    CHECK_NOTHROW(folder.read_file("./meshes/./tetrahedron.off"));
}

TEST_CASE("a mesh of tets is used as it is, scaled", "[scene]") {
    const SceneFolder folder;
    SceneFolder::write(folder.scenes() / "tet.mesh",
                       "MeshVersionFormatted 2\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n"
                       "0 1 0 0\n0 0 1 0\nTetrahedra\n1\n1 2 3 4 0\nEnd\n");
    const TestCase scene = folder.read(R"({"mesh": {"file": "tet.mesh", "scale": 0.5}})");
    const std::optional<TetMesh> tets = own_tets(scene.bodies[1].shape);
    REQUIRE(tets.has_value());
    CHECK(tets->tets == std::vector<Tet>{{0, 1, 2, 3}});
    CHECK(tets->vertices[3] == Vec3(0, 0, 0.5));
    CHECK(make_surface(scene.bodies[1].shape).triangles.size() == 4);
    const std::string elastic = R"({"mesh": {"file": "tet.mesh"}},
                                   "elastic": {"young": 1e6, "poisson": 0)";
    CHECK(folder.read(elastic + "}").bodies[1].elastic.has_value());
    CHECK_THROWS_WITH(folder.read(elastic + R"(, "size": 0.1})"),
                      Catch::Contains("has tets of its own; remove \"size\""));
}

TEST_CASE("a scene cannot name a mesh outside its folder", "[scene]") {
    const SceneFolder folder;
    const std::string outside = (folder.outside() / "secret.off").string();
    for (const std::string& file : {outside, std::string("../outside/secret.off"),
                                    std::string("meshes/../../outside/secret.off"),
                                    std::string("meshes/../meshes/tetrahedron.off"),
                                    std::string("/secret.off"), std::string("..")}) {
        INFO(file);
        CHECK_THROWS_AS(folder.read_file(file), FileError);
        CHECK_THROWS_WITH(folder.read_file(file),
                          Catch::Contains("/bodies/1/shape/mesh/file: ") &&
                              Catch::Contains("by a path below the scene's folder"));
    }
    CHECK_THROWS_WITH(folder.read_file(""), Catch::Contains("/bodies/1/shape/mesh/file: "));
}

TEST_CASE("a scene cannot follow a link out of its folder", "[scene]") {
    const SceneFolder folder;
    fs::create_symlink(folder.outside() / "secret.off", folder.scenes() / "link.off");
    fs::create_directory_symlink(folder.outside(), folder.scenes() / "door");
    fs::create_symlink("meshes/tetrahedron.off", folder.scenes() / "inner.off");
    CHECK_THROWS_WITH(folder.read_file("link.off"), Catch::Contains("leads out of the folder"));
    CHECK_THROWS_WITH(folder.read_file("door/secret.off"),
                      Catch::Contains("leads out of the folder"));
    CHECK_NOTHROW(folder.read_file("inner.off"));

    // The other file of TetGen's two is not named, but read.
    SceneFolder::write(folder.scenes() / "t.node", "4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n");
    SceneFolder::write(folder.outside() / "t.ele", "1 4 0\n0 0 1 2 3\n");
    fs::create_symlink(folder.outside() / "t.ele", folder.scenes() / "t.ele");
    CHECK_THROWS_WITH(folder.read_file("t.node"), Catch::Contains("leads out of the folder"));
    fs::remove(folder.scenes() / "t.ele");
    fs::copy_file(folder.outside() / "t.ele", folder.scenes() / "t.ele");
    CHECK_NOTHROW(folder.read_file("t.node"));
}

TEST_CASE("the path rules hold in variants", "[scene]") {
    const SceneFolder folder;
    const std::string box = R"({"box": {"size": [1, 1, 1]}})";
    const auto variants = [](const std::string& file) {
        return R"([{"name": "v", "bodies": [{"name": "b", "shape": {"mesh": {"file": ")" + file +
               R"("}}}]}])";
    };
    CHECK_NOTHROW(folder.read(box, variants("meshes/tetrahedron.off")));
    CHECK_THROWS_WITH(folder.read(box, variants("../outside/secret.off")),
                      Catch::Contains("/variants/0/bodies/0/shape/mesh/file: ") &&
                          Catch::Contains("by a path below"));
    CHECK_THROWS_WITH(folder.read(box, variants((folder.outside() / "secret.off").string())),
                      Catch::Contains("/variants/0/bodies/0/shape/mesh/file: "));
    fs::create_symlink(folder.outside() / "secret.off", folder.scenes() / "link.off");
    CHECK_THROWS_WITH(folder.read(box, variants("link.off")),
                      Catch::Contains("leads out of the folder"));
}

TEST_CASE("what never ends or cannot be computed with is refused, and says so", "[scene]") {
    const SceneFolder folder;
    const fs::path pipe = folder.scenes() / "pipe.json";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    CHECK_THROWS_WITH(read_scene(pipe), Catch::Contains("pipe.json: is no file"));
    fs::rename(pipe, folder.scenes() / "pipe.off");
    CHECK_THROWS_WITH(folder.read_file("pipe.off"), Catch::Contains("it is no regular file"));
    CHECK_THROWS_WITH(folder.read(R"({"box": {"size": [1e308, 1, 1]}})"),
                      Catch::Contains("scale the mesh down"));
    CHECK_THROWS_WITH(folder.read(R"({"box": {"size": [1e-300, 1e-300, 1e-300]}})"),
                      Catch::Contains("scale it up"));
}

TEST_CASE("a mesh that is no solid is refused with its diagnosis and its place in the scene",
          "[scene]") {
    const SceneFolder folder;
    SceneFolder::write(
        folder.scenes() / "inside_out.off",
        "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n3 0 3 1\n3 0 2 3\n3 1 3 2\n");
    CHECK_THROWS_AS(folder.read_file("inside_out.off"), FileError);
    CHECK_THROWS_WITH(folder.read_file("inside_out.off"),
                      Catch::Contains("scene.json:3: /bodies/1/shape/mesh/file: ") &&
                          Catch::Contains("inside_out.off") && Catch::Contains("inward_winding"));
    CHECK_THROWS_WITH(folder.read_file("missing.off"), Catch::Contains("missing.off"));
    CHECK_THROWS_WITH(folder.read_file("scene.json"), Catch::Contains("scene.json"));
    CHECK_THROWS_WITH(folder.read(R"({"mesh": {"file": "meshes/tetrahedron.off", "scale": 0}})"),
                      Catch::Contains("/bodies/1/shape/mesh/scale: expected a factor > 0"));
}

}  // namespace touchstone
