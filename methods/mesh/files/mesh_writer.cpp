#include "methods/mesh/files/mesh_writer.h"

#include <cstdint>

#include "methods/base/error.h"
#include "methods/base/number_text.h"
#include "methods/mesh/files/word_reader.h"

namespace touchstone {

namespace {

enum class Ending { Off, Obj, Medit, Unknown };

Ending ending_of(const std::filesystem::path& path) {
    const std::string text = path.extension().string();
    return equal_ignoring_case(text, ".off")    ? Ending::Off
           : equal_ignoring_case(text, ".obj")  ? Ending::Obj
           : equal_ignoring_case(text, ".mesh") ? Ending::Medit
                                                : Ending::Unknown;
}

void append_number(std::string& text, double number) { text += shortest(number); }
void append_number(std::string& text, std::int64_t number) { text += std::to_string(number); }

/// Returns an index counted from `base`, in more bits than an index has: one that is out of range
/// may be the largest.
std::int64_t counted_from(int index, int base) { return std::int64_t{index} + base; }

/// Returns a coordinate as it is: adding 0 would turn -0 into 0.
double counted_from(double coordinate, int) { return coordinate; }

/// Appends each row led by `lead` and closed by `tail`; indices counted from `base`.
template <typename Row>
void append_rows(std::string& text, const std::vector<Row>& rows, const char* lead,
                 const char* tail, int base = 0) {
    for (const Row& row : rows) {
        text += lead;
        bool first = true;
        for (const auto& number : row) {
            if (!first) {
                text += ' ';
            }
            first = false;
            append_number(text, counted_from(number, base));
        }
        text += tail;
    }
}

std::string off_text(const MeshFile& mesh) {
    std::string text = "OFF\n" + std::to_string(mesh.vertices.size()) + " " +
                       std::to_string(mesh.faces.size()) + " 0\n";
    append_rows(text, mesh.vertices, "", "\n");
    append_rows(text, mesh.faces, "3 ", "\n");
    return text;
}

std::string obj_text(const MeshFile& mesh) {
    std::string text;
    append_rows(text, mesh.vertices, "v ", "\n");
    append_rows(text, mesh.faces, "f ", "\n", 1);
    return text;
}

std::string medit_text(const MeshFile& mesh) {
    std::string text = "MeshVersionFormatted 2\nDimension 3\nVertices\n" +
                       std::to_string(mesh.vertices.size()) + "\n";
    append_rows(text, mesh.vertices, "", " 0\n");
    if (mesh.tets.empty()) {
        text += "Triangles\n" + std::to_string(mesh.faces.size()) + "\n";
        append_rows(text, mesh.faces, "", " 0\n", 1);
    } else {
        text += "Tetrahedra\n" + std::to_string(mesh.tets.size()) + "\n";
        append_rows(text, mesh.tets, "", " 0\n", 1);
    }
    return text + "End\n";
}

}  // namespace

void check_mesh_ending(const std::filesystem::path& path, bool has_tets) {
    const Ending ending = ending_of(path);
    if (ending == Ending::Unknown) {
        throw UsageError(path.string() + ": meshes are written as .off, .obj or .mesh");
    }
    if (has_tets && ending != Ending::Medit) {
        throw UsageError(path.string() + ": a mesh of tets is written as .mesh");
    }
}

std::string mesh_format(const std::filesystem::path& path) {
    const Ending ending = ending_of(path);
    return ending == Ending::Off ? "OFF" : ending == Ending::Obj ? "OBJ" : "Medit";
}

std::string mesh_text(const MeshFile& mesh, const std::filesystem::path& path) {
    check_mesh_ending(path, !mesh.tets.empty());
    switch (ending_of(path)) {
        case Ending::Off:
            return off_text(mesh);
        case Ending::Obj:
            return obj_text(mesh);
        default:
            return medit_text(mesh);
    }
}

}  // namespace touchstone
