#pragma once

#include "methods/mesh/files/mesh_file.h"
#include "methods/mesh/files/word_reader.h"

// One per format; see read_mesh for what they promise. The bytes may be anything.

namespace touchstone {

MeshFile parse_gmsh(const MeshSource& source);   ///< .msh, versions 2 and 4, ASCII
MeshFile parse_medit(const MeshSource& source);  ///< .mesh
MeshFile parse_obj(const MeshSource& source);    ///< Wavefront
MeshFile parse_off(const MeshSource& source);    ///< Geomview
MeshFile parse_ply(const MeshSource& source);    ///< Stanford; ASCII and both binary forms
MeshFile parse_stl(const MeshSource& source);    ///< ASCII and binary
MeshFile parse_tetgen(const MeshSource& node, const MeshSource& ele);
MeshFile parse_vtk(const MeshSource& source);  ///< legacy; ASCII and binary
MeshFile parse_vtu(const MeshSource& source);  ///< XML; arrays inline in ASCII

}  // namespace touchstone
