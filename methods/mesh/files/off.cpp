#include "methods/mesh/files/parsers.h"
#include "methods/mesh/files/polygons.h"

namespace touchstone {

namespace {

/// Returns true when vertices carry more than their coordinates.
bool read_off_header(WordReader& reader) {
    // The format leaves the word out at will: then the counts come first.
    const std::string_view first = reader.peek();
    if (!first.empty() && first.find_first_not_of("0123456789") == std::string_view::npos) {
        return false;
    }
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

void read_face(WordReader& reader, const Element& face, Polygons& polygons) {
    const int corner_count = reader.count(face, 2);
    for (int i = 0; i < corner_count; ++i) {
        if (reader.at_line_end()) {
            reader.fail(face, "its line ends before its " + std::to_string(corner_count) +
                                  " corners: add the missing ones");
        }
        polygons.corners.push_back(vertex_index(reader.integer(face), 0));
    }
    polygons.close_face(reader.place());
    reader.skip_line();  // a colour may follow
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
    Polygons polygons;
    for (int f = 0; f < face_count; ++f) {
        read_face(reader, {"face", f}, polygons);
    }
    add_polygons(reader, polygons, mesh);
    if (!reader.at_end()) {
        reader.word({"the end"});
        reader.fail("the file goes on behind its last face: correct the counts in its header");
    }
    return mesh;
}

}  // namespace touchstone
