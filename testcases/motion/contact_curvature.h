#pragma once

#include <optional>
#include <span>
#include <vector>

#include "methods/contact/contact_point.h"
#include "rigid_solver/rigid_body.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {

/// Returns k of each contact: the acceleration by which its gap opens without any acceleration of
/// the bodies, as they move before the step, at the poses at which it was found [m/s²]; see
/// rigid_solver/proximal/curved_step.h. There is none where a body has no exact shape, where
/// surfaces fit each other along a line or an area, and where the contact lies on no surface of the
/// shapes. Nor is there one where the bodies move too far for it in a step, so that Δt² k / 2 would
/// tell nothing about the gap after the step, and could bring more energy than the motion has:
/// where the normal turns by more than 0.2 rad, or Δt |k| / 2 is above a tenth of the bodies'
/// speed.
std::vector<std::optional<double>> contact_curvature_rates(const TestCase& scene,
                                                           std::span<const RigidBody> bodies,
                                                           std::span<const Pose> poses,
                                                           std::span<const ContactPoint> contacts,
                                                           double time_step);

}  // namespace touchstone
