#pragma once

#include <string>
#include <vector>

#include "testcases/cases/named_bodies.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {

/// What differs between the fundamental cases of Erleben [2018], Table 4: a fixed body below, one
/// that may move above it, and the right answer between the two.
struct FundamentalCase {
    std::string id;
    std::string title;
    BodySetup lower;
    BodySetup upper;
    std::vector<Vec3> normals;  ///< from the lower to the upper body
    int min_contacts = 0;
    std::vector<Vec3> points;  ///< where the contacts are, before the half step
    bool kinematic = false;    ///< the upper body's velocity singles out the answer
};

/// Makes the lower body fixed, lists the bodies in the order asked for, and asks for the query at
/// half a time step. The reference keeps pointing up: its body_a is the lower body in either order.
TestCase make_fundamental_case(const FundamentalCase& parts, BodyOrder order);

BodySetup make_body(const std::string& name, const SurfaceMesh& surface);

/// Turned by π about x and lifted by the height: the spike's apex comes to the origin, the wedge's
/// ridge onto the z axis. The turn is the exact quaternion (0, 1, 0, 0), so no coordinate is
/// rounded.
Pose inverted(const SpikeSize& size);

}  // namespace touchstone
