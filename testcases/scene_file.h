#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "testcases/test_case.h"

// Scene files, version "touchstone-scene-1": one JSON object that holds a TestCase. Shapes are
// inline. Not read yet, and refused by name: `mesh` shapes, `reference`, `solver`, `sweep`,
// `variants`, `simulate`. The format as a JSON Schema:
// testcases/schema/touchstone-scene-1.schema.json.

namespace touchstone {

/// Reads a scene. Strict: whatever the format does not know is an error, and so is every shape
/// whose surface is not closed. Throws FileError: "FILE:LINE: /json/pointer: expected this, found
/// that". Orientations and expected normals are normalised, unless they have unit length to within
/// rounding.
TestCase read_scene(const std::filesystem::path& path);

/// The same from text; `file_name` is for messages.
TestCase parse_scene(std::string_view text, std::string_view file_name);

/// The scene as a file's text: parse_scene gives back the same test case, bit for bit. The same
/// test case gives the same text. Throws FileError that names what the format cannot hold: no or
/// doubled names, lengths that are not positive, numbers that are not finite, directions that are
/// not unit vectors, text of several lines or that is not UTF-8, and whatever else parse_scene
/// refuses.
std::string write_scene(const TestCase& test_case);

}  // namespace touchstone
