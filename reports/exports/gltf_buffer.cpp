#include "reports/exports/gltf_buffer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "methods/base/error.h"

namespace touchstone::reports {
namespace {

using GltfJson = nlohmann::ordered_json;

// Numbers of the glTF 2.0 specification.
constexpr int kFloat = 5126;
constexpr int kUnsignedInt = 5125;
constexpr int kArrayBuffer = 34962;
constexpr int kElementArrayBuffer = 34963;
constexpr std::uint32_t kGlbMagic = 0x46546C67;
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;
constexpr std::uint32_t kBinaryChunk = 0x004E4942;

static_assert(std::endian::native == std::endian::little);

GltfGeometry add_geometry(GltfBuffer& buffer, const SurfaceMesh& surface) {
    std::vector<float> positions;
    for (const Vec3& vertex : surface.vertices) {
        for (const double x : vertex) {
            positions.push_back(static_cast<float>(x));
        }
    }
    std::vector<std::uint32_t> indices;
    for (const Triangle& triangle : surface.triangles) {
        indices.insert(indices.end(), triangle.begin(), triangle.end());
    }
    // Without normals the triangles are drawn flat, as suits stones.
    const GltfGeometry geometry{buffer.add(positions, 3, kArrayBuffer),
                                buffer.add_indices(indices)};
    buffer.state_range(geometry.positions, positions, 3);
    return geometry;
}

/// Returns a text that is the same for equal surfaces.
std::string surface_key(const SurfaceMesh& surface) {
    std::string key = std::to_string(surface.vertices.size()) + ":";
    for (const Vec3& vertex : surface.vertices) {
        key.append(reinterpret_cast<const char*>(vertex.data()), 3 * sizeof(double));
    }
    for (const Triangle& triangle : surface.triangles) {
        key.append(reinterpret_cast<const char*>(triangle.data()), sizeof(Triangle));
    }
    return key;
}

void append_number(std::string& text, std::uint32_t number) {
    text.append(reinterpret_cast<const char*>(&number), sizeof number);
}

}  // namespace

int GltfBuffer::add(const std::vector<float>& numbers, int components, int target) {
    return add_view(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float),
                    numbers.size() / components, components, kFloat, target);
}

int GltfBuffer::add_indices(const std::vector<std::uint32_t>& numbers) {
    return add_view(reinterpret_cast<const char*>(numbers.data()),
                    numbers.size() * sizeof(std::uint32_t), numbers.size(), 1, kUnsignedInt,
                    kElementArrayBuffer);
}

int GltfBuffer::add_view(const char* bytes, std::size_t size, std::size_t elements, int components,
                         int type, int target) {
    GltfJson view{{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", size}};
    if (target != 0) {
        view["target"] = target;
    }
    bytes_.append(bytes, size);
    views_.push_back(view);
    constexpr std::array kTypes{"", "SCALAR", "", "VEC3", "VEC4"};
    accessors_.push_back({{"bufferView", views_.size() - 1},
                          {"componentType", type},
                          {"count", elements},
                          {"type", kTypes[components]}});
    return static_cast<int>(accessors_.size()) - 1;
}

void GltfBuffer::state_range(int accessor, std::span<const float> numbers, int components) {
    std::vector<float> lowest(numbers.begin(), numbers.begin() + components);
    std::vector<float> highest = lowest;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        lowest[i % components] = std::min(lowest[i % components], numbers[i]);
        highest[i % components] = std::max(highest[i % components], numbers[i]);
    }
    accessors_[accessor]["min"] = lowest;
    accessors_[accessor]["max"] = highest;
}

int GltfMeshes::find(GltfBuffer& buffer, const SurfaceMesh& surface, int material) {
    const std::string key = surface_key(surface);
    auto geometry = geometries_.find(key);
    if (geometry == geometries_.end()) {
        geometry = geometries_.emplace(key, add_geometry(buffer, surface)).first;
    }
    const auto [mesh, is_new] = indices_.try_emplace({geometry->second.positions, material},
                                                     static_cast<int>(meshes_.size()));
    if (is_new) {
        meshes_.push_back(
            {{"primitives",
              GltfJson::array({{{"attributes", {{"POSITION", geometry->second.positions}}},
                                {"indices", geometry->second.indices},
                                {"material", material}}})}});
    }
    return mesh->second;
}

int GltfMeshes::add_elastic(GltfBuffer& buffer, SurfaceMesh surface, int material,
                            const std::vector<std::vector<Vec3>>& shapes) {
    surface.vertices = shapes[0];
    const GltfGeometry geometry = add_geometry(buffer, surface);
    GltfJson targets = GltfJson::array();
    for (std::size_t k = 1; k < shapes.size(); ++k) {
        std::vector<float> moves;
        moves.reserve(3 * shapes[k].size());
        for (std::size_t v = 0; v < shapes[k].size(); ++v) {
            for (const double x : Vec3(shapes[k][v] - shapes[0][v])) {
                moves.push_back(static_cast<float>(x));
            }
        }
        const int accessor = buffer.add(moves, 3, kArrayBuffer);
        buffer.state_range(accessor, moves, 3);
        targets.push_back({{"POSITION", accessor}});
    }
    GltfJson mesh{
        {"primitives", GltfJson::array({{{"attributes", {{"POSITION", geometry.positions}}},
                                         {"indices", geometry.indices},
                                         {"material", material}}})}};
    if (!targets.empty()) {
        mesh["weights"] = std::vector<double>(targets.size(), 0.0);
        mesh["primitives"][0]["targets"] = std::move(targets);
    }
    meshes_.push_back(std::move(mesh));
    return static_cast<int>(meshes_.size()) - 1;
}

std::string pack_glb(std::string json, std::string bytes, const std::string& name) {
    json.append((4 - json.size() % 4) % 4, ' ');
    bytes.append((4 - bytes.size() % 4) % 4, '\0');
    const std::size_t size = 12 + 8 + json.size() + 8 + bytes.size();
    if (size > std::numeric_limits<std::uint32_t>::max()) {
        throw FileError(name + ": does not fit into a glTF file of 4 GB; thin it out with --every");
    }
    std::string file;
    file.reserve(size);
    append_number(file, kGlbMagic);
    append_number(file, 2);
    append_number(file, static_cast<std::uint32_t>(size));
    append_number(file, static_cast<std::uint32_t>(json.size()));
    append_number(file, kJsonChunk);
    file += json;
    append_number(file, static_cast<std::uint32_t>(bytes.size()));
    append_number(file, kBinaryChunk);
    return file + bytes;
}

}  // namespace touchstone::reports
