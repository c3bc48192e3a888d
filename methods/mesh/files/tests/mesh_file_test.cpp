#include "methods/mesh/files/mesh_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/mesh/files/mesh_writer.h"
#include "methods/mesh/files/parsers.h"
#include "methods/mesh/files/tests/mesh_format_examples.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"

namespace touchstone {

namespace {

using Catch::Matchers::Contains;
using testing::all_format_examples;
using testing::FormatExample;

const std::vector<std::array<int, 3>> kFaces{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
const std::vector<std::array<int, 4>> kTets{{0, 1, 2, 3}};

/// The vertices of a format without double precision are those nearest to the right ones.
void check_is_the_example(const MeshFile& mesh, const FormatExample& example) {
    const bool single = example.name == "STL, binary";
    std::vector<Vec3> vertices{{0, 0, 0}, {1, 0, 0}, {0, 2.5, 0}, {0, 0, 1e-3}};
    if (single) {
        vertices[3].z() = 1e-3F;
    }
    if (example.name.starts_with("STL")) {  // it has the vertices in the order of the faces
        std::swap(vertices[1], vertices[2]);
        CHECK(mesh.vertices == vertices);
        CHECK(mesh.faces ==
              std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}, {2, 1, 3}, {0, 3, 1}});
        return;
    }
    CHECK(mesh.vertices == vertices);
    if (example.has_tets) {
        CHECK(mesh.tets == kTets);
    } else {
        CHECK(mesh.faces == kFaces);
        CHECK(mesh.tets.empty());
    }
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
        text.replace(at, what.size(), by);
    }
    return text;
}

/// The parser refuses the text with a message that has all the words, on one line.
void check_refused(MeshFile (*parse)(const MeshSource&), const std::string& bytes,
                   const std::vector<std::string>& words) {
    CAPTURE(bytes);
    try {
        parse({"bad.file", bytes});
        FAIL_CHECK("it was read");
    } catch (const FileError& error) {
        const std::string message = error.what();
        CHECK_THAT(message, Catch::StartsWith("bad.file"));
        CHECK(message.find('\n') == std::string::npos);
        for (const std::string& word : words) {
            CHECK_THAT(message, Contains(word));
        }
    }
}

}  // namespace

TEST_CASE("every form of every format gives the same mesh", "[mesh]") {
    for (const FormatExample& example : all_format_examples()) {
        CAPTURE(example.name);
        check_is_the_example(example.parse(example.bytes), example);
        if (!example.is_text) {
            continue;
        }
        check_is_the_example(example.parse(replaced(example.bytes, "\n", "\r\n")), example);
        check_is_the_example(example.parse("\xEF\xBB\xBF" + example.bytes), example);
        std::string open_end = example.bytes;
        open_end.pop_back();
        check_is_the_example(example.parse(open_end), example);
    }
}

TEST_CASE("no part of a file is taken for the whole", "[mesh]") {
    for (const FormatExample& example : all_format_examples()) {
        CAPTURE(example.name);
        // Of an OBJ every line stands for itself; the header of an STL may have ended there.
        const bool has_counts = example.name != "OBJ" && example.name != "STL, ASCII";
        for (std::size_t size = 0; size < example.bytes.size(); ++size) {
            CAPTURE(size);
            try {
                const MeshFile mesh = example.parse(example.bytes.substr(0, size));
                const bool complete = mesh.vertices.size() == 4 && mesh.faces.size() <= 4;
                CHECK((complete || !has_counts));
            } catch (const FileError& error) {
                CHECK_FALSE(std::string(error.what()).empty());
            }
        }
        if (example.name != "OBJ") {
            CHECK_THROWS_AS(example.parse(""), FileError);
        }
        CHECK_THROWS_AS(example.parse(std::string("\x00\xff\x80 \x01 garbage", 13)), FileError);
    }
}

