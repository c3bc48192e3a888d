#pragma once

#include <span>
#include <vector>

#include "generators/convex_cast/part_motion.h"
#include "methods/contact/contact_point.h"
#include "rigid_solver/rigid_body.h"
#include "testcases/query/study_scene.h"

namespace touchstone {

/// A body's motion that ended at another body.
struct MotionStop {
    int body_a = -1;  ///< lower of the two body numbers
    int body_b = -1;
    int part_a = -1;    ///< convex part of body A that met
    int part_b = -1;    ///< convex part of body B that met
    double time = 1.0;  ///< time at which they met, as a share of the motion, in [0, 1]
};

/// The ends of the bodies' motions in a scene.
struct MotionEnds {
    std::vector<double> shares;     ///< share of its motion that each body makes, in [0, 1]
    std::vector<MotionStop> stops;  ///< stops in the order of time
    ImpactWork work;                ///< work that finding them took
};

/// Keeps the bodies of a scene from passing through each other, whatever contacts the solver is
/// given: bounds each body's motion by its first contact, found by casts of convex parts. A convex
/// body is one part; any other has the convex parts given with it, or one part for each of its
/// tetrahedra. Bodies may pass into each other by less than their parts' margins, at most 0.002 of
/// the width of the thinnest body, and at sharp corners by as much as the core of a part stays
/// behind its surface there, so that methods that need an overlap find one. Bodies that overlap by
/// more at the start of a motion are not kept apart.
class MotionBound {
 public:
    /// Prepares the bodies of a scene; fills those that are not convex. Throws what filling throws.
    explicit MotionBound(const StudyScene& scene);

    /// Returns how far each body comes that starts from its pose and keeps the velocities of
    /// `bodies` for `duration` [s]. Where two meet, both stay there, and the others go on.
    MotionEnds ends(std::span<const RigidBody> bodies, std::span<const Pose> starts,
                    double duration) const;

    /// Returns the contacts of the pairs that are stopped and have come so near, at the poses
    /// given, that only the solver can part them: without a gap, at the corners of where their
    /// parts meet.
    std::vector<ContactPoint> contacts(std::span<const MotionStop> stops,
                                       std::span<const RigidBody> bodies,
                                       std::span<const Pose> poses) const;

 private:
    const ConvexParts& parts_of(int body) const { return parts_[part_of_body_[body]]; }

    std::vector<ConvexParts> parts_;  ///< convex parts of each distinct body
    std::vector<int> part_of_body_;   ///< index in `parts_` of each body
};

}  // namespace touchstone
