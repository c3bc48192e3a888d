#include "testcases/cases/field_cases.h"

#include <algorithm>
#include <array>
#include <string>

#include "methods/base/error.h"
#include "methods/base/files/embedded_file.h"
#include "methods/mesh/files/parsers.h"
#include "methods/mesh/health/load_mesh.h"
#include "testcases/files/scene_file.h"

namespace touchstone {
namespace {

constexpr std::array<FieldCase, 31> kFieldCases{{
    {"h01_ball_near_rim_deep", "Ball of radius 3 half a unit inside the rim of a slab, 0.05 deep"},
    {"h01_ball_near_rim_shallow",
     "Ball of radius 3 half a unit inside the rim of a slab, 0.001 deep"},
    {"h02_cubes_exactly_touching", "Two unit cubes that share a face plane"},
    {"h03_boxes_sharing_a_face", "Two boxes 1e-4 into each other over a whole face"},
    {"h03_cube_centred_in_plate",
     "A cube with its centre in the middle of a plate: deep, with a tie"},
    {"h04_box_meshes_with_a_common_face",
     "Two box meshes on x = 0 whose vertices and diagonals coincide"},
    {"h05_small_box_on_large_box_sunk", "Small box mesh on a large box mesh, 1 mm sunk"},
    {"h05_small_box_on_large_box_touching", "Small box mesh on a large box mesh"},
    {"h06_small_cube_in_corner_of_large",
     "A small cube buried in the corner of a large one, on the diagonal"},
    {"h07_triangular_prism_on_plane", "A triangular prism standing on a plane"},
    {"h08_ball_after_seam_sunk", "Ball that rolls away from the seam between two cubes, 1 mm deep"},
    {"h08_ball_after_seam_touching",
     "Ball that rolls away from the seam between two cubes, touching"},
    {"h08_ball_before_seam_sunk", "Ball that rolls up to the seam between two cubes, 1 mm deep"},
    {"h08_ball_before_seam_touching", "Ball that rolls up to the seam between two cubes, touching"},
    {"h08_ball_far_from_seam", "Ball far from the seam: one cube answers, the other must not"},
    {"h08_ball_over_seam_of_one_body", "The same joint as an internal edge of one body, 1 mm deep"},
    {"h09_ball_on_tessellated_ramp_sunk", "Ball on the diagonals of a straight ramp, 1 mm deep"},
    {"h09_ball_on_tessellated_ramp_touching", "Ball on the diagonals of a straight ramp"},
    {"h10_disc_overhanging_plate", "A thin disc that overhangs a thin plate"},
    {"h16_nearly_collinear_edges", "Two edges almost on one line, half a unit apart"},
    {"h17_small_box_on_growing_plates", "A small box on plates up to 200 m wide"},
    {"h18_stack_of_five_cubes", "Five unit cubes in a stack"},
    {"h19_heavy_box_on_light_box", "A box on one a hundred times lighter"},
    {"h20_flush_cubes_far_away_gap",
     "Flush cubes up to 50 km out, one unit in the last place (32-bit) of gap"},
    {"h20_flush_cubes_far_away_overlap",
     "Flush cubes up to 50 km out, one unit in the last place (32-bit) of overlap"},
    {"h20_plates_2_mm_apart_at_10_km", "Two plates 2 mm apart in z, 10 km out in x"},
    {"h21_cube_under_tetrahedron",
     "A tetrahedron on its tip on a cube: which way does the normal point?"},
    {"h21_tetrahedron_over_cube", "The same pair in the other order"},
    {"h22_block_of_27_cubes", "27 cubes in a block and one dropped cube: the same list every time"},
    {"h23_tet_blocks_1_mm_apart", "Two tetrahedral blocks with a gap of 1 mm"},
    {"h24_spare_vertex_on_straight_edge", "A box across a spare vertex of a straight floor edge"},
}};

const EmbeddedFile& find_file(std::string_view name) {
    const std::span<const EmbeddedFile> files = field_files();
    const auto found = std::ranges::find(files, name, &EmbeddedFile::name);
    if (found == files.end()) {
        throw UnknownName("the field cases have no file " + std::string(name));
    }
    return *found;
}

LoadedMesh load_field_mesh(const std::string& name) {
    const EmbeddedFile& file = find_file(name);
    const MeshSource source{name, file.bytes};
    return load_mesh(name.ends_with(".off") ? parse_off(source) : parse_medit(source), name);
}

}  // namespace

std::span<const FieldCase> all_field_cases() { return kFieldCases; }

TestCase make_field_case(std::string_view id) {
    const std::string name = std::string(id) + ".json";
    return parse_scene(find_file(name).bytes, name, &load_field_mesh);
}

}  // namespace touchstone