TEST_CASE("readers keep what an inspection has to tell", "[mesh]") {
    const MeshFile mesh = parse_obj(
        {"a.obj",
         "v nan 0 -inf\nv 1e308 1e-308 0\nf 1 2 3\nf 0 1 -3\nf 1 2 99999999999999999999\n"});
    CHECK(std::isnan(mesh.vertices[0].x()));
    CHECK(std::isinf(mesh.vertices[0].z()));
    CHECK(mesh.vertices[1] == Vec3(1e308, 1e-308, 0));
    CHECK(mesh.faces == std::vector<std::array<int, 3>>{{0, 1, 2}, {-1, 0, -1}, {0, 1, -1}});
    const MeshFile tets = parse_medit({"a.mesh",
                                       "MeshVersionFormatted 2 Dimension 3 Vertices 1 0 0 0 0 "
                                       "Tetrahedra 1 1 -5 9 5000000000 0 End"});
    CHECK(tets.tets == std::vector<std::array<int, 4>>{{0, -1, 8, 2147483646}});
    // Six decimals more than a float has.
    CHECK(parse_off({"a.off", "OFF 1 0 0\n0.1234567890123456 0 0\n"}).vertices[0].x() ==
          0.1234567890123456);
}

TEST_CASE("polygons are cut into triangles that fill them", "[mesh]") {
    // An L, whose first corner is the inner one, and a square.
    const MeshFile mesh = parse_obj(
        {"a.obj",
         "v 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 0\nv 2 0 0\nv 2 1 0\nf 1 2 3 4 5 6\nf 4 5 6 1 \\\n"
         " # no comment\n"});
    REQUIRE(mesh.faces.size() == 4 + 2);
    double area = 0.0;
    for (const auto& [a, b, c] : mesh.faces) {
        const double part =
            (mesh.vertices[b] - mesh.vertices[a]).cross(mesh.vertices[c] - mesh.vertices[a]).z();
        CHECK(part > 0.0);
        area += 0.5 * part;
    }
    CHECK(area == 3.0 + 1.5);
    CHECK_THAT(mesh.format, Contains("2 polygons cut into triangles"));
    const MeshFile off = parse_off({"a.off", "4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n"});
    CHECK(off.faces == std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}});
    CHECK(parse_medit({"a.mesh",
                       "MeshVersionFormatted 2 Dimension 3 Vertices 4 0 0 0 0 1 0 0 0 1 1 0 0 0 1 "
                       "0 0 Quadrilaterals 1 1 2 3 4 0"})
              .faces == off.faces);
    const std::string vtk =
        "# vtk DataFile Version 3.0\nx\nASCII\nDATASET POLYDATA\n"
        "POINTS 4 int\n0 0 0 1 0 0 1 1 0 0 1 0\nPOLYGONS 1 5\n4 0 1 2 3\n";
    CHECK(parse_vtk({"a.vtk", vtk}).faces == off.faces);
    CHECK(parse_ply({"a.ply",
                     "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
                     "property float z\nelement face 1\nproperty list uchar int vertex_indices\n"
                     "end_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n"})
              .faces == off.faces);
    CHECK(parse_gmsh({"a.msh",
                      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n"
                      "4 0 1 0\n$EndNodes\n$Elements\n1\n1 3 0 1 2 3 4\n$EndElements\n"})
              .faces == off.faces);
    // Corners that do not exist are the inspection's business.
    CHECK(parse_obj({"a.obj", "v 0 0 0\nf 1 2 3 4\n"}).faces.size() == 2);
}

