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
    std::vector<int> ends;            ///< index in `corners` of the end of each face
    std::vector<int> corners;         ///< vertices of all faces, one behind the other
    std::vector<SourcePlace> places;  ///< of the faces that are no triangles, in order

    /// Makes a face of all corners since the one before, which ends at `place`.
    void close_face(const SourcePlace& place);
};

/// Adds the faces to the mesh, each with more than three corners as that many triangles but two:
/// convex ones as a fan, others by cutting off ears. Diagonals are chosen by coordinates and order
/// alone, and no edge of a face changes. The format's name says how many were cut.
/// Beside tets, faces only mark their boundary, and none is added.
/// Which triangles are meant by a face that is not flat to within 1/1000 of its size only its maker
/// knows: without a tally in the reader it fails there. With one it counts the face, judges its
/// outline along its mean normal (along that of three far corners, where the outline crosses itself
/// so that it has none), and takes of the fans of a convex one that which bends least: the smallest
/// sum of the angles between neighbouring triangles, of equal ones the first (beyond 1000 corners
/// the first of all).
/// Faces with corners that do not exist become fans, and the inspection tells.
void add_polygons(const WordReader& reader, const Polygons& polygons, MeshFile& mesh);

}  // namespace touchstone
