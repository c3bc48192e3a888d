#pragma once

#include "methods/mesh/files/mesh_file.h"
#include "methods/mesh/files/word_reader.h"

// One per format; see read_mesh for what they promise. The bytes may be anything.

namespace touchstone {

/// Parses .msh of Gmsh, versions 2 and 4, ASCII.
MeshFile parse_gmsh(const MeshSource& source);
/// Parses .mesh of Medit.
MeshFile parse_medit(const MeshSource& source);
/// Parses .obj of Wavefront.
MeshFile parse_obj(const MeshSource& source);
/// Parses .off of Geomview.
MeshFile parse_off(const MeshSource& source);
/// Parses .ply of Stanford; ASCII and both binary forms.
MeshFile parse_ply(const MeshSource& source);
/// Parses .stl; ASCII and binary.
MeshFile parse_stl(const MeshSource& source);
/// Parses .node and .ele of TetGen.
MeshFile parse_tetgen(const MeshSource& node, const MeshSource& ele);
/// Parses .vtk, the legacy form; ASCII and binary.
MeshFile parse_vtk(const MeshSource& source);
/// Parses .vtu, the XML form; arrays inline in ASCII.
MeshFile parse_vtu(const MeshSource& source);

}  // namespace touchstone