TEST_CASE("a polygon that is not flat is named by its place, or cut where it bends least",
          "[mesh]") {
    // Four corners; the diagonal from corner 0 bends more than that from corner 1. Then a triangle,
    // so that the file's last line is another.
    const std::string points = "0 0 0\n1 0 0\n3 3 0.1\n0 1 0\n";
    const std::string obj = "v 0 0 0\nv 1 0 0\nv 3 3 0.1\nv 0 1 0\nf 1 2 3 4\nf 1 2 3\n";
    const std::string off = "OFF 4 2 0\n" + points + "4 0 1 2 3\n3 0 1 2\n";
    const std::string ply =
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
        "property float z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n" +
        points + "4 0 1 2 3\n3 0 1 2\n";
    const std::string medit = "MeshVersionFormatted 2\nDimension 3\nVertices 4\n" +
                              replaced(points, "\n", " 0\n") +
                              "Quadrilaterals 1\n1 2 3 4 0\nTriangles 1\n1 2 3 0\n";
    const std::string gmsh =
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 3 3 0.1\n4 0 1 0\n"
        "$EndNodes\n$Elements\n2\n1 3 0 1 2 3 4\n2 2 0 1 2 3\n$EndElements\n";
    const std::string vtk =
        "# vtk DataFile Version 3.0\nx\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n" + points +
        "POLYGONS 2 9\n3 0 1 2\n4 0 1 2 3\nMETADATA\n\n";
    const std::string vtk5 =
        "# vtk DataFile Version 5.1\nx\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n" + points +
        "POLYGONS 3 7\nOFFSETS vtktypeint64\n0 3 7\nCONNECTIVITY vtktypeint64\n0 1 2\n0 1 2 3\n";
    const std::string vtu =
        "<VTKFile type='UnstructuredGrid'><UnstructuredGrid><Piece NumberOfPoints='4' "
        "NumberOfCells='2'><Points>\n<DataArray NumberOfComponents='3' format='ascii'>" +
        points +
        "</DataArray></Points><Cells>\n<DataArray Name='connectivity' format='ascii'>0 1 2\n0 1 2 "
        "3\n"
        "</DataArray>\n<DataArray Name='offsets' format='ascii'>3 7</DataArray>\n"
        "<DataArray Name='types' format='ascii'>5 9</DataArray></Cells></Piece>"
        "</UnstructuredGrid></VTKFile>";
    struct Form {
        MeshFile (*parse)(const MeshSource&);
        std::string bytes;
        std::string place;
    };
    const std::vector<Form> forms{
        {&parse_obj, obj, ":5:9: face 0"},     {&parse_off, off, ":6:9: face 0"},
        {&parse_ply, ply, ":14:9: face 0"},    {&parse_medit, medit, ":9:9: face 0"},
        {&parse_gmsh, gmsh, ":13:13: face 0"}, {&parse_vtk, vtk, ":12:9: face 1"},
        {&parse_vtk, vtk5, ":15:7: face 1"},   {&parse_vtu, vtu, ":8:7: face 1"},
    };
    for (const Form& form : forms) {
        check_refused(form.parse, form.bytes, {form.place, "one plane", "--repair"});
        BentPolygons bent;
        const MeshFile mesh = form.parse({"a.file", form.bytes, {}, &bent});
        CHECK(bent.count == 1);
        CHECK_THAT(bent.first, Contains("a.file" + form.place) && Contains("4 corners"));
        CHECK(std::ranges::count(mesh.faces, std::array{1, 2, 3}) == 1);
        CHECK(std::ranges::count(mesh.faces, std::array{1, 3, 0}) == 1);
        CHECK(mesh.faces.size() == 3);
    }
}

TEST_CASE("a polygon whose mean normal is zero is bent where it is not flat", "[mesh]") {
    const auto bent_of = [](const std::string& obj) {
        BentPolygons bent;
        const MeshFile mesh = parse_obj({"a.obj", obj, {}, &bent});
        CHECK(std::ssize(mesh.faces) == std::ranges::count(obj, 'v') - 2);
        return bent.count;
    };
    CHECK(bent_of("v 0 0 0\nv 1 2 2\nv 2 2 1\nv 2 2 2\nv 0 2 1\nv 1 0 1\nf 1 2 3 4 5 6\n") == 1);
    // An eight is flat, also where rounding makes it a mean normal that points anywhere.
    CHECK(bent_of("v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 4\n") == 0);
    CHECK(bent_of("v 1000.1 0.3 7.7\nv 1001.2 1.4 7.7\nv 1001.2 0.3 7.7\nv 1000.1 1.4 7.7\n"
                  "f 1 2 3 4\n") == 0);
    CHECK(bent_of("v 0 0 0\nv 0.1 0.2 0.3\nv 0.2 0.4 0.6\nv 0.7 1.4 2.1\nf 1 2 3 4\n") == 0);
}

