#include <algorithm>
#include <cctype>
#include <system_error>

#include "methods/base/error.h"
#include "methods/mesh/files/mesh_file.h"
#include "testcases/files/scene_file.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

/// Returns true when `path` is `folder` or lies in it; both free of links.
bool is_inside(const fs::path& path, const fs::path& folder) {
    const auto [end_of_folder, rest] =
        std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return end_of_folder == folder.end();
}

/// Returns the place of a file without links. Throws FileError when it is outside the folder.
fs::path place_inside(const fs::path& folder, const fs::path& file) {
    std::error_code error;
    const fs::path root = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
    if (error) {
        throw FileError("the folder " + folder.string() + " cannot be read: " + error.message());
    }
    fs::path place = fs::weakly_canonical(root / file, error);
    if (error) {
        throw FileError("the mesh file " + file.string() + " cannot be read: " + error.message());
    }
    if (!is_inside(place, root)) {
        throw FileError("the mesh file " + file.string() +
                        " is a link out of the scene's folder; copy the file into it");
    }
    return place;
}

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
        const fs::path place = place_inside(folder, file);
        std::string ending = file.extension().string();
        std::ranges::transform(ending, ending.begin(),
                               [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        if (ending == ".node" || ending == ".ele") {
            // The reader takes the other file beside the one that is named.
            const fs::path other =
                fs::path(file).replace_extension(ending == ".node" ? ".ele" : ".node");
            if (place_inside(folder, other) != fs::path(place).replace_filename(other.filename())) {
                throw FileError("the mesh file " + other.string() +
                                " is a link; put both files beside the scene");
            }
        }
        return load_mesh(read_mesh(place), file);
    };
}

}  // namespace touchstone
