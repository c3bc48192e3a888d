#include <algorithm>
#include <array>
#include <cmath>

#include "methods/mesh/files/byte_reader.h"
#include "methods/mesh/files/parsers.h"
#include "methods/mesh/files/vtk_cells.h"

namespace touchstone {

namespace {

struct TypeName {
    std::string_view name;
    std::size_t size = 0;
    double (*decode)(const char* bytes) = nullptr;  ///< big-endian, as all of legacy VTK
};

template <typename T>
double decode_big(const char* bytes) {
    return static_cast<double>(decode<T>(bytes, std::endian::big));
}

constexpr std::array<TypeName, 12> kTypes{{{"char", 1, &decode_big<std::int8_t>},
                                           {"double", 8, &decode_big<double>},
                                           {"float", 4, &decode_big<float>},
                                           {"int", 4, &decode_big<std::int32_t>},
                                           {"long", 8, &decode_big<std::int64_t>},
                                           {"short", 2, &decode_big<std::int16_t>},
                                           {"unsigned_char", 1, &decode_big<std::uint8_t>},
                                           {"unsigned_int", 4, &decode_big<std::uint32_t>},
                                           {"unsigned_long", 8, &decode_big<std::uint64_t>},
                                           {"unsigned_short", 2, &decode_big<std::uint16_t>},
                                           {"vtkidtype", 4, &decode_big<std::int32_t>},
                                           {"vtktypeint64", 8, &decode_big<std::int64_t>}}};

class VtkReader {
 public:
    explicit VtkReader(const MeshSource& source) : reader_(source) {}

    MeshFile read();

 private:
    void read_header();
    bool read_section();  ///< false at the end of the geometry
    void read_points();
    VtkCells read_cells(const char* kind);
    void read_types();
    void skip_field();
    void skip_metadata();
    const TypeName& read_type();
    std::vector<double> read_numbers(std::int64_t count, const TypeName& type,
                                     const Element& element);
    std::vector<std::int64_t> read_integers(std::int64_t count, const TypeName& type,
                                            const Element& element);
    void add_polygons();