TEST_CASE("a line of an OBJ goes on behind a backslash", "[mesh]") {
    const MeshFile mesh = parse_obj(
        {"a.obj",
         "v 0 \\\n0 0\nv 1 0 0\r\nv 0 1 \\\r\n 0\nf 1 \\\n 2\\\n 3\nusemtl a \\\nf 9 9 9\n"});
    CHECK(mesh.vertices == std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
    CHECK(mesh.faces == std::vector<std::array<int, 3>>{{0, 1, 2}});
}

TEST_CASE("binary Gmsh 4.1 reads as the same mesh in text", "[mesh]") {
    const bool little = GENERATE(true, false);
    std::string bytes = "$MeshFormat\n4.1 1 8\n";
    const auto put = [&]<typename T>(T value) {
        std::array<char, sizeof(T)> part;
        std::memcpy(part.data(), &value, sizeof(T));
        if (little != (std::endian::native == std::endian::little)) {
            std::ranges::reverse(part);
        }
        bytes.append(part.data(), part.size());
    };
    const auto put_ints = [&](std::initializer_list<std::int32_t> values) {
        std::ranges::for_each(values, put);
    };
    const auto put_longs = [&](std::initializer_list<std::int64_t> values) {
        std::ranges::for_each(values, put);
    };
    const auto put_doubles = [&](std::initializer_list<double> values) {
        std::ranges::for_each(values, put);
    };
    put(std::int32_t{1});
    bytes += "\n$EndMeshFormat\n$Entities\n";
    put_longs({0, 0, 0, 0});
    bytes += "\n$EndEntities\n$Nodes\n";
    put_longs({2, 4, 1, 9});
    put_ints({2, 1, 1});  // with two parameters
    put_longs({1, 9});
    put_doubles({0, 0, 0, 0.5, 0.25});
    put_ints({3, 1, 0});
    put_longs({3, 1, 2, 3});
    put_doubles({1, 0, 0, 0, 2.5, 0, 0, 0, 1e-3});
    bytes += "\n$EndNodes\n$Elements\n";
    put_longs({2, 2, 1, 2});
    put_ints({0, 1, 15});
    put_longs({1, 1, 9});
    put_ints({3, 1, 4});
    put_longs({1, 2, 9, 1, 2, 3});
    bytes += "\n$EndElements\n";
    const MeshFile mesh = parse_gmsh({"a.msh", bytes});
    CHECK(mesh.format == "Gmsh MSH 4.1, binary");
    CHECK(mesh.vertices == std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 2.5, 0}, {0, 0, 1e-3}});
    CHECK(mesh.tets == kTets);
    for (std::size_t size = 0; size + 2 < bytes.size(); ++size) {
        CAPTURE(size);
        CHECK_THROWS_AS(parse_gmsh({"a.msh", bytes.substr(0, size)}), FileError);
    }
}

