#include "testcases/cases/fundamental/point_in_crack.h"

#include <cmath>
#include <vector>

#include "testcases/cases/fundamental/fundamental_case.h"

namespace touchstone {
namespace {

const double kAlpha = std::sqrt(0.5);  // Table 4's α

std::vector<Vec3> crack_normals() { return {{kAlpha, kAlpha, 0.0}, {-kAlpha, kAlpha, 0.0}}; }

/// Makes a lower body. Without a quality bound TetGen adds no point, so the walls keep their
/// triangles.
BodySetup make_lower(const std::string& name, const SurfaceMesh& surface) {
    BodySetup body = make_body(name, surface);
    body.tetgen_switches = "pQ";
    return body;
}

BodySetup make_upper(const std::string& name, const SurfaceMesh& surface, const SpikeSize& size) {
    BodySetup body = make_body(name, surface);
    body.world_from_shape = inverted(size);
    body.linear_velocity = Vec3(size.half_width, 0.0, 0.0);
    return body;
}

}  // namespace

TestCase make_spike_in_crack(BodyOrder order, double scene_size) {
    const SpikeSize size = spike_size(scene_size);
    return make_fundamental_case(
        {
            .id = "spike_in_crack",
            .title = "Spike in crack",
            .lower = make_lower("crack", make_crack()),
            .upper = make_upper("spike", make_spike(size), size),
            .normals = crack_normals(),
            .min_contacts = 2,
            .points = {Vec3::Zero()},
        },
        order);
}

TestCase make_spike_in_hole(BodyOrder order, double scene_size) {
    const SpikeSize size = spike_size(scene_size);
    return make_fundamental_case(
        {
            .id = "spike_in_hole",
            .title = "Spike in hole",
            .lower = make_lower("hole", make_hole()),
            .upper = make_upper("spike", make_spike(size), size),
            .normals = {{0.0, kAlpha, kAlpha},
                        {0.0, kAlpha, -kAlpha},
                        {kAlpha, kAlpha, 0.0},
                        {-kAlpha, kAlpha, 0.0}},
            .min_contacts = 4,
            .points = {Vec3::Zero()},
        },
        order);
}

TestCase make_wedge_in_crack(BodyOrder order, double scene_size) {
    const SpikeSize size = spike_size(scene_size);
    const double ridge_end = 2.0 * size.half_width;
    return make_fundamental_case(
        {
            .id = "wedge_in_crack",
            .title = "Wedge in crack",
            .lower = make_lower("crack", make_crack()),
            .upper = make_upper("wedge", make_wedge(size), size),
            .normals = crack_normals(),
            .min_contacts = 4,
            .points = {{0.0, 0.0, -ridge_end}, {0.0, 0.0, ridge_end}},
        },
        order);
}

}  // namespace touchstone
