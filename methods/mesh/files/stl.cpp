#include <bit>
#include <cstdint>
#include <unordered_map>

#include "methods/base/error.h"
#include "methods/mesh/files/byte_reader.h"
#include "methods/mesh/files/parsers.h"

namespace touchstone {

namespace {

constexpr std::size_t kHeaderBytes = 80;
constexpr std::size_t kCountBytes = 4;
constexpr std::size_t kFacetBytes = 50;  // normal, three corners, two bytes of attributes

struct HashBits {
    std::size_t operator()(const std::array<std::uint64_t, 3>& bits) const {
        std::uint64_t hash = 0;
        for (const std::uint64_t part : bits) {
            hash = (hash ^ part) * 0x9E37'79B9'7F4A'7C15u;
            hash ^= hash >> 32;
        }
        return hash;
    }
};

/// Gives equal points the same index, in order of first appearance.
class Welder {
 public:
    explicit Welder(std::vector<Vec3>& vertices) : vertices_(vertices) {}

    int index_of(const Vec3& point) {
        const int next = static_cast<int>(std::ssize(vertices_));
        // -0 and 0 are equal, so they need the same bits; a NaN equals nothing.
        const Vec3 key = point.array() + 0.0;
        const bool has_nan = point.array().isNaN().any();
        const int index = has_nan ? next
                                  : indices_
                                        .try_emplace({std::bit_cast<std::uint64_t>(key.x()),
                                                      std::bit_cast<std::uint64_t>(key.y()),
                                                      std::bit_cast<std::uint64_t>(key.z())},
                                                     next)
                                        .first->second;
        if (index == next) {
            vertices_.push_back(point);
        }
        return index;
    }

 private:
    std::vector<Vec3>& vertices_;
    std::unordered_map<std::array<std::uint64_t, 3>, int, HashBits> indices_;
};

/// What the count of a binary file promises; nothing when there is no count.
std::uint64_t promised_bytes(std::string_view bytes) {
    if (bytes.size() < kHeaderBytes + kCountBytes) {
        return 0;
    }
    const auto facets = decode<std::uint32_t>(bytes.data() + kHeaderBytes, std::endian::little);
    return kHeaderBytes + kCountBytes + std::uint64_t{kFacetBytes} * facets;
}

MeshFile parse_binary(const MeshSource& source) {
    MeshFile mesh;
    mesh.format = "STL, binary";
    Welder welder(mesh.vertices);
    const std::size_t begin = kHeaderBytes + kCountBytes;
    mesh.faces.reserve((source.bytes.size() - begin) / kFacetBytes);
    ReadingWatch watch = source.watch;
    for (std::size_t at = begin; at < source.bytes.size(); at += kFacetBytes) {
        watch.look(at, source.bytes.size());
        std::array<int, 3> corners{};
        for (int i = 0; i < 3; ++i) {
            const char* const bytes = source.bytes.data() + at + 12 * (i + 1);
            const auto coordinate = [&](int axis) {
                return decode<float>(bytes + 4 * axis, std::endian::little);
            };
            corners[i] = welder.index_of(Vec3(coordinate(0), coordinate(1), coordinate(2)));
        }
        mesh.faces.push_back(corners);
    }
    return mesh;
}

std::array<int, 3> read_facet(WordReader& reader, const Element& face, Welder& welder) {
    reader.keyword("normal");
    reader.skip_words(3, face);  // the order of the corners says it better
    reader.keyword("outer");
    reader.keyword("loop");
    std::array<int, 3> corners{};
    for (int& corner : corners) {
        reader.keyword("vertex");
        corner = welder.index_of(reader.point(face));
    }
    if (equal_ignoring_case(reader.peek(), "vertex")) {
        reader.fail(face, "has more than three corners: triangulate the mesh before saving it");
    }
    reader.keyword("endloop");
    reader.keyword("endfacet");
    return corners;
}

MeshFile parse_text(const MeshSource& source) {
    WordReader reader(source);
    MeshFile mesh;
    mesh.format = "STL, ASCII";
    Welder welder(mesh.vertices);
    while (!reader.at_end()) {
        reader.keyword("solid");
        reader.skip_line();  // its name
        while (!equal_ignoring_case(reader.peek(), "endsolid")) {
            reader.keyword("facet");
            mesh.faces.push_back(read_facet(reader, {"face", std::ssize(mesh.faces)}, welder));
        }
        reader.keyword("endsolid");
        reader.skip_line();
    }
    return mesh;
}

}  // namespace

MeshFile parse_stl(const MeshSource& source) {
    // Binary files may start with "solid" as well, but a text of just this length is no accident.
    const std::uint64_t promised = promised_bytes(source.bytes);
    if (promised != 0 && promised == source.bytes.size()) {
        return parse_binary(source);
    }
    if (equal_ignoring_case(WordReader(source).peek(), "solid")) {
        return parse_text(source);
    }
    if (promised == 0) {
        throw FileError(source.name +
                        ", byte 0: neither 'solid' nor the 84 bytes of a binary header: "
                        "the file is cut short or no STL");
    }
    throw FileError(source.name + ", byte 80: the facets that are counted there need " +
                    std::to_string(promised) + " bytes, but the file has " +
                    std::to_string(source.bytes.size()) + ": it is cut short or no STL");
}

}  // namespace touchstone
