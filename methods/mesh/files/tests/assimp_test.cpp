#include <assimp/cimport.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <sstream>
#include <string>

#include "methods/mesh/files/mesh_writer.h"
#include "methods/mesh/files/parsers.h"
#include "methods/mesh/files/tests/mesh_format_examples.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/mesh_examples.h"

// A second opinion on our readers: Assimp, which keeps coordinates in single precision.

namespace touchstone {

namespace {

using Corner = std::array<float, 3>;

/// The corners of all faces, face by face.
std::vector<Corner> corners_of(const MeshFile& mesh) {
    std::vector<Corner> corners;
    for (const auto& face : mesh.faces) {
        for (const int v : face) {
            const Eigen::Vector3f point = mesh.vertices[v].cast<float>();
            corners.push_back({point.x(), point.y(), point.z()});
        }
    }
    return corners;
}

/// Assimp does not round the last digits of text to the nearest float.
void check_same(const std::vector<Corner>& found, const std::vector<Corner>& expected) {
    REQUIRE(found.size() == expected.size());
    float farthest = 0.0F;
    for (std::size_t i = 0; i < found.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            farthest = std::max(farthest, std::abs(found[i][axis] - expected[i][axis]));
        }
    }
    CHECK(farthest < 1e-6F);  // coordinates are below 4
}

std::vector<Corner> read_by_assimp(const std::string& bytes, const char* ending) {
    const std::unique_ptr<const aiScene, decltype(&aiReleaseImport)> scene(
        aiImportFileFromMemory(bytes.data(), static_cast<unsigned>(bytes.size()), 0, ending),
        &aiReleaseImport);
    std::vector<Corner> corners;
    if (scene == nullptr) {
        FAIL_CHECK(aiGetErrorString());
        return corners;
    }
    for (const aiMesh* mesh : std::span(scene->mMeshes, scene->mNumMeshes)) {
        for (const aiFace& face : std::span(mesh->mFaces, mesh->mNumFaces)) {
            for (const unsigned v : std::span(face.mIndices, face.mNumIndices)) {
                const aiVector3D& point = mesh->mVertices[v];
                corners.push_back({point.x, point.y, point.z});
            }
        }
    }
    return corners;
}

std::string stl_text(const MeshFile& mesh) {
    std::ostringstream text;
    text.precision(17);
    text << "solid sphere\n";
    for (const auto& face : mesh.faces) {
        text << "facet normal 0 0 0\nouter loop\n";
        for (const int v : face) {
            text << "vertex " << mesh.vertices[v].transpose() << '\n';
        }
        text << "endloop\nendfacet\n";
    }
    text << "endsolid sphere\n";
    return text.str();
}

std::string ply_text(const MeshFile& mesh) {
    std::ostringstream text;
    text.precision(17);
    text << "ply\nformat ascii 1.0\nelement vertex " << mesh.vertices.size()
         << "\nproperty double x\nproperty double y\nproperty double z\nelement face "
         << mesh.faces.size() << "\nproperty list uchar int vertex_indices\nend_header\n";
    for (const Vec3& vertex : mesh.vertices) {
        text << vertex.transpose() << '\n';
    }
    for (const auto& [i, j, k] : mesh.faces) {
        text << "3 " << i << ' ' << j << ' ' << k << '\n';
    }
    return text.str();
}

}  // namespace

TEST_CASE("Assimp reads the same faces as our readers", "[mesh]") {
    const SurfaceMesh sphere = testing::moved(testing::awkward_pose(), make_sphere(1.0, 2));
    const MeshFile mesh{"test", sphere.vertices, sphere.triangles, {}};
    const std::vector<Corner> expected = corners_of(mesh);

    const std::string obj = mesh_text(mesh, "a.obj");
    CHECK(corners_of(parse_obj({"a.obj", obj})) == expected);
    check_same(read_by_assimp(obj, "obj"), expected);
    const std::string off = mesh_text(mesh, "a.off");
    CHECK(corners_of(parse_off({"a.off", off})) == expected);
    check_same(read_by_assimp(off, "off"), expected);
    const std::string stl = stl_text(mesh);
    CHECK(corners_of(parse_stl({"a.stl", stl})) == expected);
    check_same(read_by_assimp(stl, "stl"), expected);
    const std::string ply = ply_text(mesh);
    CHECK(corners_of(parse_ply({"a.ply", ply})) == expected);
    check_same(read_by_assimp(ply, "ply"), expected);
}

TEST_CASE("Assimp reads the same faces from binary files", "[mesh]") {
    for (const testing::FormatExample& example : testing::all_format_examples()) {
        const bool is_stl = example.name == "STL, binary";
        if (is_stl || example.name == "PLY, little" || example.name == "PLY, big") {
            CAPTURE(example.name);
            check_same(read_by_assimp(example.bytes, is_stl ? "stl" : "ply"),
                       corners_of(example.parse(example.bytes)));
        }
    }
}

}  // namespace touchstone