TEST_CASE("readers refuse by name and place what is wrong or not supported", "[mesh]") {
    check_refused(&parse_obj, "v 0 0 0\nv 1 x 0\n", {"bad.file:2:5", "vertex 1", "'x'", "number"});
    check_refused(&parse_obj, "v 0 0 0\nv 1 0 0\nv 1 1 0.1\nv 0 1 0\nf 1 2 3 4\n",
                  {"face 0", "4 corners", "one plane", "triangulate"});
    check_refused(&parse_obj, "f 1 2\n", {"face 0", "fewer than three"});
    check_refused(&parse_obj, "f 1 2 3x\n", {"face 0", "'3x'"});
    check_refused(&parse_obj, "v 0 0 0 2\n", {"vertex 0", "weight"});
    check_refused(&parse_obj, "curv 0 1 1 2\n", {"'curv' is not supported"});
    check_refused(&parse_obj, "v 1e999 0 0\n", {"vertex 0", "double precision"});
    check_refused(&parse_off, "OFF BINARY\n", {"binary OFF"});
    check_refused(&parse_off, "4OFF\n", {"'4OFF'"});
    check_refused(&parse_off, "OFF 1 1 0\n0 0 0\n3 0 0\n", {"face 0", "3 corners"});
    check_refused(&parse_off, "OFF 1 1 0\n0 0 0\n2 0 0\n", {"face 0", "fewer than three"});
    check_refused(&parse_off, "1 x\n0 0 0\n", {"the faces", "'x'"});
    check_refused(&parse_off, "OFF 1 0 0\n0 0 0\n1 1 1\n", {":3:1", "goes on"});
    check_refused(&parse_off, "OFF 1 0 0\n0 0 0 0\n", {"vertex 0", "'0'", "more than belongs"});
    check_refused(&parse_off, "OFF -1 0 0\n", {"the vertices", "-1"});
    check_refused(&parse_stl,
                  "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
                  "vertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n",
                  {"face 0", "more than three corners"});
    check_refused(&parse_stl, "solid\nfacet normal 0 0 1\nouter hoop\n",
                  {":3:7", "'hoop'", "'loop'"});
    check_refused(&parse_stl, std::string(90, 'x'), {"byte 80", "bytes", "90"});
    check_refused(&parse_ply, "ply\nformat ascii 2.0\n", {"version '2.0'"});
    check_refused(&parse_ply,
                  "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
                  "end_header\n0 0\n",
                  {"no property 'z'"});
    check_refused(&parse_ply,
                  "ply\nformat ascii 1.0\nelement tristrips 1\nproperty list int int "
                  "vertex_indices\nend_header\n1 0\n",
                  {"tristrips", "not supported"});
    check_refused(&parse_medit, "MeshVersionFormatted 2 Dimension 2", {"dimension 2"});
    check_refused(&parse_medit, "MeshVersionFormatted 2 Dimension 3 Hexahedra 1 1 2 3 4 5 6 7 8 0",
                  {"Hexahedra", "not supported"});
    check_refused(&parse_medit, "MeshVersionFormatted 2 Dimension 3 Widgets 1", {"'Widgets'"});
    check_refused(&parse_medit, "MeshVersionFormatted 2 Dimension 3 Vertices 0",
                  {"Vertices", "cut short"});
    check_refused(&parse_gmsh, "$MeshFormat\n2.2 1 8\n", {"binary MSH", "4.1"});
    check_refused(&parse_gmsh, std::string("$MeshFormat\n4.1 1 8\n\x02\0\0\0\n", 25),
                  {"byte order"});
    check_refused(&parse_gmsh, "$MeshFormat\n3 0 8\n", {"version '3'"});
    check_refused(&parse_gmsh, "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Stuff\n", {"'$Stuff'"});
    check_refused(&parse_gmsh,
                  "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n0\n$EndNodes\n$Elements\n1\n"
                  "1 5 2 0 1 1 2 3 4 5 6 7 8\n$EndElements\n",
                  {":9:", "hexahedra", "not supported"});
    const std::string vtk = "# vtk DataFile Version 3.0\nx\nASCII\nDATASET ";
    check_refused(&parse_vtk, vtk + "STRUCTURED_GRID\n", {"'STRUCTURED_GRID'"});
    check_refused(&parse_vtk, vtk + "POLYDATA\nTRIANGLE_STRIPS 1 4\n", {"'TRIANGLE_STRIPS'"});
    check_refused(&parse_vtk,
                  vtk +
                      "UNSTRUCTURED_GRID\nPOINTS 0 int\nCELLS 1 9\n8 0 1 2 3 4 5 6 7\n"
                      "CELL_TYPES 1\n12\n",
                  {"cell 0", "hexahedron"});
    check_refused(&parse_vtu, "<VTKFile type='PolyData'/>", {":1:", "'PolyData'"});
    check_refused(&parse_vtu, "<VTKFile", {"no XML"});
    check_refused(&parse_vtu,
                  "<VTKFile type='UnstructuredGrid'><UnstructuredGrid><Piece><Points>\n"
                  "<DataArray NumberOfComponents='3' format='appended' offset='0'/>"
                  "</Points></Piece></UnstructuredGrid></VTKFile>",
                  {":2:", "'appended'", "ascii"});
}

TEST_CASE("a count that the file cannot hold is refused before memory is taken", "[mesh]") {
    const std::string huge = GENERATE("400000000", "2147483647", "9223372036854775807");
    CAPTURE(huge);
    check_refused(&parse_off, "OFF " + huge + " 0 0\n0 0 0\n",
                  {"the vertices", huge, "do not fit"});
    check_refused(&parse_off, "OFF 0 " + huge + " 0\n", {"the faces", huge});
    check_refused(&parse_medit, "MeshVersionFormatted 2 Dimension 3 Tetrahedra " + huge, {huge});
    check_refused(&parse_medit, "MeshVersionFormatted 2 Dimension 3 Edges " + huge, {huge});
    check_refused(&parse_gmsh, "$MeshFormat 4.1 0 8 $EndMeshFormat $Nodes 1 " + huge, {huge});
    check_refused(&parse_gmsh, "$MeshFormat 2.2 0 8 $EndMeshFormat $Nodes " + huge, {huge});
    check_refused(&parse_ply,
                  "ply\nformat binary_little_endian 1.0\nelement vertex " + huge +
                      "\nproperty char x\nproperty char y\nproperty char z\nend_header\nabc",
                  {"vertex", huge});
    check_refused(&parse_ply, "ply\nformat ascii 1.0\nelement nothing " + huge + "\nend_header\n",
                  {"nothing"});
    check_refused(
        &parse_vtk,
        "# vtk DataFile Version 3.0\nx\nBINARY\nDATASET POLYDATA\nPOINTS " + huge + " double\n",
        {huge});
    const MeshSource node{"a.node", "0 3 0 0\n"};
    const std::string ele = huge + " 4 0\n";
    CHECK_THROWS_WITH(parse_tetgen(node, {"a.ele", ele}), Contains("a.ele:1:1") && Contains(huge));
    std::string stl(84, '\0');
    std::fill(stl.begin() + 80, stl.end(), '\xff');
    check_refused(&parse_stl, stl, {"byte 80", "214748364834 bytes"});
}

