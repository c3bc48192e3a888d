#pragma once

#include <optional>

#include "generators/generator.h"
#include "methods/contact/collider.h"
#include "methods/contact/contact_point.h"
#include "methods/contact/time_span.h"

namespace touchstone::semi_local {

// A contact ahead is found at the velocities that bodies have before the step. The impact of the
// step may turn them, so that a corner passes the facet that it was to meet beside it, or an edge
// another beyond an end. Whether it does is asked here, at the velocities that the step ends with.
//
//      now             as expected       as it comes
//     \  /\            ____ /\           ____    /\      The corner faces the facet for the first
//   ___\/_/  ->       |    \/ |         |    |  /  /     part of the step alone, and may be lower
//  |    |             |_______|         |____|  \/       than the facet after that.

/// Returns the part of the step in which the two features of a contact lie over each other, if
/// their bodies keep the colliders' velocities: from the first such time to the last one. Nothing
/// where they lie beside each other in all of it. All of it where the features are not known, as
/// of the corner of a region that is one of neither body, and of bodies that overlap by more than
/// the envelope, whose features are those of other poses.
std::optional<TimeSpan> facing_time(const ContactPoint& contact, const Collider& a,
                                    const Collider& b, const Query& query);

}  // namespace touchstone::semi_local
