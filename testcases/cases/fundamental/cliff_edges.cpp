#include "testcases/cases/fundamental/cliff_edges.h"

#include "testcases/cases/fundamental/fundamental_case.h"

namespace touchstone {

TestCase make_cliff_edges(BodyOrder /*order*/, double scene_size) {
    const double h = 0.2 * scene_size;
    BodySetup pedestal = make_body("pedestal", make_pedestal(h));
    pedestal.world_from_shape.translation = Vec3(0.0, -h, 0.0);
    BodySetup cube = make_body("cube", make_cube(h));
    cube.world_from_shape.translation = Vec3(0.0, h, 0.0);
    return make_fundamental_case(
        {
            .id = "cliff_edges",
            .title = "Cliff edges",
            .lower = pedestal,
            .upper = cube,
            .normals = {Vec3::UnitY()},
            .min_contacts = 4,
            .points = {{-h, 0.0, -h}, {h, 0.0, -h}, {h, 0.0, h}, {-h, 0.0, h}},
        },
        BodyOrder::LowerFirst);
}

}  // namespace touchstone
