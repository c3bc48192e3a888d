#include "testcases/files/tests/fuzz/scene_check.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "methods/base/error.h"
#include "methods/quality/truth/planar_reference.h"
#include "methods/testing/promise.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/files/scene_file.h"
#include "testcases/files/script/scene_script.h"
#include "testcases/files/script/script_files.h"

namespace touchstone::testing {
namespace {

namespace fs = std::filesystem;

constexpr double kSecret = 8128.5;  // a coordinate of the meshes that no scene may see
constexpr int kFewFaces = 60;       // exact polygons take their time
constexpr int kFewPairs = 3;

/// "scenes" with a mesh and links, beside "outside", which they lead to.
class SceneFolder {
 public:
    SceneFolder() {
        fs::create_directories(scenes() / "meshes");
        fs::create_directories(outside());
        write_tetrahedron(scenes() / "t.off", 1.0);
        write_tetrahedron(scenes() / "meshes/t.off", 2.0);
        write_tetrahedron(outside() / "s.off", kSecret);
        std::ofstream(outside() / "s.txt") << "script fall\n";
        fs::create_symlink("../outside/s.off", scenes() / "s.off");
        fs::create_directory_symlink("../outside", scenes() / "door");
    }
    fs::path scenes() const { return folder_.path() / "scenes"; }

 private:
    fs::path outside() const { return folder_.path() / "outside"; }

    static void write_tetrahedron(const fs::path& file, double size) {
        std::ofstream(file) << "OFF\n4 4 6\n0 0 0\n"
                            << size << " 0 0\n0 " << size << " 0\n0 0 " << size
                            << "\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";
    }

    TemporaryFolder folder_;
};

bool is_secret(const MeshShape& shape) {
    return std::ranges::any_of(shape.surface.vertices,
                               [](const Vec3& vertex) { return vertex.x() == kSecret; });
}

void check_bodies(const TestCase& scene) {
    for (const BodySetup& body : scene.bodies) {
        const MeshShape* const mesh = std::get_if<MeshShape>(&body.shape);
        require(mesh == nullptr || !is_secret(*mesh), "a mesh outside the folder was read");
        require(body.world_from_shape.translation.allFinite(), "a position is not finite");
        require(make_surface(body.shape).triangles.size() >= 4, "a surface is not closed");
    }
}

/// The computed truth of the first pairs of small bodies, whether the scene asks for it or not.
void check_truth(const TestCase& scene) {
    std::vector<SurfaceMesh> surfaces;
    std::vector<Pose> poses;
    Reference pairs;
    for (const BodySetup& body : scene.bodies) {
        SurfaceMesh surface = make_surface(body.shape);
        if (std::ssize(surface.triangles) <= kFewFaces) {
            surfaces.push_back(std::move(surface));
            poses.push_back(body.world_from_shape);
        }
    }
    for (int b = 1; b < std::min<int>(kFewPairs + 1, static_cast<int>(surfaces.size())); ++b) {
        PairReference& pair = pairs.emplace_back();
        pair.body_a = b - 1;
        pair.body_b = b;
        pair.planar_regions.emplace();
    }
    for (const PairReference& pair : with_planar_truth(pairs, surfaces, poses)) {
        require(pair.answers.empty() != pair.why_unknown.empty(), "neither a truth nor why not");
        for (const Answer& answer : pair.answers) {
            require(answer.area.has_value() && *answer.area > 0.0, "a region without area");
        }
    }
}

void check_written(const TestCase& scene) {
    const std::string text = write_scene(with_inline_meshes(scene));
    require(write_scene(parse_scene(text, "again.json")) == text, "written, it is another scene");
}

/// Made once, as a fuzzer asks for it some thousand times a second.
const SceneFolder& scene_folder() {
    static const SceneFolder folder;
    return folder;
}

void check_message(const FileError& error, std::string_view begin) {
    const std::string message = error.what();
    require(message.starts_with(begin), "a message does not say where");
    require(message.find('\n') == std::string::npos, "a message has several lines");
}

}  // namespace

void check_scene(std::string_view bytes) {
    const SceneFolder& folder = scene_folder();
    TestCase scene;
    try {
        scene = parse_scene(bytes, "scene.json", meshes_in(folder.scenes()));
    } catch (const FileError& error) {
        check_message(error, "scene.json:");
        return;
    }
    check_bodies(scene);
    for (const TestCase& variant : scene.variants) {
        check_bodies(variant);
    }
    check_written(scene);
    check_truth(scene);
}

void check_script(std::string_view bytes) {
    const fs::path folder = scene_folder().scenes();
    const auto load = [&](const std::string& file) {
        MeshFile mesh = read_mesh(find_script_mesh(folder, file));
        for (const Vec3& vertex : mesh.vertices) {
            require(vertex.x() != kSecret, "a mesh outside the folder was read");
        }
        return mesh;
    };
    try {
        const TestCase scene = parse_scene_script(bytes, "script.txt", load);
        for (const BodySetup& body : scene.bodies) {
            require(body.world_from_shape.translation.allFinite(), "a position is not finite");
        }
    } catch (const FileError& error) {
        check_message(error, "script.txt:");
    }
    const fs::path named = folder / "named.txt";
    std::ofstream(named, std::ios::binary) << bytes;
    try {
        const fs::path place = fs::canonical(place_script(named).place);
        const fs::path root = fs::canonical(folder);
        require(std::ranges::mismatch(root, place).in1 == root.end(),
                "a script outside the folder was read");
    } catch (const FileError& error) {
        check_message(error, folder.string());
    }
}

}  // namespace touchstone::testing
