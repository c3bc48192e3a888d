#include <algorithm>

#include "methods/base/error.h"
#include "methods/mesh/files/mesh_file.h"
#include "testcases/files/inner_path.h"
#include "testcases/files/scene_file.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

void check_relative(const fs::path& file) {
    if (file.empty() || file.is_absolute() || file.has_root_path() ||
        std::ranges::find(file, fs::path("..")) != file.end()) {
        throw FileError("the mesh file '" + file.string() +
                        "' must be named by a path below the scene's folder, without \"..\"");
    }
}

}  // namespace

LoadSceneMesh meshes_in(const std::filesystem::path& folder) {
    return [folder](const std::string& name) {
        const fs::path file(name);
        check_relative(file);
        return load_mesh(read_mesh(mesh_place_inside(folder, folder, file)), file);
    };
}

}  // namespace touchstone
