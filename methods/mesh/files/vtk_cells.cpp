#include "methods/mesh/files/vtk_cells.h"

#include <array>

#include "methods/mesh/files/polygons.h"

namespace touchstone {

namespace {

constexpr std::int64_t kPolyLine = 4;  // the last of the points and lines, which start at 1
constexpr std::int64_t kVtkTriangle = 5;
constexpr std::int64_t kVtkPolygon = 7;
constexpr std::int64_t kVtkQuadrangle = 9;
constexpr std::int64_t kVtkTetrahedron = 10;

bool is_face(std::int64_t type, std::int64_t corners) {
    return (type == kVtkTriangle && corners == 3) || (type == kVtkQuadrangle && corners == 4) ||
           (type == kVtkPolygon && corners >= 3);
}

std::string kind_name(std::int64_t type) {
    constexpr std::array<const char*, 15> kNames{
        "empty cell", "",           "", "",      "",           "",      "triangle strip", "polygon",
        "pixel",      "quadrangle", "", "voxel", "hexahedron", "wedge", "pyramid"};
    const bool known = type >= 0 && type < std::ssize(kNames);
    return known ? kNames[type] : "cell of type " + std::to_string(type);
}

template <std::size_t N>
std::array<int, N> take_corners(const VtkCells& cells, std::int64_t begin) {
    std::array<int, N> row{};
    for (std::size_t i = 0; i < N; ++i) {
        row[i] = vertex_index(cells.corners[begin + i], 0);
    }
    return row;
}

/// Finds the place of each cell in turn by reading once more. In binary, and where no numbers are,
/// all are at the reader's place.
class CellPlaces {
 public:
    CellPlaces(const WordReader& reader, const VtkCells& cells)
        : cells_(cells), words_(cells.numbers ? *cells.numbers : reader) {}

    SourcePlace place_of(std::int64_t cell) {
        if (cells_.numbers) {
            const std::int64_t last = cells_.ends[cell] + (cells_.has_counts ? cell + 1 : 0);
            words_.skip_words(last - passed_, {"cell", cell});
            passed_ = last;
        }
        return words_.place();
    }

 private:
    const VtkCells& cells_;
    WordReader words_;
    std::int64_t passed_ = 0;
};

}  // namespace

void add_cells(const WordReader& reader, const VtkCells& cells, MeshFile& mesh) {
    if (cells.types.size() != cells.ends.size()) {
        reader.fail("the file has " + std::to_string(cells.ends.size()) + " cells, but " +
                    std::to_string(cells.types.size()) + " types of cells: correct it");
    }
    Polygons polygons;
    CellPlaces places(reader, cells);
    std::int64_t begin = 0;
    for (std::int64_t i = 0; i < std::ssize(cells.ends); ++i) {
        const Element cell{"cell", i};
        const std::int64_t end = cells.ends[i];
        const std::int64_t type = cells.types[i];
        if (end < begin || end > std::ssize(cells.corners)) {
            reader.fail(cell, "ends at corner " + std::to_string(end) + " of " +
                                  std::to_string(cells.corners.size()) + ": correct the offsets");
        }
        if (type == kVtkTetrahedron && end - begin == 4) {
            mesh.tets.push_back(take_corners<4>(cells, begin));
        } else if (is_face(type, end - begin)) {
            for (std::int64_t c = begin; c < end; ++c) {
                polygons.corners.push_back(vertex_index(cells.corners[c], 0));
            }
            polygons.close_face(end - begin == 3 ? SourcePlace{} : places.place_of(i));
        } else if (type == kVtkTriangle || type == kVtkTetrahedron || type == kVtkPolygon ||
                   type == kVtkQuadrangle) {
            reader.fail(cell, "has " + std::to_string(end - begin) +
                                  " corners: save triangles or tetrahedra");
        } else if (type < 1 || type > kPolyLine) {
            reader.fail(cell, "is a " + kind_name(type) +
                                  ", which is not supported: save triangles or tetrahedra");
        }
        begin = end;
    }
    if (begin != std::ssize(cells.corners)) {
        reader.fail("the file has corners behind those of its last cell: correct the offsets");
    }
    add_polygons(reader, polygons, mesh);
}

}  // namespace touchstone
