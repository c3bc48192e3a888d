#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "methods/mesh/health/load_mesh.h"
#include "testcases/scenes/shape_surfaces.h"
#include "testcases/scenes/test_case.h"

// Scene files, version "touchstone-scene-1": one JSON object that holds a TestCase. The keys are
// explained in docs/formats/scenes.md. The format as a JSON Schema:
// testcases/schema/touchstone-scene-1.schema.json.

namespace touchstone {

/// A function that returns the mesh that a scene calls `file`, or throws a type of
/// methods/base/error.h.
using LoadSceneMesh = std::function<LoadedMesh(const std::string& file)>;

/// Returns a loader of meshes from a folder and the folders in it. It refuses absolute paths, "..",
/// and links that lead out of the folder. The mesh is inspected: errors are thrown, its warnings go
/// with it.
LoadSceneMesh meshes_in(const std::filesystem::path& folder);

/// Reads a scene; its meshes are those in its folder. Strict: whatever the format does not know is
/// an error, and so is every shape whose surface is not closed. Throws FileError: "FILE:LINE:
/// /json/pointer: expected this, found that". Orientations and expected normals are normalised,
/// unless they have unit length to within rounding. `surfaces`: where surfaces are made as a check,
/// and stay for others; null: nowhere.
TestCase read_scene(const std::filesystem::path& path, ShapeSurfaces* surfaces = nullptr);

/// Reads a scene from text; `file_name` is for messages. Without `load_mesh`, `mesh` shapes are
/// refused.
TestCase parse_scene(std::string_view text, std::string_view file_name,
                     const LoadSceneMesh& load_mesh = {}, ShapeSurfaces* surfaces = nullptr);

/// Writes a scene as text: parse_scene, given the meshes that the shapes hold, returns the same
/// test case, bit for bit. The same test case gives the same text. Throws FileError that names
/// what the format cannot hold: no or doubled names, lengths that are not positive, numbers that
/// are not finite, directions that are not unit vectors, text of several lines or that is not
/// UTF-8, and whatever else parse_scene refuses.
std::string write_scene(const TestCase& test_case);

/// A scene as text, and the test case that parse_scene returns for it.
struct WrittenScene {
    std::string text;
    TestCase parsed;
};
/// Does what write_scene does, which parses what it has written, and keeps that.
WrittenScene write_checked_scene(const TestCase& test_case);

/// Puts the surfaces of mesh files into the case as `triangles`, so that its text stands alone.
/// Throws FileError for a body of tets, which no text can hold.
TestCase with_inline_meshes(const TestCase& test_case);

}  // namespace touchstone
