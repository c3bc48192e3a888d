#include "methods/mesh/mesh_file.h"

#include <cerrno>
#include <fstream>
#include <span>
#include <string>
#include <system_error>

#include "methods/base/error.h"
#include "methods/base/file_descriptor.h"
#include "methods/mesh/formats/parsers.h"

namespace touchstone {

namespace {

namespace fs = std::filesystem;

// More than any mesh of int indices takes in practice, and what a common machine can hold.
constexpr std::uintmax_t kLargestFile = std::uintmax_t{4} << 30;  // [bytes]

struct Format {
    std::string_view ending;
    MeshFile (*parse)(const MeshSource& source) = nullptr;
};
constexpr std::array<Format, 8> kFormats{{{".mesh", &parse_medit},
                                          {".msh", &parse_gmsh},
                                          {".obj", &parse_obj},
                                          {".off", &parse_off},
                                          {".ply", &parse_ply},
                                          {".stl", &parse_stl},
                                          {".vtk", &parse_vtk},
                                          {".vtu", &parse_vtu}}};
constexpr const char* kKnownEndings =
    ".obj, .stl, .ply, .off, .msh, .mesh, .node with .ele, .vtk, .vtu";

std::string read_bytes(const fs::path& path) {
    const auto refuse = [&](const std::string& reason) {
        throw FileError(path.string() + ": cannot be read: " + reason);
    };
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) {
        refuse(error ? error.message() : system_reason(ENOENT));
    }
    if (!fs::is_regular_file(status)) {
        refuse("it is no regular file; name a mesh file");
    }
    const std::uintmax_t size = fs::file_size(path, error);
    if (error || size > kLargestFile) {
        refuse(error ? error.message()
                     : "it has " + std::to_string(size) + " bytes, more than " +
                           std::to_string(kLargestFile) + "; make the mesh coarser");
    }
    std::string bytes(size, '\0');
    std::ifstream stream(path, std::ios::binary);
    stream.read(bytes.data(), static_cast<std::streamsize>(size));
    if (!stream) {
        refuse(errno != 0 ? system_reason(errno) : "it became shorter meanwhile");
    }
    return bytes;
}

MeshFile read_tetgen(const fs::path& path) {
    const fs::path node = fs::path(path).replace_extension(".node");
    const fs::path ele = fs::path(path).replace_extension(".ele");
    const std::string node_bytes = read_bytes(node);
    const std::string ele_bytes = read_bytes(ele);
    return parse_tetgen({node.string(), node_bytes}, {ele.string(), ele_bytes});
}

}  // namespace

MeshFile read_mesh(const std::filesystem::path& path) {
    const std::string ending = path.extension().string();
    MeshFile mesh;
    if (equal_ignoring_case(ending, ".node") || equal_ignoring_case(ending, ".ele")) {
        mesh = read_tetgen(path);
    } else {
        const auto* const format = std::find_if(
            kFormats.begin(), kFormats.end(),
            [&](const Format& known) { return equal_ignoring_case(known.ending, ending); });
        if (format == kFormats.end()) {
            throw FileError(path.string() + ": meshes that end in " + in_quotes(ending) +
                            " are not supported; known: " + kKnownEndings);
        }
        const std::string bytes = read_bytes(path);
        mesh = format->parse({path.string(), bytes});
    }
    if (!mesh.tets.empty()) {
        mesh.faces.clear();
    }
    return mesh;
}

}  // namespace touchstone
