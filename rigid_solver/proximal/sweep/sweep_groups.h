#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "rigid_solver/proximal/contact_pairs.h"
#include "rigid_solver/proximal/sweep/sweep_kernel.h"

namespace touchstone {

/// Where the rows of a contact lie: the block of its group, and its lane there.
struct RowPlace {
    std::size_t block = 0;
    int lane = 0;
};

/// The pairs of a solve in groups of four that can be treated at once, in an order that leaves the
/// results of the pairs' own to the last bit.
struct SweepGroups {
    std::vector<SweepGroup> groups;
    std::vector<RowPlace> places;  ///< one per contact
    std::size_t numbers = 0;       ///< size of all blocks together
    int levels = 0;                ///< number of rounds, of pairs that share no body that can move
};

/// Makes groups. A pair comes after those before it in `pairs` that share a body with it, unless
/// that cannot move: then its velocity change stays 0. `block_size`: numbers of a contact's rows.
SweepGroups make_sweep_groups(std::span<const SolveBody> bodies, std::span<const ContactPair> pairs,
                              int contacts, int block_size);

}  // namespace touchstone
