#include <algorithm>
#include <array>

#include "methods/mesh/files/parsers.h"
#include "methods/mesh/files/polygons.h"

namespace touchstone {

namespace {

/// A section that is read over: how many words each of its rows has.
struct Skipped {
    std::string_view name;
    int words = 0;
};
constexpr std::array<Skipped, 15> kSkipped{{{"Corners", 1},
                                            {"Edges", 3},
                                            {"NormalAtTriangleVertices", 3},
                                            {"NormalAtVertices", 2},
                                            {"Normals", 3},
                                            {"RequiredEdges", 1},
                                            {"RequiredTetrahedra", 1},
                                            {"RequiredTriangles", 1},
                                            {"RequiredVertices", 1},
                                            {"Ridges", 1},
                                            {"TangentAtEdges", 3},
                                            {"TangentAtVertices", 2},
                                            {"Tangents", 3},
                                            {"VertexOnGeometricVertex", 2},
                                            {"EdgeOnGeometricEdge", 2}}};

constexpr std::array<std::string_view, 3> kRefusedSections{"Hexahedra", "Prisms", "Pyramids"};

/// `places`: gets the place of each row.
template <std::size_t N>
void read_elements(WordReader& reader, const char* kind, std::vector<std::array<int, N>>& rows,
                   std::vector<SourcePlace>* places = nullptr) {
    if (!rows.empty()) {
        reader.fail("this section stands in the file for the second time: join the two");
    }
    const int count = reader.count({kind}, 2 * N + 2);  // "1 2 3 0\n"
    rows.reserve(count);
    for (int i = 0; i < count; ++i) {
        const Element element{kind, i};
        std::array<int, N> corners{};
        for (int& corner : corners) {
            corner = vertex_index(reader.integer(element), 1);
        }
        reader.integer(element);  // its label
        if (places != nullptr) {
            places->push_back(reader.place());
        }
        rows.push_back(corners);
    }
}

void read_vertices(WordReader& reader, MeshFile& mesh) {
    if (!mesh.vertices.empty()) {
        reader.fail("the section Vertices stands in the file for the second time: join the two");
    }
    const int count = reader.count({"the vertices"}, 8);  // "0 0 0 0\n"
    mesh.vertices.reserve(count);
    for (int v = 0; v < count; ++v) {
        const Element vertex{"vertex", v};
        mesh.vertices.push_back(reader.point(vertex));
        reader.integer(vertex);  // its label
    }
}

void skip_section(WordReader& reader, std::string_view name) {
    const std::string kind = "a row of " + std::string(name);
    const auto* const skipped = std::find_if(kSkipped.begin(), kSkipped.end(),
                                             [&](const Skipped& s) { return s.name == name; });
    if (skipped != kSkipped.end()) {
        const std::int64_t rows = reader.count({kind.c_str()}, 2 * skipped->words);
        reader.skip_words(rows * skipped->words, {kind.c_str()});
        return;
    }
    const bool refused =
        std::find(kRefusedSections.begin(), kRefusedSections.end(), name) != kRefusedSections.end();
    if (!refused) {
        reader.fail("the section " + in_quotes(name) + " is not supported: remove it");
    }
    if (reader.integer({kind.c_str()}) != 0) {
        reader.fail("the mesh has " + std::string(name) +
                    ", which are not supported: split them into tetrahedra or triangles");
    }
}

void read_medit_header(WordReader& reader) {
    reader.keyword("MeshVersionFormatted");
    const std::int64_t version = reader.integer({"the version"});
    if (version < 1 || version > 4) {
        reader.fail("version " + std::to_string(version) + " is not supported: save as 1 to 4");
    }
    reader.keyword("Dimension");
    const std::int64_t dimension = reader.integer({"the dimension"});
    if (dimension != 3) {
        reader.fail("dimension " + std::to_string(dimension) + " is not supported: only 3 is");
    }
}

}  // namespace

MeshFile parse_medit(const MeshSource& source) {
    WordReader reader(source, '#');
    MeshFile mesh;
    mesh.format = "Medit";
    read_medit_header(reader);
    std::vector<std::array<int, 4>> quadrilaterals;
    std::vector<SourcePlace> places;
    // Many programs leave the last section out.
    while (!reader.at_end()) {
        const std::string_view name = reader.word({"a section"});
        if (name == "End") {
            break;
        }
        if (name == "Vertices") {
            read_vertices(reader, mesh);
        } else if (name == "Triangles") {
            read_elements(reader, "face", mesh.faces);
        } else if (name == "Tetrahedra") {
            read_elements(reader, "tet", mesh.tets);
        } else if (name == "Quadrilaterals") {
            read_elements(reader, "quadrilateral", quadrilaterals, &places);
        } else {
            skip_section(reader, name);
        }
    }
    if (mesh.vertices.empty()) {
        reader.fail("the file has no Vertices: it is cut short");
    }
    Polygons polygons;
    for (std::size_t i = 0; i < quadrilaterals.size(); ++i) {
        polygons.corners.insert(polygons.corners.end(), quadrilaterals[i].begin(),
                                quadrilaterals[i].end());
        polygons.close_face(places[i]);
    }
    add_polygons(reader, polygons, mesh);
    return mesh;
}

}  // namespace touchstone