    WordReader reader_;
    MeshFile mesh_;
    bool binary_ = false;
    bool polydata_ = false;
    bool has_points_ = false;
    VtkCells cells_;
};

const TypeName& VtkReader::read_type() {
    const std::string_view name = reader_.word({"a type"});
    const auto* const found = std::find_if(kTypes.begin(), kTypes.end(), [&](const TypeName& type) {
        return equal_ignoring_case(type.name, name);
    });
    if (found == kTypes.end()) {
        reader_.fail("the type " + in_quotes(name) + " is not supported: save doubles and ints");
    }
    return *found;
}

std::vector<double> VtkReader::read_numbers(std::int64_t count, const TypeName& type,
                                            const Element& element) {
    reader_.check_count(count, element, binary_ ? type.size : 2);
    std::vector<double> numbers;
    numbers.reserve(count);
    if (!binary_) {
        for (std::int64_t i = 0; i < count; ++i) {
            numbers.push_back(reader_.number({element.kind, i}));
        }
        return numbers;
    }
    reader_.skip_line();
    const std::string_view bytes = reader_.bytes(count * type.size, element);
    for (std::int64_t i = 0; i < count; ++i) {
        numbers.push_back(type.decode(bytes.data() + i * type.size));
    }
    return numbers;
}

std::vector<std::int64_t> VtkReader::read_integers(std::int64_t count, const TypeName& type,
                                                   const Element& element) {
    std::vector<std::int64_t> integers;
    for (const double number : read_numbers(count, type, element)) {
        if (!(std::abs(number) < 9e15 && std::trunc(number) == number)) {
            reader_.fail(element, "a number there is not whole: correct it");
        }
        integers.push_back(static_cast<std::int64_t>(number));
    }
    return integers;
}

void VtkReader::read_header() {
    if (reader_.rest_of_line().substr(0, 23) != "# vtk DataFile Version ") {
        reader_.fail(
            "the first line must be '# vtk DataFile Version' with its number: "
            "this is no legacy VTK file");
    }
    reader_.skip_line();
    reader_.skip_line();  // the title
    const std::string_view form = reader_.word({"the header"});
    binary_ = equal_ignoring_case(form, "BINARY");
    if (!binary_ && !equal_ignoring_case(form, "ASCII")) {
        reader_.fail(in_quotes(form) +
                     " stands where ASCII or BINARY must stand: correct the file");
    }
    reader_.keyword("DATASET");
    const std::string_view kind = reader_.word({"the kind of data set"});
    polydata_ = equal_ignoring_case(kind, "POLYDATA");
    if (!polydata_ && !equal_ignoring_case(kind, "UNSTRUCTURED_GRID")) {
        reader_.fail("the data set " + in_quotes(kind) +
                     " is not supported: save as POLYDATA or UNSTRUCTURED_GRID");
    }
    mesh_.format = binary_ ? "legacy VTK, binary" : "legacy VTK, ASCII";
}

void VtkReader::read_points() {
    if (has_points_) {
        reader_.fail("the section POINTS stands in the file for the second time: join the two");
    }
    has_points_ = true;
    const int count = reader_.count({"the points"}, 3);
    const TypeName& type = read_type();
    const std::vector<double> numbers = read_numbers(3 * std::int64_t{count}, type, {"coordinate"});
    mesh_.vertices.reserve(count);
    for (int v = 0; v < count; ++v) {
        mesh_.vertices.emplace_back(numbers[3 * v], numbers[3 * v + 1], numbers[3 * v + 2]);
    }
}

/// Reads either "n size" and rows "count i j k …", or "n+1 size" and two arrays with a line each.
VtkCells VtkReader::read_cells(const char* kind) {
    constexpr const TypeName& kInt = kTypes[3];
    VtkCells cells;
    const std::int64_t count = reader_.count({kind}, 1);
    const std::int64_t size = reader_.count({kind}, 1);
    WordReader ahead = reader_;  // binary data may begin with what looks like blanks
    if (equal_ignoring_case(ahead.peek(), "OFFSETS")) {
        reader_.keyword("OFFSETS");
        const TypeName& offset_type = read_type();
        cells.ends = read_integers(count, offset_type, {kind});
        reader_.keyword("CONNECTIVITY");
        const TypeName& corner_type = read_type();
        if (!binary_) {
            cells.numbers = reader_.unwatched();
        }
        cells.corners = read_integers(size, corner_type, {kind});
        if (cells.ends.empty() || cells.ends.front() != 0) {
            reader_.fail(Element{kind}, "their offsets do not begin with 0: correct them");
        }
        cells.ends.erase(cells.ends.begin());
        return cells;
    }
    cells.has_counts = true;
    if (!binary_) {
        cells.numbers = reader_.unwatched();
    }
    const std::vector<std::int64_t> rows = read_integers(size, kInt, {kind});
    std::int64_t at = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        if (at >= size || rows[at] < 0 || rows[at] > size - at - 1) {
            reader_.fail(Element{kind, i}, "goes beyond the section: correct its size");
        }
        cells.corners.insert(cells.corners.end(), rows.begin() + at + 1,
                             rows.begin() + at + 1 + rows[at]);
        at += rows[at] + 1;
        cells.ends.push_back(std::ssize(cells.corners));
    }
    if (at != size) {
        reader_.fail(Element{kind}, "the section is longer than its cells: correct its size");
    }
    return cells;
}

void VtkReader::read_types() {
    constexpr const TypeName& kInt = kTypes[3];
    const int count = reader_.count({"the types of the cells"}, 1);
    cells_.types = read_integers(count, kInt, {"type of cell"});
}

void VtkReader::add_polygons() {
    constexpr std::int64_t kPolygon = 7;
    VtkCells polygons = read_cells("polygon");
    polygons.types.assign(polygons.ends.size(), kPolygon);
    add_cells(reader_, polygons, mesh_);
}

void VtkReader::skip_field() {
    reader_.word({"the name of a field"});
    const int arrays = reader_.count({"a field"}, 8);  // "a 1 1 int"
    for (int i = 0; i < arrays; ++i) {
        const Element array{"array", i};
        reader_.word(array);
        const int components = reader_.count(array, 1);
        const int tuples = reader_.count(array, 1);
        const TypeName& type = read_type();
        read_numbers(std::int64_t{components} * tuples, type, array);
    }
}

void VtkReader::skip_metadata() {
    do {
        reader_.skip_line();
    } while (!reader_.at_line_end());  // an empty line ends it, or the file does
}

bool VtkReader::read_section() {
    const std::string name(reader_.word({"a section"}));
    const auto is = [&](std::string_view known) { return equal_ignoring_case(name, known); };
    if (is("POINT_DATA") || is("CELL_DATA")) {
        return false;
    }
    if (is("POINTS")) {
        read_points();
    } else if (is("METADATA")) {
        skip_metadata();
    } else if (is("FIELD")) {
        skip_field();
    } else if (polydata_ && is("POLYGONS")) {
        add_polygons();
    } else if (polydata_ && (is("VERTICES") || is("LINES"))) {
        read_cells("cell");
    } else if (!polydata_ && is("CELLS")) {
        cells_ = read_cells("cell");
    } else if (!polydata_ && is("CELL_TYPES")) {
        read_types();
    } else {
        reader_.fail("the section " + in_quotes(name) +
                     " is not supported: save points and triangles or tetrahedra");
    }
    return true;
}

MeshFile VtkReader::read() {
    read_header();
    while (!reader_.at_end() && read_section()) {
    }
    if (!has_points_) {
        reader_.fail("the file ends before its POINTS: it is cut short");
    }
    if (!polydata_) {
        add_cells(reader_, cells_, mesh_);
    }
    return std::move(mesh_);
}

}  // namespace

MeshFile parse_vtk(const MeshSource& source) { return VtkReader(source).read(); }

}  // namespace touchstone
