#pragma once

#include <span>
#include <vector>

#include "methods/contact/contact_point.h"
#include "methods/continuous/support_shape.h"
#include "methods/mesh/surface_mesh.h"
#include "rigid_solver/body_motion.h"
#include "rigid_solver/proximal/contact_solve.h"

// What bodies did to each other in a step of a trial, and whether they may have.

namespace touchstone {

/// The push of all contacts of two bodies in one step.
struct PairPush {
    int body_a = -1;
    int body_b = -1;
    double normal = 0.0;          ///< sum of the normal impulses [N s]
    Vec3 on_b = Vec3::Zero();     ///< impulse on B, friction included [N s]
    double against_itself = 0.0;  ///< largest impulse that comes with one at least as large in the
                                  ///< opposite direction [N s]
};

/// Returns the push of each pair of bodies with contacts, in the order of the contacts.
std::vector<PairPush> pair_pushes(std::span<const ContactPoint> contacts,
                                  std::span<const ContactImpulse> impulses);

/// A body as the hulls of its convex parts, body frame.
using HullParts = std::vector<SupportShape>;
/// Makes the hulls of convex surfaces.
HullParts make_hull_parts(std::span<const SurfaceMesh> parts);

/// A body on its way.
struct PartsOnWay {
    const HullParts* parts = nullptr;
    BodyState state;  ///< state at the start of the way
};

/// Returns how near two bodies come on their way, looked at in `pieces` equal pieces of the time
/// [m]; 0 where they overlap. Ends as soon as they are no farther apart than `enough`.
double nearest_on_way(const PartsOnWay& a, const PartsOnWay& b, double time, int pieces,
                      double enough);

/// Returns how near the two points of a contact come on the bodies' way, along its normal [m];
/// below 0 where they overlap. The normal turns with the contact's plane; of a contact that tells
/// none, with the facet on which the other body's corner is, and it keeps its direction for other
/// features. `a`, `b`: the bodies at the contact's query.
double least_gap_on_way(const ContactPoint& contact, const BodyState& a, const BodyState& b,
                        double time, int pieces);

/// Returns true where the parts of two bodies overlap.
bool overlap(const PartsOnWay& a, const PartsOnWay& b);

/// Returns the centre of mass of each of these surfaces, in their frame.
std::vector<Vec3> middles_of(std::span<const SurfaceMesh> parts);

/// Returns true when any of these middles of a body's parts lies inside one of the convex surfaces
/// of another body. `pose_a`, `pose_b`: poses of the two bodies.
bool has_middle_inside(std::span<const Vec3> a, const Pose& pose_a, std::span<const SurfaceMesh> b,
                       const Pose& pose_b);

}  // namespace touchstone
