#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "methods/mesh/files/byte_reader.h"
#include "methods/mesh/files/parsers.h"
#include "methods/mesh/files/polygons.h"

namespace touchstone {

namespace {

enum class Scalar { Int8, Uint8, Int16, Uint16, Int32, Uint32, Float32, Float64 };

struct ScalarName {
    std::string_view name;
    Scalar type;
};
constexpr std::array<ScalarName, 16> kScalarNames{{{"char", Scalar::Int8},
                                                   {"int8", Scalar::Int8},
                                                   {"uchar", Scalar::Uint8},
                                                   {"uint8", Scalar::Uint8},
                                                   {"short", Scalar::Int16},
                                                   {"int16", Scalar::Int16},
                                                   {"ushort", Scalar::Uint16},
                                                   {"uint16", Scalar::Uint16},
                                                   {"int", Scalar::Int32},
                                                   {"int32", Scalar::Int32},
                                                   {"uint", Scalar::Uint32},
                                                   {"uint32", Scalar::Uint32},
                                                   {"float", Scalar::Float32},
                                                   {"float32", Scalar::Float32},
                                                   {"double", Scalar::Float64},
                                                   {"float64", Scalar::Float64}}};

bool is_whole(Scalar type) { return type < Scalar::Float32; }

std::size_t size_of(Scalar type) {
    constexpr std::array<std::size_t, 8> kSizes{1, 1, 2, 2, 4, 4, 4, 8};
    return kSizes[static_cast<int>(type)];
}

double decode_scalar(const char* bytes, Scalar type, std::endian order) {
    switch (type) {
        case Scalar::Int8:
            return decode<std::int8_t>(bytes, order);
        case Scalar::Uint8:
            return decode<std::uint8_t>(bytes, order);
        case Scalar::Int16:
            return decode<std::int16_t>(bytes, order);
        case Scalar::Uint16:
            return decode<std::uint16_t>(bytes, order);
        case Scalar::Int32:
            return decode<std::int32_t>(bytes, order);
        case Scalar::Uint32:
            return decode<std::uint32_t>(bytes, order);
        case Scalar::Float32:
            return decode<float>(bytes, order);
        case Scalar::Float64:
            return decode<double>(bytes, order);
    }
    return kUnset;
}

struct Property {
    std::string name;
    Scalar type = Scalar::Float32;
    std::optional<Scalar> count_type;  ///< of a list
};

struct PlyElement {
    std::string name;
    std::int64_t count = 0;
    std::vector<Property> properties;
};

struct Header {
    std::optional<std::endian> order;  ///< nothing: text
    std::vector<PlyElement> elements;
};

Scalar read_type(WordReader& reader) {
    const std::string_view name = reader.word({"a type"});
    for (const ScalarName& known : kScalarNames) {
        if (known.name == name) {
            return known.type;
        }
    }
    reader.fail(in_quotes(name) + " is no type of PLY: use int, uint, float, double and the like");
}

Property read_property(WordReader& reader) {
    Property property;
    if (reader.peek() == "list") {
        reader.word({"a property"});
        property.count_type = read_type(reader);
        if (!is_whole(*property.count_type)) {
            reader.fail("the length of a list cannot be a fraction: use uchar or int");
        }
    }
    property.type = read_type(reader);
    property.name = reader.word({"a property"});
    return property;
}

std::optional<std::endian> read_format(WordReader& reader) {
    reader.keyword("format");
    const std::string_view name = reader.word({"the format"});
    std::optional<std::endian> order;
    if (name == "binary_little_endian") {
        order = std::endian::little;
    } else if (name == "binary_big_endian") {
        order = std::endian::big;
    } else if (name != "ascii") {
        reader.fail("the format " + in_quotes(name) + " is not supported: save as ascii or binary");
    }
    const std::string_view version = reader.word({"the version"});
    if (version != "1.0") {
        reader.fail("version " + in_quotes(version) + " is not supported: save as 1.0");
    }
    return order;
}

/// Reads up to the end of the line "end_header".
Header read_ply_header(WordReader& reader) {
    reader.keyword("ply");
    reader.skip_line();
    while (reader.peek() == "comment" || reader.peek() == "obj_info") {
        reader.skip_line();
    }
    Header header;
    header.order = read_format(reader);
    reader.skip_line();
    while (true) {
        const std::string_view key = reader.word({"the header"});
        if (key == "end_header") {
            reader.skip_line();
            return header;
        }
        if (key == "element") {
            const std::string_view name = reader.word({"an element"});
            header.elements.push_back({std::string(name), reader.integer({"an element"}), {}});
        } else if (key == "property" && !header.elements.empty()) {
            header.elements.back().properties.push_back(read_property(reader));
        } else if (key != "comment" && key != "obj_info") {
            reader.fail(in_quotes(key) + " does not belong into a header: remove it");
        }
        reader.skip_line();
    }
}

/// The numbers behind the header, whatever form they have.
class Body {
 public:
    Body(WordReader& reader, std::optional<std::endian> order) : reader_(reader), order_(order) {}

    double number(Scalar type, const Element& element) {
        return order_ ? binary(type, element) : reader_.number(element);
    }

    std::int64_t integer(Scalar type, const Element& element) {
        return order_ ? static_cast<std::int64_t>(binary(type, element)) : reader_.integer(element);
    }

    /// Returns the fewest bytes that the element can take.
    std::size_t least_bytes(const PlyElement& element) const {
        std::size_t sum = 0;
        for (const Property& property : element.properties) {
            sum += order_ ? size_of(property.count_type.value_or(property.type)) : 2;
        }
        return sum;
    }

    /// Returns the fewest bytes of one entry of a list.
    std::size_t least_bytes(const Property& list) const { return order_ ? size_of(list.type) : 2; }

