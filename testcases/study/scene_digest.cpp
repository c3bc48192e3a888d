#include "testcases/study/scene_digest.h"

#include <utility>
#include <vector>

#include "methods/base/sha256.h"
#include "testcases/files/scene_file.h"

namespace touchstone {
namespace {

template <typename Item>
void append_bytes(std::string& bytes, const std::vector<Item>& items) {
    bytes.append(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(Item));
}

/// Appends what the scene's text does not hold: the meshes that it reads, and those that bodies are
/// filled with.
void append_meshes(std::string& bytes, const StudyScene& scene,
                   const std::optional<ShapeRule>& rule) {
    for (const SurfaceMesh& surface : scene.surfaces) {
        append_bytes(bytes, surface.vertices);
        append_bytes(bytes, surface.triangles);
    }
    for (const auto& [made_by, shapes] : scene.shapes) {
        if (rule && made_by != *rule) {
            continue;
        }
        for (const CollisionShape& shape : shapes.shapes) {
            append_bytes(bytes, shape.mesh.vertices);
            append_bytes(bytes, shape.mesh.tets);
        }
    }
}

}  // namespace

std::string scene_digest(const StudyScene& scene, const std::optional<ShapeRule>& rule) {
    return scene_digest(scene, rule, write_scene(scene.test_case));
}

std::string scene_digest(const StudyScene& scene, const std::optional<ShapeRule>& rule,
                         std::string text) {
    std::string bytes = std::move(text);
    append_meshes(bytes, scene, rule);
    for (const StudyScene& variant : scene.variants) {
        append_meshes(bytes, variant, rule);
    }
    return hex(sha256(bytes));
}

}  // namespace touchstone