TEST_CASE("no choice of numbers makes readers slow that give vertices by number or place",
          "[mesh]") {
    // Multiples of bucket counts that hash tables of this many entries have: in one of them all
    // would lie in one bucket, and this test would take minutes.
    constexpr std::int64_t kCount = 160'000;
    constexpr std::int64_t kStep = std::int64_t{172'933} * 351'061;
    std::string gmsh = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n" + std::to_string(kCount);
    for (std::int64_t i = kCount; i > 0; --i) {
        gmsh += "\n" + std::to_string(3 * i * kStep) + " " + std::to_string(i) + " 0 0";
    }
    gmsh += "\n$EndNodes\n$Elements\n1\n1 4 0 " + std::to_string(3 * kStep) + " " +
            std::to_string(6 * kStep) + " " + std::to_string(9 * kStep) + " 5\n$EndElements\n";
    const MeshFile mesh = parse_gmsh({"many.msh", gmsh});
    CHECK(std::ssize(mesh.vertices) == kCount);
    // Tags count down, so that the first stands last; nothing has the tag 5.
    const int last = static_cast<int>(kCount) - 1;
    CHECK(mesh.tets == std::vector<std::array<int, 4>>{{last, last - 1, last - 2, -1}});
    check_refused(&parse_gmsh,
                  "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n3\n7 0 0 0\n8 0 0 0\n7 1 0 0\n",
                  {"vertex 2", "number 7"});
}

TEST_CASE("an STL's corners at one place are one vertex, zeros of both signs too", "[mesh]") {
    const std::string text =
        "solid a\nfacet normal 0 0 0\nouter loop\nvertex 1 0 0\nvertex 0 1 0\nvertex -0 0 0\n"
        "endloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex 0 -0 0\nvertex 0 1 0\n"
        "vertex nan 0 0\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex nan 0 0\n"
        "vertex 0 1 0\nvertex 1 0 0\nendloop\nendfacet\nendsolid a\n";
    const MeshFile mesh = parse_stl({"a.stl", text});
    CHECK(std::ssize(mesh.vertices) == 5);  // a place without a number is no one's
    CHECK(mesh.faces == std::vector<std::array<int, 3>>{{0, 1, 2}, {2, 1, 3}, {4, 1, 0}});
    CHECK(std::signbit(mesh.vertices[2].x()));
}

TEST_CASE("read_mesh goes by the ending and names the file that it cannot read", "[mesh]") {
    const testing::TemporaryFolder folder;
    const auto write = [&](const std::string& name, const std::string& bytes) {
        std::ofstream(folder.path() / name, std::ios::binary) << bytes;
        return folder.path() / name;
    };
    CHECK(read_mesh(write("a.OFF", "OFF 1 0 0\n1 2 3\n")).vertices == std::vector<Vec3>{{1, 2, 3}});
    CHECK_THROWS_WITH(read_mesh(write("a.fbx", "")), Contains("a.fbx") && Contains(".obj, .stl"));
    CHECK_THROWS_WITH(read_mesh(folder.path() / "none.off"),
                      Contains("none.off: cannot be read: No such file"));
    std::filesystem::create_directory(folder.path() / "folder.off");
    CHECK_THROWS_WITH(read_mesh(folder.path() / "folder.off"), Contains("no regular file"));
    write("b.node", "4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n");
    CHECK_THROWS_WITH(read_mesh(folder.path() / "b.node"), Contains("b.ele: cannot be read"));
    write("b.ele", "1 4 0\n0 0 1 2 3\n");
    CHECK(read_mesh(folder.path() / "b.node").tets == kTets);
    CHECK(read_mesh(folder.path() / "b.ele").tets == kTets);
}

TEST_CASE("read_mesh shows its progress in every format and stops when told", "[mesh]") {
    const testing::TemporaryFolder folder;
    const auto check_file = [&](const std::string& name, const std::string& bytes) {
        CAPTURE(name);
        const std::filesystem::path file = folder.path() / name;
        std::ofstream(file, std::ios::binary) << bytes;
        std::vector<double> shares;
        const MeshFile mesh = read_mesh(file, [&](double share) {
            shares.push_back(share);
            return true;
        });
        CHECK_FALSE(mesh.format.empty());
        CHECK(shares.size() > 3);
        CHECK(std::is_sorted(shares.begin(), shares.end()));
        CHECK(shares.back() > 0.7);
        CHECK(shares.back() <= 1.0);
        int calls = 0;
        const MeshFile stopped = read_mesh(file, [&](double) { return ++calls < 3; });
        CHECK(calls == 3);
        CHECK(stopped.format.empty());
        CHECK(stopped.vertices.empty());
    };
    constexpr int kCount = 60000;
    std::string points;
    std::string rows;
    for (int i = 0; i < kCount; ++i) {
        points += "0.125 0.25 0.5\n";
        rows += std::to_string(i) + " 0.125 0.25 0.5\n";
    }
    const std::string count = std::to_string(kCount);
    check_file("a.off", "OFF\n" + count + " 0 0\n" + points);
    check_file("a.vtu",
               "<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid><Piece NumberOfPoints=\"" +
                   count +
                   "\" NumberOfCells=\"0\"><Points><DataArray NumberOfComponents=\"3\" "
                   "format=\"ascii\">" +
                   points +
                   "</DataArray></Points><Cells><DataArray Name=\"connectivity\" format=\"ascii\"/>"
                   "<DataArray Name=\"offsets\" format=\"ascii\"/><DataArray Name=\"types\" "
                   "format=\"ascii\"/></Cells></Piece></UnstructuredGrid></VTKFile>");
    check_file("a.ply",
               "ply\nformat binary_little_endian 1.0\nelement vertex " + count +
                   "\nproperty double x\nproperty double y\nproperty double z\nend_header\n" +
                   std::string(24 * kCount, '\0'));
    std::string stl(84 + 50 * kCount, '\0');
    for (int i = 0; i < 4; ++i) {
        stl[80 + i] = static_cast<char>(kCount >> (8 * i));
    }
    check_file("a.stl", stl);
    std::ofstream(folder.path() / "b.ele") << "0 4 0\n";
    check_file("b.node", count + " 3 0 0\n" + rows);
}

TEST_CASE("a written mesh reads back bit for bit", "[mesh]") {
    const testing::TemporaryFolder folder;
    MeshFile mesh;
    mesh.vertices = {{0.1, -0.0, 1e-300}, {1.0 / 3.0, 2e22, 3}, {5, 6, 7}, {8, 9, 0.3}};
    mesh.faces = kFaces;
    for (const char* name : {"a.off", "a.obj", "a.mesh"}) {
        CAPTURE(name);
        const std::filesystem::path file = folder.path() / name;
        std::ofstream(file) << mesh_text(mesh, file);
        const MeshFile read = read_mesh(file);
        CHECK(read.vertices == mesh.vertices);
        CHECK(std::signbit(read.vertices[0].y()));
        CHECK(read.faces == mesh.faces);
    }
    mesh.faces.push_back({0, 1, std::numeric_limits<int>::max()});  // out of range, still a number
    CHECK_THAT(mesh_text(mesh, "a.obj"), Catch::EndsWith("f 1 2 2147483648\n"));
    mesh.faces.clear();
    mesh.tets = kTets;
    CHECK_THROWS_AS(mesh_text(mesh, "a.off"), UsageError);
    CHECK_THROWS_AS(mesh_text(mesh, "a.stl"), UsageError);
    CHECK(parse_medit({"a.mesh", mesh_text(mesh, "a.mesh")}).tets == kTets);
}

}  // namespace touchstone
