#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "methods/mesh/files/mesh_file.h"
#include "testcases/scenes/test_case.h"

// Scene scripts, the text files in which the program of Li et al. [2020] keeps its scenes: a word
// and its values a line. docs/formats/scripts.md lists the words.

namespace touchstone {

/// Returns true for the name of a scene script, which ends in ".txt".
bool is_scene_script(std::string_view name);

/// A function that returns the mesh that a script calls `file`, or throws FileError.
using LoadScriptMesh = std::function<MeshFile(const std::string& file)>;

/// Reads a script, or the one that a script names as its only line. Meshes are looked for by their
/// path, from the script's folder up to the nearest folder around it that is called "input", if
/// there is one, with and without the "input/" that they begin with. What lies outside of that
/// folder, or else of the script's own, is refused: paths from the root, "..", and links.
/// Strict: a word that is not known is an error, and so is what the barrier solver cannot do.
/// Throws FileError: "FILE:LINE: what, remedy". The case's steps are those of the script's time.
TestCase read_scene_script(const std::filesystem::path& path);

/// Returns the files that a script is read from: itself or the one that it names, and its meshes.
/// Without those that are not found, which read_scene_script refuses.
std::vector<std::filesystem::path> script_inputs(const std::filesystem::path& path);

/// Reads a script from text; `file_name` is for messages and names the case.
TestCase parse_scene_script(std::string_view text, std::string_view file_name,
                            const LoadScriptMesh& load);

}  // namespace touchstone
