#pragma once

#include <vector>

#include "testcases/scenes/test_case.h"

namespace touchstone {

/// Collects the right answers between convex bodies that touch along flat sides.
class Joints {
 public:
    /// The bodies must stay as they are: their vertices are taken once.
    explicit Joints(const std::vector<BodySetup>& bodies);

    /// The bodies touch along the side of `a` that faces along the unit vector `normal` and the
    /// side of `b` that faces it. The region is what the two sides share, its corners are the
    /// fewest contacts.
    void add_face(int a, int b, const Vec3& normal);

    /// The bodies share nothing but a part of an edge, between the given ends: no contact is right,
    /// and so are contacts at the ends with any of the normals, those of planes between the bodies.
    void add_edge(int a, int b, const std::vector<Vec3>& ends, const std::vector<Vec3>& normals);

    const Reference& reference() const { return reference_; }

    /// The corners of the body's side that faces along the unit vector, counter-clockwise around
    /// it; fewer than three when no side does. World frame [m].
    std::vector<Vec3> side(int body, const Vec3& direction) const;

 private:
    std::vector<std::vector<Vec3>> vertices_;  ///< per body, world frame [m]
    Reference reference_;
};

}  // namespace touchstone
