#include "reports/commands/new_scene.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>

#include "methods/base/boxes/bounding_box.h"
#include "methods/base/error.h"
#include "methods/base/join.h"
#include "methods/base/printable.h"
#include "methods/mesh/files/mesh_file.h"
#include "reports/text/number_text.h"
#include "testcases/files/scene_file.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr double kTouchingShare =
    0.005;                           // share of the smaller body's extent, as for planar_regions
constexpr double kVeryLarge = 50.0;  // size of a body that may be in millimetres [m]

/// A mesh, and the box that it fills where it is placed.
struct PlacedMesh {
    std::string name;
    std::string file;  ///< from the scene's folder
    BoundingBox box;   ///< in the frame of the mesh
    Vec3 position = Vec3::Zero();

    BoundingBox placed() const { return {box.lower + position, box.upper + position}; }
    double extent() const { return (box.upper - box.lower).maxCoeff(); }
};

/// Throws UsageError where the scene could not name it.
std::string from_folder(const std::string& mesh, const fs::path& folder) {
    std::error_code error;
    const fs::path base = fs::weakly_canonical(folder.empty() ? fs::path(".") : folder, error);
    const fs::path file = fs::weakly_canonical(mesh, error).lexically_relative(base);
    if (error || file.empty() || *file.begin() == "..") {
        throw UsageError(printable(mesh) + ": a scene names meshes in its own folder or below; " +
                         "write it there with --out, or copy the mesh");
    }
    return file.generic_string();
}

std::string unused_name(const std::string& mesh, const std::vector<PlacedMesh>& parts) {
    const std::string stem = printable(fs::path(mesh).stem().string());
    std::string name = stem;
    for (int copy = 2; std::ranges::find(parts, name, &PlacedMesh::name) != parts.end(); ++copy) {
        name = stem + "_" + std::to_string(copy);
    }
    return name;
}

PlacedMesh read_part(const std::string& mesh, const fs::path& folder,
                     const std::vector<PlacedMesh>& parts) {
    PlacedMesh part;
    const MeshFile file = read_mesh(mesh);  // first: where no file is, its folder does not matter
    part.file = from_folder(mesh, folder);
    part.name = unused_name(mesh, parts);
    if (file.vertices.empty()) {
        throw MeshError(printable(mesh) + ": has no vertices");
    }
    part.box = bounds_of(file.vertices);
    return part;
}

void put_on(PlacedMesh& part, const PlacedMesh& below) {
    const BoundingBox floor = below.placed();
    part.position = 0.5 * (floor.lower + floor.upper) - 0.5 * (part.box.lower + part.box.upper);
    part.position.y() = floor.upper.y() - part.box.lower.y();
}

bool touch(const PlacedMesh& a, const PlacedMesh& b) {
    const double gap = kTouchingShare * std::min(a.extent(), b.extent());
    return overlap(inflated(a.placed(), gap), b.placed());
}

Json body_json(const PlacedMesh& part, bool is_fixed) {
    const auto plain = [](double x) { return x == 0.0 ? 0.0 : x; };  // no "-0.0"
    return {{"name", part.name},
            {"shape", {{"mesh", {{"file", part.file}, {"scale", 1.0}}}}},
            {"position",
             {plain(part.position.x()), plain(part.position.y()), plain(part.position.z())}},
            {"orientation", {1.0, 0.0, 0.0, 0.0}},
            {"fixed", is_fixed}};
}

/// Returns the pairs to judge, their truth to be computed.
Json expected_json(const std::vector<PlacedMesh>& parts) {
    Json pairs = Json::array();
    for (std::size_t a = 0; a < parts.size(); ++a) {
        for (std::size_t b = a + 1; b < parts.size(); ++b) {
            if (touch(parts[a], parts[b])) {
                pairs.push_back({{"a", parts[a].name},
                                 {"b", parts[b].name},
                                 {"reference", {{"planar_regions", Json::object()}}}});
            }
        }
    }
    return pairs;
}

std::string scene_text(const std::vector<PlacedMesh>& parts, const Json& expected) {
    std::string name;
    Json bodies = Json::array();
    for (const PlacedMesh& part : parts) {
        append_item(name, part.name, "_on_");
        bodies.push_back(body_json(part, bodies.empty()));
    }
    Json scene{{"schema", "touchstone-scene-1"},
               {"name", parts.size() == 2 ? parts[1].name + "_on_" + parts[0].name : name},
               {"title", ""},
               {"bodies", bodies}};
    if (!expected.empty()) {
        scene["expected"] = expected;
    }
    return scene.dump(2) + "\n";
}

}  // namespace

NewScene make_new_scene(const std::vector<std::string>& meshes, const fs::path& folder,
                        Placement placement) {
    std::vector<PlacedMesh> parts;
    NewScene scene;
    for (const std::string& mesh : meshes) {
        parts.push_back(read_part(mesh, folder, parts));
        if (placement == Placement::Stacked && parts.size() > 1) {
            put_on(parts.back(), parts[parts.size() - 2]);
        }
        if (parts.back().extent() > kVeryLarge) {
            scene.notes.push_back(parts.back().name + " is " +
                                  short_text(parts.back().extent(), 4) +
                                  " m long; if its file counts millimetres, edit \"scale\" to "
                                  "0.001 and the positions");
        }
    }
    const Json expected = expected_json(parts);
    if (expected.empty()) {
        scene.notes.emplace_back(
            "no two bodies touch, so nothing is expected; place them and add \"expected\": "
            "[{\"a\": NAME, \"b\": NAME, \"reference\": {\"planar_regions\": {}}}]");
    }
    scene.text = scene_text(parts, expected);
    parse_scene(scene.text, "the new scene", meshes_in(folder.empty() ? fs::path(".") : folder));
    return scene;
}

}  // namespace touchstone::reports