    void skip(const Property& property, const Element& element) {
        std::int64_t count = 1;
        if (property.count_type) {
            count = integer(*property.count_type, element);
            reader_.check_count(count, element, order_ ? size_of(property.type) : 2);
        }
        for (std::int64_t i = 0; i < count; ++i) {
            number(property.type, element);
        }
    }

    bool at_end() { return order_ ? reader_.bytes_left() == 0 : reader_.at_end(); }

 private:
    double binary(Scalar type, const Element& element) {
        return decode_scalar(reader_.bytes(size_of(type), element).data(), type, *order_);
    }

    WordReader& reader_;
    std::optional<std::endian> order_;
};

/// Finds the element's property of that name; fails when there is none, or two.
int find_property(WordReader& reader, const PlyElement& element, std::string_view name,
                  std::string_view other_name) {
    int found = -1;
    for (int i = 0; i < std::ssize(element.properties); ++i) {
        const std::string& candidate = element.properties[i].name;
        if (candidate == name || candidate == other_name) {
            if (found >= 0) {
                reader.fail("the header names the property " + in_quotes(candidate) + " twice");
            }
            found = i;
        }
    }
    if (found < 0) {
        reader.fail("element '" + element.name + "' has no property '" + std::string(name) +
                    "': save it with one");
    }
    return found;
}

void read_vertices(WordReader& reader, Body& body, const PlyElement& element, MeshFile& mesh) {
    const std::array<int, 3> axes{find_property(reader, element, "x", "x"),
                                  find_property(reader, element, "y", "y"),
                                  find_property(reader, element, "z", "z")};
    for (const int axis : axes) {
        if (element.properties[axis].count_type) {
            reader.fail("the coordinates of vertices are lists: save them as numbers");
        }
    }
    mesh.vertices.reserve(element.count);
    for (std::int64_t v = 0; v < element.count; ++v) {
        const Element vertex{"vertex", v};
        Vec3 point = Vec3::Zero();
        for (int i = 0; i < std::ssize(element.properties); ++i) {
            const auto axis = std::find(axes.begin(), axes.end(), i) - axes.begin();
            if (axis < 3) {
                point[axis] = body.number(element.properties[i].type, vertex);
            } else {
                body.skip(element.properties[i], vertex);
            }
        }
        mesh.vertices.push_back(point);
    }
}

void read_corners(WordReader& reader, Body& body, const Property& property, const Element& face,
                  Polygons& polygons) {
    const std::int64_t count = body.integer(*property.count_type, face);
    reader.check_count(count, face, body.least_bytes(property));
    for (std::int64_t i = 0; i < count; ++i) {
        polygons.corners.push_back(vertex_index(body.integer(property.type, face), 0));
    }
    polygons.close_face(reader.place());
}

void read_faces(WordReader& reader, Body& body, const PlyElement& element, Polygons& polygons) {
    const int list = find_property(reader, element, "vertex_indices", "vertex_index");
    const Property& corners = element.properties[list];
    if (!corners.count_type || !is_whole(corners.type)) {
        reader.fail("the property '" + corners.name + "' is no list of whole numbers: save it so");
    }
    polygons.ends.reserve(element.count);
    // A header may speak of many more faces than its file has room for corners.
    constexpr std::int64_t kMostForetold = 1 << 24;
    polygons.corners.reserve(std::min(3 * element.count, kMostForetold));
    for (std::int64_t f = 0; f < element.count; ++f) {
        const Element face{"face", f};
        for (int i = 0; i < std::ssize(element.properties); ++i) {
            if (i == list) {
                read_corners(reader, body, corners, face, polygons);
            } else {
                body.skip(element.properties[i], face);
            }
        }
    }
}

void skip_element(WordReader& reader, Body& body, const PlyElement& element) {
    const bool has_shape = element.name == "tristrips" || element.name == "range_grid";
    if (has_shape && element.count > 0) {
        reader.fail("the mesh has '" + element.name + "', which are not supported: save triangles");
    }
    for (std::int64_t i = 0; i < element.count; ++i) {
        for (const Property& property : element.properties) {
            body.skip(property, {element.name.c_str(), i});
        }
    }
}

void read_element(WordReader& reader, Body& body, const PlyElement& element, MeshFile& mesh,
                  Polygons& polygons) {
    if (element.count == 0) {
        return;
    }
    if (element.properties.empty()) {
        reader.fail("element '" + element.name + "' has no property: remove it");
    }
    const std::string kind = "element '" + element.name + "'";
    reader.check_count(element.count, {kind.c_str()}, body.least_bytes(element));
    if (element.name == "vertex" && mesh.vertices.empty()) {
        read_vertices(reader, body, element, mesh);
    } else if (element.name == "face" && polygons.ends.empty()) {
        read_faces(reader, body, element, polygons);
    } else if (element.name == "vertex" || element.name == "face") {
        reader.fail(kind + " stands in the header twice: join the two");
    } else {
        skip_element(reader, body, element);
    }
}

}  // namespace

MeshFile parse_ply(const MeshSource& source) {
    WordReader reader(source);
    const Header header = read_ply_header(reader);
    MeshFile mesh;
    mesh.format = !header.order                          ? "PLY, ASCII"
                  : *header.order == std::endian::little ? "PLY, binary little-endian"
                                                         : "PLY, binary big-endian";
    Body body(reader, header.order);
    Polygons polygons;
    for (const PlyElement& element : header.elements) {
        read_element(reader, body, element, mesh, polygons);
    }
    if (!body.at_end()) {
        reader.fail("the file goes on behind its last element: correct the counts in its header");
    }
    add_polygons(reader, polygons, mesh);
    return mesh;
}

}  // namespace touchstone
