#include "testcases/cases/fundamental/internal_edges.h"

#include "testcases/cases/fundamental/fundamental_case.h"

namespace touchstone {

TestCase make_internal_edges(BodyOrder /*order*/, double scene_size) {
    const double w = 0.1 * scene_size;
    const double d = 0.05 * scene_size;
    BodySetup base = make_body("base", make_internal_edge_base(w, d));
    base.world_from_shape.translation = Vec3(0.0, -d, 0.0);
    BodySetup cube = make_body("cube", make_cube(d));
    cube.world_from_shape.translation = Vec3(0.0, d, 0.0);
    return make_fundamental_case(
        {
            .id = "internal_edges",
            .title = "Internal edges",
            .lower = base,
            .upper = cube,
            .normals = {Vec3::UnitY()},
            .min_contacts = 4,
            .points = {{-d, 0.0, -d}, {d, 0.0, -d}, {d, 0.0, d}, {-d, 0.0, d}},
        },
        BodyOrder::LowerFirst);
}

}  // namespace touchstone
