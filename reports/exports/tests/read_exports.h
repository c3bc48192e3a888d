#pragma once

#include <tiny_gltf.h>
#include <tinyxml2.h>

#include <filesystem>

namespace touchstone::testing {

/// Reads a binary glTF file, and checks that its reader has nothing to say.
tinygltf::Model read_glb(const std::filesystem::path& path);

/// Loads a file of VTK's XML, and checks that it is one.
void load(tinyxml2::XMLDocument& document, const std::filesystem::path& path);

}  // namespace touchstone::testing
