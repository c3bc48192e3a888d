#pragma once

#include <vector>

#include "testcases/scenes/test_case.h"

namespace touchstone {

/// Collects the right answers between convex bodies that touch along flat sides.
class Joints {
 public:
    /// Reads the bodies' vertices once; the bodies must not change afterwards.
    explicit Joints(const std::vector<BodySetup>& bodies);

    /// Adds a joint along the side of `a` that faces along the unit vector `normal` and the side of
    /// `b` that faces it. The region is the overlap of the two sides, and its corners are the
    /// fewest contacts.
    void add_face(int a, int b, const Vec3& normal);

    /// Adds a joint along a part of an edge only, between the given ends: no contact is right, and
    /// so are contacts at the ends with any of the normals, those of planes between the bodies.
    void add_edge(int a, int b, const std::vector<Vec3>& ends, const std::vector<Vec3>& normals);

    /// Returns the reference with the joints so far.
    const Reference& reference() const { return reference_; }

    /// Returns the corners of the body's side that faces along the unit vector, counter-clockwise
    /// around it; fewer than three when no side does. World frame [m].
    std::vector<Vec3> side(int body, const Vec3& direction) const;

 private:
    std::vector<std::vector<Vec3>> vertices_;  ///< vertices of each body, world frame [m]
    Reference reference_;
};

}  // namespace touchstone
