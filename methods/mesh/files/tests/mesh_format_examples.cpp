#include "methods/mesh/files/tests/mesh_format_examples.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "methods/mesh/files/parsers.h"

namespace touchstone::testing {

namespace {

constexpr std::array<std::array<double, 3>, 4> kVertices{
    {{0, 0, 0}, {1, 0, 0}, {0, 2.5, 0}, {0, 0, 1e-3}}};
constexpr std::array<std::array<int, 3>, 4> kFaces{{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};

template <typename T>
std::string encoded(T value, std::endian order) {
    auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(value);
    if (order != std::endian::native) {
        std::reverse(bytes.begin(), bytes.end());
    }
    return {bytes.begin(), bytes.end()};
}

std::string binary_stl() {
    std::string bytes = "solid is how this binary header begins";
    bytes.resize(80, ' ');
    bytes += encoded<std::uint32_t>(4, std::endian::little);
    for (const auto& face : kFaces) {
        bytes += std::string(12, '\0');  // the normal
        for (const int v : face) {
            for (const double coordinate : kVertices[v]) {
                bytes += encoded(static_cast<float>(coordinate), std::endian::little);
            }
        }
        bytes += std::string(2, '\0');
    }
    return bytes;
}

/// Doubles and a property of no interest; unsigned indices behind signed lengths.
std::string binary_ply(std::endian order) {
    std::string bytes = "ply\nformat binary_";
    bytes += order == std::endian::little ? "little" : "big";
    bytes +=
        "_endian 1.0\ncomment by hand\nelement vertex 4\nproperty double x\nproperty uchar red\n"
        "property double y\nproperty double z\nelement face 4\n"
        "property list short uint vertex_indices\nend_header\n";
    for (const auto& [x, y, z] : kVertices) {
        bytes += encoded(x, order) + "\x7f" + encoded(y, order) + encoded(z, order);
    }
    for (const auto& face : kFaces) {
        bytes += encoded<std::int16_t>(3, order);
        for (const int v : face) {
            bytes += encoded<std::uint32_t>(v, order);
        }
    }
    return bytes;
}

std::string binary_vtk() {
    constexpr std::endian kBig = std::endian::big;
    std::string bytes = "# vtk DataFile Version 3.0\nby hand\nBINARY\nDATASET POLYDATA\n";
    bytes += "POINTS 4 double\n";
    for (const auto& vertex : kVertices) {
        for (const double coordinate : vertex) {
            bytes += encoded(coordinate, kBig);
        }
    }
    bytes += "\nPOLYGONS 4 16\n";
    for (const auto& face : kFaces) {
        bytes += encoded<std::int32_t>(3, kBig);
        for (const int v : face) {
            bytes += encoded<std::int32_t>(v, kBig);
        }
    }
    return bytes + "\n";
}

constexpr const char* kObj = R"(# by hand
mtllib paint.mtl
o tetrahedron
v 0 0 0
v +1 0 0 1.0
vt 0.5 0.5
vn 0 0 1
v 0 2.5 0 0.1 0.2 0.3
g sides
s off
usemtl red
f 1 3 2
v 0 0 1e-3   # after a face that does not need it
f 1/1 2/1 4/1
f 2//1 3//1 4//1
f -4/1/1 -1/1/1 -2/1/1
)";

constexpr const char* kOff = R"(OFF
# by hand
4 4 6

0 0 0
1 0 0   # comment
0 2.5 0
0 0 1e-3
3 0 2 1
3 0 1 3  255 0 0
3 1 2 3
3 0 3 2
)";

constexpr const char* kCoff = R"(COFF 4 4 6
0 0 0 255 0 0 255
1 0 0 255 0 0 255
0 2.5 0 0 255 0 255
0 0 1e-3 0 0 255 255
3 0 2 1
3 0 1 3
3 1 2 3
3 0 3 2
)";

