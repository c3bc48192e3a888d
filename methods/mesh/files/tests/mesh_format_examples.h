#pragma once

#include <functional>
#include <string>
#include <vector>

#include "methods/mesh/files/mesh_file.h"

namespace touchstone::testing {

/// One tetrahedron, as its four faces or as one tet, written by hand in one form of one format.
struct FormatExample {
    std::string name;
    std::function<MeshFile(const std::string& bytes)> parse;
    std::string bytes;
    bool has_tets = false;
    bool is_text = true;
};

/// All formats in all their forms. The vertices are (0, 0, 0), (1, 0, 0), (0, 2.5, 0), (0, 0, 1e-3)
/// in this order; the faces 021, 013, 123, 032; the tet 0123.
std::vector<FormatExample> all_format_examples();

}  // namespace touchstone::testing
