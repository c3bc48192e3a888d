#pragma once

#include <span>
#include <vector>

#include "testcases/scenes/test_case.h"

namespace touchstone {

/// A plane between two bodies that are near each other, across the shortest way from one to the
/// other. As long as they are apart it proves it: it is the witness of Baraff [1990], §7.
struct WitnessPlane {
    int body_a = -1;
    int body_b = -1;
    Vec3 point = Vec3::Constant(kUnset);   ///< halfway between the bodies, world frame [m]
    Vec3 normal = Vec3::Constant(kUnset);  ///< unit vector from A to B
    double separation = kUnset;  ///< negative: the bodies overlap, and none parts them [m]
};

/// Returns a plane for each pair of boxes and exact curved shapes, not both fixed, that are nearer
/// than `reach` [m], at these poses. Left out are elastic bodies, whose shape is another, and pairs
/// that have no answer.
std::vector<WitnessPlane> witness_planes(const TestCase& scene,
                                         std::span<const Pose> world_from_shape, double reach);

}  // namespace touchstone
