#include "testcases/files/inner_path.h"

#include <algorithm>
#include <string>
#include <system_error>

#include "methods/base/error.h"
#include "methods/base/lower_case.h"
#include "methods/base/printable.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

/// Returns true when `path` is `folder` or lies beneath it; both free of links.
bool is_inside(const fs::path& path, const fs::path& folder) {
    const auto [end_of_folder, rest] =
        std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return end_of_folder == folder.end();
}

}  // namespace

fs::path place_inside(const fs::path& root, const fs::path& folder, const fs::path& file,
                      std::string_view what) {
    const auto canonical = [](const fs::path& path) {
        std::error_code error;
        fs::path result = fs::canonical(path.empty() ? fs::path(".") : path, error);
        if (error) {
            throw FileError("the folder " + printable(path.string()) +
                            " cannot be read: " + error.message());
        }
        return result;
    };
    std::error_code error;
    fs::path place = fs::weakly_canonical(canonical(folder) / file, error);
    const std::string name = std::string(what) + " " + printable(file.string());
    if (error) {
        throw FileError(name + " cannot be read: " + error.message());
    }
    const fs::path allowed = canonical(root);
    if (!is_inside(place, allowed)) {
        throw FileError(name + " leads out of the folder " + printable(allowed.string()) +
                        ", beneath which files may be named; copy the file into it");
    }
    return place;
}

fs::path mesh_place_inside(const fs::path& root, const fs::path& folder, const fs::path& file) {
    constexpr std::string_view kWhat = "the mesh file";
    fs::path place = place_inside(root, folder, file, kWhat);
    const std::string ending = lower_case(file.extension().string());
    if (ending == ".node" || ending == ".ele") {
        const fs::path other =
            fs::path(file).replace_extension(ending == ".node" ? ".ele" : ".node");
        if (place_inside(root, folder, other, kWhat) !=
            fs::path(place).replace_filename(other.filename())) {
            throw FileError("the mesh file " + printable(other.string()) +
                            " is a link; put both files beside each other");
        }
    }
    return place;
}

}  // namespace touchstone
