#include <bit>
#include <cstdint>

#include "methods/base/error.h"
#include "methods/mesh/equal_places.h"
#include "methods/mesh/files/byte_reader.h"
#include "methods/mesh/files/parsers.h"

namespace touchstone {

namespace {

constexpr std::size_t kHeaderBytes = 80;
constexpr std::size_t kCountBytes = 4;
constexpr std::size_t kFacetBytes = 50;  // normal, three corners, two bytes of attributes

/// The corners of all faces, three by three.
using Corners = std::vector<Vec3>;

/// Gives equal corners the same vertex, in order of first appearance.
void weld(const Corners& corners, MeshFile& mesh) {
    const std::vector<int> first = find_first_equal(corners);
    std::vector<int> vertex_of(corners.size());
    mesh.faces.reserve(corners.size() / 3);
    for (int corner = 0; corner < std::ssize(corners); ++corner) {
        if (first[corner] == corner) {
            vertex_of[corner] = static_cast<int>(std::ssize(mesh.vertices));
            mesh.vertices.push_back(corners[corner]);
        } else {
            vertex_of[corner] = vertex_of[first[corner]];
        }
    }
    for (std::size_t corner = 0; corner + 2 < corners.size(); corner += 3) {
        mesh.faces.push_back({vertex_of[corner], vertex_of[corner + 1], vertex_of[corner + 2]});
    }
}

constexpr std::size_t kFirstFacet = kHeaderBytes + kCountBytes;

std::uint64_t facet_count(std::string_view bytes) {
    return decode<std::uint32_t>(bytes.data() + kHeaderBytes, std::endian::little);
}

/// Returns the bytes that the count of a binary file promises; nothing when there is no count.
std::uint64_t promised_bytes(std::string_view bytes) {
    return bytes.size() < kFirstFacet ? 0 : kFirstFacet + kFacetBytes * facet_count(bytes);
}

/// Returns the number of bytes of attributes after the facet, if its last field is taken for their
/// count.
std::size_t attribute_bytes(std::string_view bytes, std::size_t facet) {
    return decode<std::uint16_t>(bytes.data() + facet + kFacetBytes - 2, std::endian::little);
}

/// Returns true when facets with as many bytes of attributes as each counts fill the file to its
/// end. Most programs leave that count at 0, or keep a colour there, and no bytes follow.
bool has_attributes(std::string_view bytes) {
    std::size_t at = kFirstFacet;
    for (std::uint64_t f = 0; f < facet_count(bytes); ++f) {
        if (at + kFacetBytes > bytes.size()) {
            return false;
        }
        at += kFacetBytes + attribute_bytes(bytes, at);
    }
    return at == bytes.size();
}

/// Reads a binary file, which must hold all its facets.
MeshFile parse_binary(const MeshSource& source, bool with_attributes) {
    MeshFile mesh;
    mesh.format = "STL, binary";
    Corners corners;
    const std::uint64_t facets = facet_count(source.bytes);
    corners.reserve(3 * facets);
    ReadingWatch watch = source.watch;
    std::size_t at = kFirstFacet;
    for (std::uint64_t f = 0; f < facets; ++f) {
        watch.look(at, source.bytes.size());
        for (int i = 0; i < 3; ++i) {
            const char* const bytes = source.bytes.data() + at + 12 * (i + 1);
            const auto coordinate = [&](int axis) {
                return decode<float>(bytes + 4 * axis, std::endian::little);
            };
            corners.emplace_back(coordinate(0), coordinate(1), coordinate(2));
        }
        at += kFacetBytes + (with_attributes ? attribute_bytes(source.bytes, at) : 0);
    }
    const std::size_t left = source.bytes.size() - at;
    if (with_attributes) {
        mesh.format += " with attributes, which are left out";
    } else if (left > 0) {
        mesh.format += ", with " + std::to_string(left) + " bytes behind its last facet left out";
    }
    weld(corners, mesh);
    return mesh;
}

void read_facet(WordReader& reader, const Element& face, Corners& corners) {
    reader.keyword("normal");
    reader.skip_words(3, face);  // the order of the corners says it better
    reader.keyword("outer");
    reader.keyword("loop");
    for (int i = 0; i < 3; ++i) {
        reader.keyword("vertex");
        corners.push_back(reader.point(face));
    }
    if (equal_ignoring_case(reader.peek(), "vertex")) {
        reader.fail(face, "has more than three corners: triangulate the mesh before saving it");
    }
    reader.keyword("endloop");
    reader.keyword("endfacet");
}

MeshFile parse_text(const MeshSource& source) {
    WordReader reader(source);
    MeshFile mesh;
    mesh.format = "STL, ASCII";
    Corners corners;
    while (!reader.at_end()) {
        reader.keyword("solid");
        reader.skip_line();  // its name
        while (!equal_ignoring_case(reader.peek(), "endsolid")) {
            reader.keyword("facet");
            read_facet(reader, {"face", std::ssize(corners) / 3}, corners);
        }
        reader.keyword("endsolid");
        reader.skip_line();
    }
    weld(corners, mesh);
    return mesh;
}

}  // namespace

MeshFile parse_stl(const MeshSource& source) {
    // Binary files may start with "solid" as well, but a text of just this length is no accident.
    const std::uint64_t promised = promised_bytes(source.bytes);
    if (promised != 0 && promised == source.bytes.size()) {
        return parse_binary(source, false);
    }
    if (equal_ignoring_case(WordReader(source).peek(), "solid")) {
        return parse_text(source);
    }
    if (promised == 0) {
        throw FileError(source.name +
                        ", byte 0: neither 'solid' nor the 84 bytes of a binary header: "
                        "the file is cut short or no STL");
    }
    const std::uint64_t facets = facet_count(source.bytes);
    if (facets > 0 && promised < source.bytes.size()) {
        return parse_binary(source, has_attributes(source.bytes));
    }
    if (facets == 0) {
        throw FileError(source.name + ", byte 80: no facet is counted there, but " +
                        std::to_string(source.bytes.size() - kFirstFacet) +
                        " bytes follow: it is no STL");
    }
    throw FileError(source.name + ", byte 80: the facets that are counted there need " +
                    std::to_string(promised) + " bytes, but the file has " +
                    std::to_string(source.bytes.size()) + ": it is cut short or no STL");
}

}  // namespace touchstone
