#include <array>

#include "methods/mesh/files/parsers.h"

namespace touchstone {

namespace {

/// True when vertices carry more than their coordinates.
bool read_off_header(WordReader& reader) {
    const std::string_view header = reader.word({"the header"});
    const bool plain = header == "OFF";
    if (!plain && header != "COFF" && header != "NOFF" && header != "CNOFF") {
        reader.fail(in_quotes(header) +
                    " is no header that is supported: save as OFF, COFF, NOFF or CNOFF");
    }
    if (equal_ignoring_case(reader.peek(), "BINARY")) {
        reader.fail("binary OFF is not supported: save it as text");
    }
    return !plain;
}

std::array<int, 3> read_face(WordReader& reader, const Element& face) {
    const std::int64_t corner_count = reader.integer(face);
    if (corner_count != 3) {
        reader.fail(face, "has " + std::to_string(corner_count) +
                              " corners instead of three: triangulate the mesh before saving it");
    }
    std::array<int, 3> corners{};
    for (int& corner : corners) {
        if (reader.at_line_end()) {
            reader.fail(face, "its line ends before its third corner: add the missing ones");
        }
        corner = vertex_index(reader.integer(face), 0);
    }
    reader.skip_line();  // a colour may follow
    return corners;
}

}  // namespace

MeshFile parse_off(const MeshSource& source) {
    WordReader reader(source, '#');
    MeshFile mesh;
    mesh.format = "OFF";
    const bool has_more = read_off_header(reader);
    const int vertex_count = reader.count({"the vertices"}, 6);  // "0 0 0\n"
    const int face_count = reader.count({"the faces"}, 8);       // "3 0 1 2\n"
    if (!reader.at_line_end()) {
        reader.integer({"the number of edges"});
    }
    reader.end_line({"the line of counts"});
    mesh.vertices.reserve(vertex_count);
    for (int v = 0; v < vertex_count; ++v) {
        const Element vertex{"vertex", v};
        mesh.vertices.push_back(reader.point(vertex));
        if (has_more) {
            reader.skip_line();
        } else {
            reader.end_line(vertex);
        }
    }
    mesh.faces.reserve(face_count);
    for (int f = 0; f < face_count; ++f) {
        mesh.faces.push_back(read_face(reader, {"face", f}));
    }
    if (!reader.at_end()) {
        reader.word({"the end"});
        reader.fail("the file goes on behind its last face: correct the counts in its header");
    }
    return mesh;
}

}  // namespace touchstone
