#include "testcases/cases/script_cases.h"

#include <algorithm>
#include <array>

#include "methods/base/error.h"
#include "methods/base/files/embedded_file.h"
#include "methods/mesh/files/parsers.h"
#include "testcases/files/script/scene_script.h"

namespace touchstone {
namespace {

const std::array kScriptCases = {
    ScriptCase{"ipc_01", "Tetrahedron on its tip on a plane", "01_pointTriangleCO.txt"},
    ScriptCase{"ipc_02", "Tetrahedron on the tip of another", "02_trianglePointCO.txt"},
    ScriptCase{"ipc_03", "Tetrahedron edge on edge", "03_edgeEdgeCO.txt"},
    ScriptCase{"ipc_04", "Elastic tetrahedron on the tip of another", "04_pointTriangle.txt"},
    ScriptCase{"ipc_05", "Elastic tetrahedra edge on edge", "05_edgeEdge.txt"},
    ScriptCase{"ipc_06", "Small tetrahedron on a large one", "06_tetTet.txt"},
    ScriptCase{"ipc_07", "Cube on a plane", "07_cubePlaneCO.txt"},
    ScriptCase{"ipc_08", "Cube on a fixed cube", "08_cubeCubeCO.txt"},
    ScriptCase{"ipc_09", "Small tetrahedron on a cube", "09_tetCube.txt"},
    ScriptCase{"ipc_10", "Tetrahedron flush on a cube", "10_alignedTetCube.txt"},
    ScriptCase{"ipc_11", "Small cube on a large one", "11_cubes.txt"},
    ScriptCase{"ipc_12", "Cube flush on a cube", "12_alignedCubes.txt"},
    ScriptCase{"ipc_13", "Five cubes of falling size", "13_fiveCubePyramid.txt"},
    ScriptCase{"ipc_14", "Five cubes in a stack", "14_fiveCubeStack.txt"},
    ScriptCase{"ipc_15", "Cubes into a slot of 5 mm to spare", "15_cubesCornerCO.txt"},
    ScriptCase{"ipc_16", "Tetrahedra into a slot of 5 mm to spare", "16_tetsCornerCO.txt"},
    ScriptCase{"ipc_17", "Spike on spike", "spikeSpikeCO.txt"},
    ScriptCase{"ipc_18", "Spike on wedge", "spikeWedgeCO.txt"},
    ScriptCase{"ipc_19", "Wedge on wedge", "wedgeWedgoCO.txt"},
    ScriptCase{"ipc_20", "Spike dragged out of a hole", "spikeHoleCO.txt"},
    ScriptCase{"ipc_21", "Spike dragged out of a crack", "spikeCrackCO.txt"},
    ScriptCase{"ipc_22", "Wedge in a crack", "wedgeCrackCO.txt"},
    ScriptCase{"ipc_23", "Spike dragged over a plane", "spikePlaneCO.txt"},
    ScriptCase{"ipc_24", "Wedge dragged over a plane", "wedgePlaneCO.txt"},
    ScriptCase{"ipc_25", "Cube on cliff edges", "cubeCliffCO.txt"},
    ScriptCase{"ipc_26", "Cube on internal edges", "cubeInternalEdgesCO.txt"},
    ScriptCase{"ipc_27", "Chain of five links", "27_chain.txt"},
    ScriptCase{"ipc_28", "Rod on a plane", "28_rodPlaneCO.txt"},
    ScriptCase{"ipc_30", "Twisted mat", "30_matTwist.txt"},
    ScriptCase{"ipc_chain_10", "Chain of ten links", "chain10.txt"},
    ScriptCase{"ipc_chain_35", "Chain of 35 links", "chain35.txt"},
    ScriptCase{"ipc_tet_slots", "Tetrahedron into slots of 0.5 µm to spare", "10_tetSlots.txt"},
    ScriptCase{"ipc_tight_cube", "Cube into a slot of 0.1 mm to spare", "tightFitCube.txt"},
    ScriptCase{"ipc_mass_ratio", "Heavy cube on a light one", "12_largeMassRatio.txt"},
    ScriptCase{"ipc_arch", "Arch of 25 stones", "7_masonryArch.txt"},
    ScriptCase{"ipc_rods", "Four twisted rods", "rodsTwist_E1e4_dt0.01.txt"},
};

MeshFile load_script_mesh(const std::string& file) {
    constexpr std::string_view kInput = "input/";
    const std::string name = file.starts_with(kInput) ? file.substr(kInput.size()) : file;
    const MeshSource source{name, find_embedded(ipc_files(), name).bytes};
    return name.ends_with(".obj") ? parse_obj(source) : parse_gmsh(source);
}

}  // namespace

std::span<const ScriptCase> all_script_cases() { return kScriptCases; }

TestCase make_script_case(std::string_view id) {
    const auto found = std::ranges::find(kScriptCases, id, &ScriptCase::id);
    if (found == kScriptCases.end()) {
        throw UnknownName("there is no scene script of the name " + std::string(id));
    }
    TestCase test_case = parse_scene_script(
        find_embedded(ipc_files(), "scenes/" + found->file).bytes, found->file, &load_script_mesh);
    test_case.source = "Li et al. [2020], scene " + found->file;
    return test_case;
}

}  // namespace touchstone
