#pragma once

#include "generators/semi_local/candidates/candidates.h"
#include "generators/semi_local/candidates/pair_frame.h"

namespace touchstone::semi_local {

// Whether a motion that meets a plane need not be stopped there, since it goes along another one
// that separates the bodies as well:
//
//      (  B  ) ->          The ball that rolls over the flush joint of two bodies meets the rim of
//   ____(___)_______       A' where its own edges come out of the ground, and goes along the top of
//   |__A___||__A'__|       A'.

/// Returns true when the local solid at a feature lies on the side to which the normal points; in
/// its body's frame. `slack`: sine of the angle by which it may reach beyond the plane.
bool solid_lies_above(const FacetModel& model, const FacetFeature& feature, const Vec3& normal,
                      double slack);

/// Returns true when, where the features meet, the normal of some facet there separates the two
/// local solids and is hardly approached: the motion goes along that facet.
bool passes_along(const PairFrame& met, const Candidate& candidate);

}  // namespace touchstone::semi_local