constexpr const char* kTextStl = R"(solid by hand, facet or not
  facet normal 0 0 -1
    outer loop
      vertex 0 0 0
      vertex 0 2.5 0
      vertex 1 0 0
    endloop
  endfacet
  FACET NORMAL 0 -1 0
    OUTER LOOP
      VERTEX 0 -0 0
      VERTEX 1 0 0
      VERTEX 0 0 1e-3
    ENDLOOP
  ENDFACET
endsolid by hand
solid
  facet normal nan nan nan
    outer loop
      vertex 1.0 0 0
      vertex 0 2.5 0
      vertex 0 0 1e-3
    endloop
  endfacet
  facet normal -1 0 0
    outer loop
      vertex 0 0 0
      vertex 0 0 0.001
      vertex 0 25e-1 0
    endloop
  endfacet
endsolid
)";

constexpr const char* kTextPly = R"(ply
format ascii 1.0
comment by hand
obj_info nothing
element vertex 4
property float x
property float y
property float z
property list uchar int friends
element edge 1
property int vertex1
property int vertex2
element face 4
property uchar red
property list uchar int vertex_index
end_header
0 0 0 0
1 0 0 2 7 8
0 2.5 0 0
0 0 1e-3 1 5
0 1
9 3 0 2 1
9 3 0 1 3
9 3 1 2 3
9 3 0 3 2
)";

constexpr const char* kMeditFaces = R"(MeshVersionFormatted 2
# by hand
Dimension
3
Vertices 4
0 0 0 7
1 0 0 7
0 2.5 0 7
0 0 1e-3 7
Edges
1
1 2 3
Corners 2
1
2
Triangles
4
1 3 2 0
1 2 4 0
2 3 4 0
1 4 3 0
Quadrilaterals
0
End
)";

constexpr const char* kMeditTets = R"(MeshVersionFormatted 1
Dimension 3
Vertices
4
0 0 0 0
1 0 0 0
0 2.5 0 0
0 0 1e-3 0
Triangles
1
1 3 2 0
Tetrahedra
1
1 2 3 4 5
End
)";

constexpr const char* kGmsh2 = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
1
2 1 "skin"
$EndPhysicalNames
$Nodes
4
10 0 0 0
3 1 0 0
7 0 2.5 0
1 0 0 1e-3
$EndNodes
$Elements
6
1 15 2 0 1 10
2 1 2 0 1 10 3
3 2 2 1 1 10 7 3
4 2 2 1 1 10 3 1
5 2 0 3 7 1
6 2 3 1 1 0 10 1 7
$EndElements
)";

constexpr const char* kGmsh40 = R"($MeshFormat
4 0 8
$EndMeshFormat
$Nodes
2 4
1 0 0 1
10 0 0 0
1 3 0 3
3 1 0 0
7 0 2.5 0
1 0 0 1e-3
$EndNodes
$Elements
1 1
1 3 4 1
1 10 3 7 1
$EndElements
)";

constexpr const char* kGmsh41 = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$Entities
0 0 0 0
$EndEntities
$Nodes
2 4 1 10
0 1 0 1
10
0 0 0
2 1 1 3
3
7
1
1 0 0 0.1 0.2
0 2.5 0 0.3 0.4
0 0 1e-3 0.5 0.6
$EndNodes
$Elements
2 2 1 2
2 1 2 1
1 10 7 3
3 1 4 1
2 10 3 7 1
$EndElements
$NodeData
1
"temperature"
$EndNodeData
)";

constexpr const char* kNode = R"(# by hand
4 3 1 1
1  0 0 0  20.0  1
2  1 0 0  20.0  1
3  0 2.5 0  20.0  1
4  0 0 1e-3  20.0  1
)";
constexpr const char* kNodeFromZero = "4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 2.5 0\n3 0 0 1e-3\n";
constexpr const char* kEleFromZero = "1 4 0\n0 0 1 2 3\n";

constexpr const char* kVtkPolygons = R"(# vtk DataFile Version 3.0
by hand, # is no comment here
ASCII
DATASET POLYDATA
FIELD FieldData 1
when 1 2 int
20 26
POINTS 4 float
0 0 0 1 0 0
0 2.5 0 0 0 1e-3
METADATA
INFORMATION 0

