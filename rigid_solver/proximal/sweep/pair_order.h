#pragma once

#include <span>
#include <vector>

#include "rigid_solver/proximal/contact_pairs.h"

namespace touchstone {

/// Returns true when impulses change the body's motion.
bool can_move(const SolveBody& body);

/// Returns the round of each pair, from 0: the one after the last of the pairs before it that share
/// with it a body that can move.
std::vector<int> rounds_of(std::span<const SolveBody> bodies, std::span<const ContactPair> pairs);

/// Sorts pairs by colour, those of a colour in the order in which they are. A pair has the first
/// colour that no pair before it with one of its bodies has, fixed bodies aside. So there are at
/// most as many rounds as one body has neighbours and another has, less one; few where stacks are
/// high.
void sort_by_colour(std::span<const SolveBody> bodies, std::vector<ContactPair>& pairs);

}  // namespace touchstone
