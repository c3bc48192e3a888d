#include "methods/mesh/files/parsers.h"

namespace touchstone {

namespace {

/// Reads the number of a row, which must be one more than that of the row before.
void read_number(WordReader& reader, const Element& element, std::int64_t expected) {
    const std::int64_t number = reader.integer(element);
    if (number != expected) {
        reader.fail(element, "has the number " + std::to_string(number) + " instead of " +
                                 std::to_string(expected) + ": number the rows without gaps");
    }
}

/// Reads the number from which the file counts.
std::int64_t read_base(WordReader& reader, const char* kind) {
    WordReader ahead = reader;
    const std::int64_t base = ahead.at_end() ? 0 : ahead.integer({kind, 0});
    if (base != 0 && base != 1) {
        ahead.fail(Element{kind, 0},
                   "has the number " + std::to_string(base) + ": the first one must be 0 or 1");
    }
    return base;
}

std::int64_t read_nodes(const MeshSource& source, MeshFile& mesh) {
    WordReader reader(source, '#');
    const int count = reader.count({"the vertices"}, 8);  // "0 0 0 0\n"
    const std::int64_t dimension = reader.integer({"the dimension"});
    if (dimension != 3) {
        reader.fail("dimension " + std::to_string(dimension) + " is not supported: only 3 is");
    }
    reader.skip_line();  // numbers of attributes and markers that end each row
    const std::int64_t base = read_base(reader, "vertex");
    mesh.vertices.reserve(count);
    for (int v = 0; v < count; ++v) {
        const Element vertex{"vertex", v};
        read_number(reader, vertex, v + base);
        mesh.vertices.push_back(reader.point(vertex));
        reader.skip_line();
    }
    if (!reader.at_end()) {
        reader.word({"the end"});
        reader.fail("the file goes on behind its last vertex: correct the count on its first line");
    }
    return base;
}

}  // namespace

MeshFile parse_tetgen(const MeshSource& node, const MeshSource& ele) {
    MeshFile mesh;
    mesh.format = "TetGen";
    const std::int64_t base = read_nodes(node, mesh);
    WordReader reader(ele, '#');
    const int count = reader.count({"the tets"}, 10);  // "0 0 1 2 3\n"
    const std::int64_t corner_count = reader.integer({"the number of corners"});
    if (corner_count != 4) {
        reader.fail("tets of " + std::to_string(corner_count) +
                    " nodes are not supported: save straight tets of 4 corners");
    }
    reader.skip_line();
    const std::int64_t first = read_base(reader, "tet");
    mesh.tets.reserve(count);
    for (int t = 0; t < count; ++t) {
        const Element tet{"tet", t};
        read_number(reader, tet, t + first);
        std::array<int, 4> corners{};
        for (int& corner : corners) {
            corner = vertex_index(reader.integer(tet), base);
        }
        mesh.tets.push_back(corners);
        reader.skip_line();
    }
    if (!reader.at_end()) {
        reader.word({"the end"});
        reader.fail("the file goes on behind its last tet: correct the count on its first line");
    }
    return mesh;
}

}  // namespace touchstone
