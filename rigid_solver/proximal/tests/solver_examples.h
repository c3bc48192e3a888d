#pragma once

#include <span>
#include <string>
#include <vector>

#include "methods/contact/contact_point.h"
#include "rigid_solver/proximal/solver_settings.h"
#include "rigid_solver/proximal/time_step.h"
#include "rigid_solver/rigid_body.h"

// Bodies and contacts whose motion is known by hand.

namespace touchstone::testing {

/// Makes a homogeneous box at the origin, in the frame of its centre.
RigidBody make_box_body(const std::string& name, const Vec3& size, double mass);

/// Makes a body at rest; its size does not matter to the solver.
RigidBody make_fixed_body(const std::string& name);

/// Makes the contacts of the box's lower four corners with the plane below, with upward normals.
/// `height`: that of the plane [m].
std::vector<ContactPoint> corner_contacts(int below, int box, const Pose& world_from_box,
                                          const Vec3& size, double height);

/// A chain of bodies in awkward poses with many random contacts between them.
struct RandomProblem {
    std::vector<RigidBody> bodies;  ///< bodies, of which the first is fixed
    std::vector<ContactPoint> contacts;
};
/// Makes a random problem. `tilt`: largest component of a normal besides its upward one of 1.
RandomProblem make_random_problem(int seed, int bodies, int contacts_per_pair, double tilt = 0.6);

}  // namespace touchstone::testing
