#pragma once

#include <vector>

#include "generators/semi_local/semi_local.h"
#include "methods/contact/collider.h"
#include "methods/contact/contact_point.h"

namespace touchstone::semi_local {

// The last steps of a query: from outputs in A's frame to contacts in the world, which name their
// features by vertices of the meshes.

/// Drops repeats. Of two outputs that agree, the one with the smaller separation stays; of equal
/// ones the corner of a region, then the first.
void mark_repeats(const PairTolerances& tolerances, Workspace& workspace);

/// Appends the outputs that were not dropped, in their order. `a`: the body in whose frame they
/// are; `exchanged`: true where that is the second of the contacts' bodies; `with_planes`: contacts
/// with a gap tell the plane in which they lie.
void append_outputs(const Collider& a, const PairFrame& frame, bool exchanged, bool with_planes,
                    const Workspace& workspace, std::vector<ContactPoint>& contacts);

}  // namespace touchstone::semi_local
