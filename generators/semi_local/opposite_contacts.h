#pragma once

#include "generators/semi_local/candidates/pair_frame.h"
#include "generators/semi_local/semi_local.h"

namespace touchstone::semi_local {

// What bodies thinner than the envelope would add. The far sides of two sheets that lie on each
// other face away from each other, and their planes overlap by both thicknesses:
//
//      ____________ g       f and h touch. g and k are within the envelope, too, as an overlap
//     |_____B______| h      with the opposite normal: held to both, B could not be lifted. So of
//     |_____A______| f      two opposite normals at one place the one of the deeper overlap goes.
//                    k
//
// And a facet beyond a gap is no contact when a part of the bodies lies between.

/// Marks as dropped the outputs of a query that are far sides of thin bodies, or lie behind a part
/// of one of the bodies.
void mark_far_sides(const PairFrame& frame, Workspace& workspace);

}  // namespace touchstone::semi_local