LINES 1 3
2 0 1
POLYGONS 4 16
3 0 2 1
3 0 1 3
3 1 2 3
3 0 3 2
POINT_DATA 4
SCALARS anything float
)";

constexpr const char* kVtkGrid = R"(# vtk DataFile Version 5.1
by hand
ASCII
DATASET UNSTRUCTURED_GRID
POINTS 4 double
0 0 0 1 0 0 0 2.5 0 0 0 1e-3
CELLS 4 8
OFFSETS vtktypeint64
0 1 4 8
CONNECTIVITY vtktypeint64
3 0 2 1 0 1 2 3
CELL_TYPES 3
1
5
10
)";

constexpr const char* kVtkOldGrid = R"(# vtk DataFile Version 2.0
by hand
ASCII
DATASET UNSTRUCTURED_GRID
POINTS 4 double
0 0 0 1 0 0 0 2.5 0 0 0 1e-3
CELLS 1 5
4 0 1 2 3
CELL_TYPES 1
10
)";

constexpr const char* kVtu = R"(<?xml version="1.0"?>
<!-- by hand -->
<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian">
  <UnstructuredGrid>
    <Piece NumberOfPoints="4" NumberOfCells="4">
      <PointData><DataArray type="Float64" Name="t" format="ascii">1 2 3 4</DataArray></PointData>
      <Points>
        <DataArray type="Float64" NumberOfComponents="3" format="ascii">
          0 0 0  1 0 0
          0 2.5 0  0 0 1e-3
        </DataArray>
      </Points>
      <Cells>
        <DataArray type="Int32" Name="connectivity" format="ascii">0 2 1 0 1 3 1 2 3 0 3 2</DataArray>
        <DataArray type="Int32" Name="offsets" format="ascii">3 6 9 12</DataArray>
        <DataArray type="UInt8" Name="types" format="ascii">5 5 5 5</DataArray>
      </Cells>
    </Piece>
  </UnstructuredGrid>
</VTKFile>
)";

using Parse = MeshFile (*)(const MeshSource& source);

std::function<MeshFile(const std::string&)> named(Parse parse) {
    return [parse](const std::string& bytes) { return parse({"example", bytes}); };
}

}  // namespace

std::vector<FormatExample> all_format_examples() {
    const auto parse_ele = [](const std::string& bytes) {
        return parse_tetgen({"example.node", kNodeFromZero}, {"example.ele", bytes});
    };
    const auto parse_node = [](const std::string& bytes) {
        return parse_tetgen({"example.node", bytes}, {"example.ele", "1 4 0\n1 1 2 3 4\n"});
    };
    return {{"OBJ", named(&parse_obj), kObj},
            {"OFF", named(&parse_off), kOff},
            {"COFF", named(&parse_off), kCoff},
            {"STL, ASCII", named(&parse_stl), kTextStl},
            {"STL, binary", named(&parse_stl), binary_stl(), false, false},
            {"PLY, ASCII", named(&parse_ply), kTextPly},
            {"PLY, little", named(&parse_ply), binary_ply(std::endian::little), false, false},
            {"PLY, big", named(&parse_ply), binary_ply(std::endian::big), false, false},
            {"Medit, faces", named(&parse_medit), kMeditFaces},
            {"Medit, tets", named(&parse_medit), kMeditTets, true},
            {"MSH 2.2", named(&parse_gmsh), kGmsh2},
            {"MSH 4.0", named(&parse_gmsh), kGmsh40, true},
            {"MSH 4.1", named(&parse_gmsh), kGmsh41, true},
            {"TetGen, .node", parse_node, kNode, true},
            {"TetGen, .ele", parse_ele, kEleFromZero, true},
            {"VTK, polygons", named(&parse_vtk), kVtkPolygons},
            {"VTK, binary", named(&parse_vtk), binary_vtk(), false, false},
            {"VTK, grid", named(&parse_vtk), kVtkGrid, true},
            {"VTK, old grid", named(&parse_vtk), kVtkOldGrid, true},
            {"VTU", named(&parse_vtu), kVtu}};
}

}  // namespace touchstone::testing
