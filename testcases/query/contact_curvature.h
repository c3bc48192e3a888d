#pragma once

#include <span>
#include <vector>

#include "methods/contact/contact_point.h"
#include "rigid_solver/rigid_body.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {

/// Returns k of each contact: the acceleration by which its gap opens without any acceleration of
/// the bodies, as they move before the step, at the poses at which it was found [m/s²]; see
/// rigid_solver/proximal/curved_step.h. It is 0 where a body has no exact shape, where surfaces fit
/// each other along a line or an area, and where the contact lies on no surface of the shapes.
std::vector<double> contact_curvature_rates(const TestCase& scene,
                                            std::span<const RigidBody> bodies,
                                            std::span<const Pose> poses,
                                            std::span<const ContactPoint> contacts);

}  // namespace touchstone
