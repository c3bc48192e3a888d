#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "methods/mesh/files/mesh_file.h"
#include "methods/mesh/files/word_reader.h"

namespace touchstone {

/// The faces of a file as it states them, of any number of corners. They are cut into triangles
/// once all vertices are known.
struct Polygons {
    std::vector<int> ends;     ///< index in `corners` of the end of each face
    std::vector<int> corners;  ///< vertices of all faces, one behind the other

    /// Makes a face of all corners since the one before.
    void close_face() { ends.push_back(static_cast<int>(std::ssize(corners))); }
};

/// Adds the faces to the mesh, each with more than three corners as that many triangles but two, by
/// cutting off ears: also faces that are not convex come out right. Diagonals are chosen by
/// coordinates and order alone. The format's name says how many were cut.
/// Beside tets, faces only mark their boundary, and none is added.
/// Fails through the reader on a face that is not flat to within 1/1000 of its size: which
/// triangles are meant only its maker knows. Faces with corners that do not exist become fans, and
/// the inspection tells.
void add_polygons(const WordReader& reader, const Polygons& polygons, MeshFile& mesh);

}  // namespace touchstone
