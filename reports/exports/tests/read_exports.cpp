#include "reports/exports/tests/read_exports.h"

#include <cstdint>

#include "methods/testing/catch.h"

namespace touchstone::testing {

tinygltf::Model read_glb(const std::filesystem::path& path) {
    tinygltf::Model model;
    tinygltf::TinyGLTF reader;
    std::string errors;
    std::string warnings;
    const bool good = reader.LoadBinaryFromFile(&model, &errors, &warnings, path.string());
    CHECK(errors == "");
    CHECK(warnings == "");
    REQUIRE(good);
    return model;
}

void load(tinyxml2::XMLDocument& document, const std::filesystem::path& path) {
    CAPTURE(path.string());
    REQUIRE(document.LoadFile(path.c_str()) == tinyxml2::XML_SUCCESS);
    REQUIRE(document.RootElement()->Name() == std::string("VTKFile"));
}

}  // namespace touchstone::testing
