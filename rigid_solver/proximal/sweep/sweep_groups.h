#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "rigid_solver/proximal/contact_pairs.h"
#include "rigid_solver/proximal/sweep/sweep_kernel.h"

namespace touchstone {

/// Where the numbers of a contact lie: the first of its rows and of its impulses, and how many
/// numbers on the next ones are.
struct RowPlace {
    std::size_t rows = 0;
    std::size_t impulses = 0;
    int stride = 1;
};

/// Groups that come one after the other.
struct SweepSpan {
    int first = 0;
    int end = 0;           ///< the one after the last
    int contacts = 0;      ///< number of contacts of all
    bool is_free = false;  ///< true: none of the groups waits for another of these
};

/// The fewest contacts of a round that is worth the waiting of threads for each other: some 5 µs.
inline constexpr int kSharedRound = 512;

/// The pairs of a solve in groups of up to four that can be treated at once, in an order that
/// leaves the results of the pairs' own to the last bit.
struct SweepGroups {
    std::vector<SweepGroup> groups;
    std::vector<SweepSpan> spans;     ///< all groups: rounds of several that have kSharedRound
                                      ///< contacts or more, which are free, and what lies between
    std::vector<RowPlace> places;     ///< one per contact
    int spare_places = 0;             ///< number of places behind the bodies' that groups read or
                                      ///< write in lanes without a body that can move
    std::size_t row_numbers = 0;      ///< how many numbers all rows are, a multiple of 4
    std::size_t impulse_numbers = 0;  ///< how many numbers all impulses are, a multiple of 4
};

/// Makes groups. A pair comes after those before it in `pairs` that share a body with it, unless
/// that cannot move: then its velocity change stays 0. `row_size`: how many numbers a contact's
/// rows are. `impulse_size`: how many its impulse is.
SweepGroups make_sweep_groups(std::span<const SolveBody> bodies, std::span<const ContactPair> pairs,
                              int contacts, int row_size, int impulse_size);

/// Returns into how many parts threads share a span: 1 where its groups wait for each other, else
/// up to one each, but none with fewer contacts than half of kSharedRound on average.
int parts_of(const SweepSpan& span, int threads);

}  // namespace touchstone
