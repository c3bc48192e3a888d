#pragma once

#include "testcases/scenes/test_case.h"

// Stones in rings about the y axis. Azimuth 0 is the direction of x; it grows towards -z, as
// turning about y does.

namespace touchstone {

/// Returns the pose of a stone whose own x points away from the axis, its y up.
Pose ring_pose(double radius, double y, double azimuth);

/// Returns the unit vector in which the azimuth grows.
Vec3 onward(double azimuth);

/// Throws UsageError unless "inner_radius" is below "outer_radius".
void require_shell(const CaseValues& values);

}  // namespace touchstone
