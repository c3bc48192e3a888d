#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "methods/mesh/files/mesh_file.h"
#include "methods/mesh/files/word_reader.h"

namespace touchstone {

/// Cells of all kinds as VTK stores them, in its legacy files and in XML.
struct VtkCells {
    std::vector<std::int64_t> types;    ///< VTK's number of the kind of each cell
    std::vector<std::int64_t> ends;     ///< index in `corners` of the end of each cell
    std::vector<std::int64_t> corners;  ///< vertices of all cells, one behind the other
    /// Before the numbers that `corners` are from, for the places of cells; none: in binary.
    std::optional<WordReader> numbers = std::nullopt;
    bool has_counts = false;  ///< true: each cell's corners follow their count there
};

/// Adds triangles and tets to the mesh and leaves points and lines out. Through the reader, fails
/// on other cells and on arrays that do not fit together.
void add_cells(const WordReader& reader, const VtkCells& cells, MeshFile& mesh);

}  // namespace touchstone
