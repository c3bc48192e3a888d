#pragma once

#include <span>
#include <vector>

#include "generators/scene_body.h"
#include "methods/contact/contact_point.h"

namespace touchstone {

// Contacts of two bodies that a third one takes away. A method that sees a pair alone does not know
// of them:
//
//      ____                  A gap in which a third body lies: that would be pushed before the
//     |_B__|   ____          contact acts.
//      ____   / C  \         A rim at which a third body goes on, flush with it: for all that
//     |_A'_|  \____/         comes from above there is no rim. A ball that slides over the joint of
//      ____  ____|____       A and A' meets neither's edge with its own, which rise from the ground
//     |_A__||_A__|_A'_|      and would have to be lifted over it. A blunt corner on a facet is no
//                            rim, whatever lies below that facet. Nor does the side of A' hold a
//                            corner that comes down to the joint: there is no such side.
//
// A corner that comes to a joint may meet the rims of both bodies, and the facet of neither. It has
// a contact with the ground then, as it would of one body.

/// Drops contacts with a gap up to the reach in which a third body lies, contacts of rims that a
/// third body covers, and those of corners with facets beyond such rims. Where that leaves a corner
/// without a contact with the ground it has one in the place of the first that it lost. Farther
/// contacts across a body stay, since what lies between may be gone when they are met. The shapes'
/// facets tell; bodies without them take nothing away. `known`: contacts of other pairs, which stay
/// and may hold such corners.
void drop_beside_third_bodies(std::span<const SceneBody> bodies, double reach,
                              std::vector<ContactPoint>& contacts,
                              std::span<const ContactPoint> known = {});

}  // namespace touchstone
