#pragma once

#include <string>
#include <vector>

#include "testcases/cases/named_bodies.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {

/// The parts in which the fundamental cases of Erleben [2018], Table 4, differ: a fixed body below,
/// one that may move above it, and the right answer between the two.
struct FundamentalCase {
    std::string id;
    std::string title;
    BodySetup lower;
    BodySetup upper;
    std::vector<Vec3> normals;  ///< right normals, from the lower to the upper body
    int min_contacts = 0;
    std::vector<Vec3> points;  ///< positions of the contacts before the half step [m]
    bool kinematic = false;    ///< true: the upper body's velocity singles out the answer
};

/// Makes a case with the lower body fixed, the bodies in the given order, and the query at half a
/// time step. The reference keeps pointing up: its body_a is the lower body in either order.
TestCase make_fundamental_case(const FundamentalCase& parts, BodyOrder order);

/// Makes a body of a surface, at rest in its own frame.
BodySetup make_body(const std::string& name, const SurfaceMesh& surface);

/// Returns the pose turned by π about x and lifted by the height: the spike's apex comes to the
/// origin, the wedge's ridge onto the z axis. The rotation is the exact quaternion (0, 1, 0, 0), so
/// no coordinate is rounded.
Pose inverted(const SpikeSize& size);

}  // namespace touchstone
