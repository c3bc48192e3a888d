#include "methods/mesh/files/tests/fuzz/reader_check.h"

#include <algorithm>
#include <array>
#include <string>

#include "methods/base/error.h"
#include "methods/mesh/files/parsers.h"
#include "methods/mesh/health/inspection.h"
#include "methods/mesh/health/load_mesh.h"
#include "methods/mesh/health/repair.h"
#include "methods/testing/promise.h"

namespace touchstone::testing {

namespace {

constexpr std::array<std::string_view, 9> kNames{"gmsh", "medit",  "obj", "off", "ply",
                                                 "stl",  "tetgen", "vtk", "vtu"};

MeshFile parse(std::string_view name, std::string_view bytes) {
    constexpr std::array<MeshFile (*)(const MeshSource&), 9> kParsers{
        &parse_gmsh, &parse_medit, &parse_obj, &parse_off, &parse_ply,
        &parse_stl,  nullptr,      &parse_vtk, &parse_vtu};
    if (name == "tetgen") {
        const std::size_t middle = std::min(bytes.find('\0'), bytes.size());
        const std::size_t ele = std::min(middle + 1, bytes.size());
        return parse_tetgen({"a.node", bytes.substr(0, middle)}, {"a.ele", bytes.substr(ele)});
    }
    const auto index = std::find(kNames.begin(), kNames.end(), name) - kNames.begin();
    return kParsers.at(index)({"a." + std::string(name), bytes});
}

void check_mesh(const MeshFile& mesh) {
    for (const auto& face : mesh.faces) {
        require(*std::min_element(face.begin(), face.end()) >= -1, "an index is below -1");
    }
    const Repair repaired = repair(mesh);
    for (const MeshProblem& problem : inspect(repaired.mesh)) {
        require(problem.problem != "duplicate_vertex", "repair left duplicate vertices");
        require(problem.problem != "duplicate_face", "repair left duplicate faces");
        require(problem.elements.empty() ||
                    std::is_sorted(problem.elements.begin(), problem.elements.end()),
                "elements are out of order");
    }
    try {
        load_mesh(mesh, "a mesh");
    } catch (const FileError&) {  // what most meshes deserve
    }
}

}  // namespace

std::span<const std::string_view> all_reader_names() { return kNames; }

void check_reader(std::string_view name, std::string_view bytes) {
    MeshFile mesh;
    try {
        mesh = parse(name, bytes);
    } catch (const FileError&) {
        return;
    }
    if (!mesh.tets.empty()) {
        mesh.faces.clear();  // as read_mesh does
    }
    check_mesh(mesh);
}

}  // namespace touchstone::testing
