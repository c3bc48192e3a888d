#pragma once

#include <vector>

#include "generators/generator.h"

namespace touchstone {

/// Finds contacts by continuous collision detection: follows both bodies over the time step, finds
/// the first time at which their surfaces come within a small distance, and makes contacts of what
/// is within it then. Bodies that already touch do so at time 0; bodies that do not meet in the
/// step have no contacts.
std::vector<ContactPoint> first_impact_contacts(const Collider& a, const Collider& b,
                                                const Query& query);

/// Returns the rule for facets.
ShapeRule first_impact_shape(const MethodSettings& settings);

/// Returns the largest distance of points that count as touching [m]: √3 ε of the smaller body's
/// size, and a little. Bodies beyond it may still come near, see Generator::sweeps.
double first_impact_reach(const MethodSettings& settings, const ShapeSizes& sizes);

/// Returns the largest distance of a contact from its bodies [m]. Contacts lie halfway between the
/// bodies: for touching bodies half of the reach outside. For bodies that are yet to meet they are
/// farther out.
double first_impact_slack(const MethodSettings& settings, const ShapeSizes& sizes);

}  // namespace touchstone
