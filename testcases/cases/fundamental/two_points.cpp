#include "testcases/cases/fundamental/two_points.h"

#include <cmath>

#include "testcases/cases/fundamental/fundamental_case.h"

namespace touchstone {
namespace {

const double kBeta = 1.0 / std::sqrt(10.0);   // Table 4's β
const double kGamma = 3.0 / std::sqrt(10.0);  // Table 4's γ

/// Makes the lower body, with its tip at the origin from below.
BodySetup make_lower(const std::string& name, const SurfaceMesh& surface, const SpikeSize& size) {
    BodySetup body = make_body(name, surface);
    body.world_from_shape.translation = Vec3(0.0, -size.height, 0.0);
    return body;
}

/// Makes the upper body, with its tip at the origin from above, moving down and to the side of
/// `x_sign`.
BodySetup make_upper(const std::string& name, const SurfaceMesh& surface, const SpikeSize& size,
                     double x_sign) {
    BodySetup body = make_body(name, surface);
    body.world_from_shape = inverted(size);
    body.linear_velocity = Vec3(x_sign * size.height / 2.0, -2.0 * size.height, 0.0);
    return body;
}

}  // namespace

TestCase make_spikes(BodyOrder order, double scene_size) {
    const SpikeSize size = spike_size(scene_size);
    return make_fundamental_case(
        {
            .id = "spikes",
            .title = "Spikes",
            .lower = make_lower("lower_spike", make_spike(size), size),
            .upper = make_upper("upper_spike", make_spike(size), size, 1.0),
            .normals = {{kGamma, kBeta, 0.0}},
            .min_contacts = 1,
            .points = {Vec3::Zero()},
            .kinematic = true,
        },
        order);
}

TestCase make_spike_and_wedge(BodyOrder order, double scene_size) {
    const SpikeSize size = spike_size(scene_size);
    return make_fundamental_case(
        {
            .id = "spike_and_wedge",
            .title = "Spike and wedge",
            .lower = make_lower("wedge", make_wedge(size), size),
            .upper = make_upper("spike", make_spike(size), size, 1.0),
            .normals = {{kGamma, kBeta, 0.0}},
            .min_contacts = 1,
            .points = {Vec3::Zero()},
            .kinematic = true,
        },
        order);
}

TestCase make_wedges(BodyOrder order, double scene_size) {
    const SpikeSize size = spike_size(scene_size);
    const double ridge_end = 2.0 * size.half_width;
    return make_fundamental_case(
        {
            .id = "wedges",
            .title = "Wedges",
            .lower = make_lower("lower_wedge", make_wedge(size), size),
            .upper = make_upper("upper_wedge", make_wedge(size), size, -1.0),
            .normals = {{-kGamma, kBeta, 0.0}},
            .min_contacts = 2,
            .points = {{0.0, 0.0, -ridge_end}, {0.0, 0.0, ridge_end}},
            .kinematic = true,
        },
        order);
}

}  // namespace touchstone
