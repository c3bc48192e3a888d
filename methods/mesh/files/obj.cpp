#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "methods/mesh/files/parsers.h"
#include "methods/mesh/files/polygons.h"

namespace touchstone {

namespace {

// Says how things look or are grouped, or is neither a vertex nor a face.
constexpr std::array<std::string_view, 18> kIgnoredKeys{
    "bevel", "c_interp", "d_interp", "g",          "l",         "lod",    "maplib", "mg", "mtllib",
    "o",     "p",        "s",        "shadow_obj", "trace_obj", "usemap", "usemtl", "vn", "vt"};

void read_vertex(WordReader& reader, MeshFile& mesh) {
    const Element vertex{"vertex", std::ssize(mesh.vertices)};
    mesh.vertices.push_back(reader.point(vertex));
    if (reader.at_line_end()) {
        return;
    }
    // One more number is a weight, three are a colour.
    const double weight = reader.number(vertex);
    if (reader.at_line_end() && weight != 1.0) {
        reader.fail(vertex, "a weight other than 1 is not supported: divide the coordinates by it");
    }
    while (!reader.at_line_end()) {
        reader.number(vertex);
    }
}

/// Returns the vertex of "7", "7/1", "7//3", "7/1/3" or, counted back from the last one, "-2/…".
int read_corner(WordReader& reader, const Element& face, int vertex_count) {
    const std::string_view text = reader.word(face);
    const char* const end = text.data() + text.size();
    std::int64_t stated = 0;
    const auto [rest, error] = std::from_chars(text.data(), end, stated);
    const bool is_number = error == std::errc() || error == std::errc::result_out_of_range;
    const bool is_corner =
        is_number && (rest == end || *rest == '/') && std::all_of(rest, end, [](char c) {
            return c == '/' || c == '-' || (c >= '0' && c <= '9');
        });
    if (!is_corner) {
        reader.fail(face, in_quotes(text) + " is no corner such as 7, 7/1 or 7//3: correct it");
    }
    return stated < 0 ? vertex_index(stated, -vertex_count) : vertex_index(stated, 1);
}

void read_face(WordReader& reader, int vertex_count, Polygons& polygons) {
    const Element face{"face", std::ssize(polygons.ends)};
    int corners = 0;
    for (; !reader.at_line_end(); ++corners) {
        polygons.corners.push_back(read_corner(reader, face, vertex_count));
    }
    if (corners < 3) {
        reader.fail(face, "has fewer than three corners: remove it or add the missing ones");
    }
    polygons.close_face(reader.place());
}

}  // namespace

MeshFile parse_obj(const MeshSource& source) {
    WordReader reader(source, '#');
    reader.join_lines_at('\\');
    MeshFile mesh;
    Polygons polygons;
    mesh.format = "OBJ";
    while (!reader.at_end()) {
        const std::string_view key = reader.word({"line"});
        if (key == "v") {
            read_vertex(reader, mesh);
        } else if (key == "f") {
            read_face(reader, static_cast<int>(std::ssize(mesh.vertices)), polygons);
        } else if (std::find(kIgnoredKeys.begin(), kIgnoredKeys.end(), key) == kIgnoredKeys.end()) {
            reader.fail(in_quotes(key) +
                        " is not supported: save the mesh as vertices and triangles");
        }
        reader.skip_line();
    }
    add_polygons(reader, polygons, mesh);
    return mesh;
}

}  // namespace touchstone
