#include "methods/mesh/files/mesh_file.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <span>
#include <string>
#include <system_error>

#include "methods/base/error.h"
#include "methods/base/files/file_descriptor.h"
#include "methods/mesh/files/bent_mesh.h"
#include "methods/mesh/files/parsers.h"

namespace touchstone {

namespace {

namespace fs = std::filesystem;

// More than any mesh of int indices takes in practice, and what a common machine can hold.
constexpr std::uintmax_t kLargestFile = std::uintmax_t{4} << 30;  // [bytes]
constexpr std::uintmax_t kPortion = std::uintmax_t{16}
                                    << 20;  // portion that is read at once [bytes]

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

std::string read_bytes(const fs::path& path, const ReadingWatch& watch) {
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
    for (std::uintmax_t at = 0; at < size; at += kPortion) {
        // Nothing is known yet, so each portion is told as the beginning.
        ReadingWatch(watch).look(0, size);
        const std::uintmax_t count = std::min(kPortion, size - at);
        stream.read(bytes.data() + at, static_cast<std::streamsize>(count));
        if (!stream) {
            refuse(errno != 0 ? system_reason(errno) : "it became shorter meanwhile");
        }
    }
    return bytes;
}

MeshFile read_tetgen(const fs::path& path, const ReadingWatch& watch) {
    const fs::path node = fs::path(path).replace_extension(".node");
    const fs::path ele = fs::path(path).replace_extension(".ele");
    const std::string node_bytes = read_bytes(node, watch);
    const std::string ele_bytes = read_bytes(ele, watch);
    const double share = static_cast<double>(node_bytes.size()) /
                         static_cast<double>(1 + node_bytes.size() + ele_bytes.size());
    return parse_tetgen({node.string(), node_bytes, watch.part(0.0, share)},
                        {ele.string(), ele_bytes, watch.part(share, 1.0)});
}

MeshFile read_format(const fs::path& path, const ReadingWatch& watch, BentPolygons* bent) {
    if (path.empty()) {
        throw FileError("the name of the mesh file is empty; name one");
    }
    const std::string ending = path.extension().string();
    if (equal_ignoring_case(ending, ".node") || equal_ignoring_case(ending, ".ele")) {
        return read_tetgen(path, watch);
    }
    const auto* const format = std::find_if(
        kFormats.begin(), kFormats.end(),
        [&](const Format& known) { return equal_ignoring_case(known.ending, ending); });
    if (format == kFormats.end()) {
        throw FileError(path.string() + ": meshes that end in " + in_quotes(ending) +
                        " are not supported; known: " + kKnownEndings);
    }
    const std::string bytes = read_bytes(path, watch);
    return format->parse({path.string(), bytes, watch, bent});
}

MeshFile read_watched(const fs::path& path, const MeshProgress& progress, BentPolygons* bent) {
    try {
        MeshFile mesh = read_format(path, ReadingWatch(progress), bent);
        if (!mesh.tets.empty()) {
            mesh.faces.clear();
        }
        return mesh;
    } catch (const ReadingStopped&) {
        return {};
    }
}

}  // namespace

MeshFile read_mesh(const std::filesystem::path& path, const MeshProgress& progress) {
    return read_watched(path, progress, nullptr);
}

BentMesh read_bent_mesh(const std::filesystem::path& path, const MeshProgress& progress) {
    BentMesh result;
    result.mesh = read_watched(path, progress, &result.bent);
    return result;
}

}  // namespace touchstone
