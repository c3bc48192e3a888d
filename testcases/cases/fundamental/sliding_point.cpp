#include "testcases/cases/fundamental/sliding_point.h"

#include "testcases/cases/fundamental/fundamental_case.h"

namespace touchstone {
namespace {

BodySetup make_ground(double scene_size) {
    const double thickness = scene_size / 10.0;
    BodySetup ground;
    ground.name = "ground";
    ground.shape = BoxShape{Vec3(scene_size, thickness, scene_size)};
    ground.world_from_shape.translation = Vec3(0.0, -thickness / 2.0, 0.0);
    return ground;
}

/// Makes a body that touches the ground at x, and glides outward, away from the middle, by its
/// height each second.
BodySetup make_slider(const std::string& name, const SurfaceMesh& surface, const SpikeSize& size,
                      double x) {
    BodySetup body = make_body(name, surface);
    body.world_from_shape = inverted(size);
    body.world_from_shape.translation.x() = x;
    body.linear_velocity = Vec3(x, 0.0, 0.0);
    return body;
}

}  // namespace

TestCase make_sliding_spike(BodyOrder /*order*/, double scene_size) {
    const SpikeSize size = spike_size(scene_size);
    const double x = -size.height;
    // The ground is made first here: both orders are the same.
    return make_fundamental_case(
        {
            .id = "sliding_spike",
            .title = "Sliding spike",
            .lower = make_ground(scene_size),
            .upper = make_slider("spike", make_spike(size), size, x),
            .normals = {Vec3::UnitY()},
            .min_contacts = 1,
            .points = {{x, 0.0, 0.0}},
        },
        BodyOrder::LowerFirst);
}

TestCase make_sliding_wedge(BodyOrder /*order*/, double scene_size) {
    const SpikeSize size = spike_size(scene_size);
    const double x = size.height;
    const double ridge_end = 2.0 * size.half_width;
    return make_fundamental_case(
        {
            .id = "sliding_wedge",
            .title = "Sliding wedge",
            .lower = make_ground(scene_size),
            .upper = make_slider("wedge", make_wedge(size), size, x),
            .normals = {Vec3::UnitY()},
            .min_contacts = 2,
            .points = {{x, 0.0, -ridge_end}, {x, 0.0, ridge_end}},
        },
        BodyOrder::LowerFirst);
}

}  // namespace touchstone
