#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "methods/mesh/surface_mesh.h"

// The binary part of a glTF file, and the meshes in it. Private to gltf_writer.cpp.

namespace touchstone::reports {

/// The arrays of the file's binary part, with their descriptions.
class GltfBuffer {
 public:
    /// Adds an array and returns the accessor's index. `components` numbers make an element.
    /// `target`: 0, or what the array is bound to.
    int add(const std::vector<float>& numbers, int components, int target);
    /// Adds indices likewise.
    int add_indices(const std::vector<std::uint32_t>& numbers);

    /// Adds the range of an accessor, as the format requires for positions and times.
    void state_range(int accessor, std::span<const float> numbers, int components);

    const std::string& bytes() const { return bytes_; }
    const nlohmann::ordered_json& views() const { return views_; }
    const nlohmann::ordered_json& accessors() const { return accessors_; }

 private:
    int add_view(const char* bytes, std::size_t size, std::size_t elements, int components,
                 int type, int target);

    std::string bytes_;
    nlohmann::ordered_json views_ = nlohmann::ordered_json::array();
    nlohmann::ordered_json accessors_ = nlohmann::ordered_json::array();
};

/// Accessors of a surface.
struct GltfGeometry {
    int positions = 0;
    int indices = 0;
};

/// The meshes of all bodies: one for each shape in each colour, with the triangles of a shape
/// stored once.
class GltfMeshes {
 public:
    /// Returns the index of the mesh of a surface in a colour, which is added at its first use.
    int find(GltfBuffer& buffer, const SurfaceMesh& surface, int material);

    /// Adds the mesh of an elastic body that is deformed as `shapes`, by time.
    int add_elastic(GltfBuffer& buffer, SurfaceMesh surface, int material,
                    const std::vector<std::vector<Vec3>>& shapes);

    const nlohmann::ordered_json& json() const { return meshes_; }

 private:
    std::map<std::string, GltfGeometry> geometries_;
    std::map<std::pair<int, int>, int> indices_;
    nlohmann::ordered_json meshes_ = nlohmann::ordered_json::array();
};

/// Packs the container: a header and two chunks, each padded to four bytes. `name`: of the
/// recording, for messages. Throws FileError for more than 4 GB.
std::string pack_glb(std::string json, std::string bytes, const std::string& name);

}  // namespace touchstone::reports
