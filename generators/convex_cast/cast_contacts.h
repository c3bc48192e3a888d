#pragma once

#include <vector>

#include "generators/generator.h"

namespace touchstone {

/// Settings of the contacts by convex casts.
struct CastContactSettings {
    double eps = 0.005;  ///< gap that counts as touch, of the smaller body's size [-]
};

/// Returns what can be set; both profiles begin alike, since the paper does not have the method.
MethodOptions cast_contact_options();

/// Finds where two convex bodies meet over the time step: follows both until their cores come near
/// each other (find_part_impact), takes the plane between them there, and of what both have in
/// common within its reach the corners. Bodies that touch meet at time 0, and so do those that
/// overlap, across the plane of least overlap. Normals are those of that time; positions and
/// separations those of the two points at the start of the step, where they still are, so that a
/// solver stops the bodies on their way. Contacts have no features. Throws GeneratorFault,
/// Unsupported, for a body that is not convex or too thin for a core.
std::vector<ContactPoint> cast_contacts(const Collider& a, const Collider& b, const Query& query);

/// Returns the rule for facets.
ShapeRule cast_contact_shape(const MethodSettings& settings);

/// Returns the widest gap of bodies that count as touching [m]. Bodies beyond it may still come
/// near, see Generator::sweeps.
double cast_contact_reach(const MethodSettings& settings, const ShapeSizes& sizes);

/// Returns how far outside the bodies the contacts of touching ones lie: half of that [m].
double cast_contact_slack(const MethodSettings& settings, const ShapeSizes& sizes);

}  // namespace touchstone
