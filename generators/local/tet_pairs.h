#pragma once

#include <cstdint>
#include <vector>

#include "generators/generator.h"
#include "generators/local/kernel.h"
#include "generators/local/settings/local_options.h"

namespace touchstone {

/// Returns the pairs of tets (indices into Collider::tets) that a local method examines: both own a
/// surface face, and their boxes overlap when one is grown by `reach` [m] and by the distance that
/// the kernels count as touch. `reach` is the largest distance at which tets can make a contact.
/// The result depends on the geometry only.
std::vector<ElementPair> candidate_tet_pairs(const Collider& a, const Collider& b, double reach,
                                             const LocalSettings& settings);

/// Returns the contacts of one body pair by a method on tet pairs: the kernel runs on every
/// candidate pair, the post-filter follows, and the result is sorted. With Ties::Canonical the
/// bodies are processed in an order that does not depend on which is called A.
std::vector<ContactPoint> contacts_of_tet_pairs(const Collider& a, const Collider& b,
                                                TetPairKernel kernel, double reach,
                                                const LocalSettings& settings);

/// Returns the same contacts, without asking about pairs of tets that are known to make none, and
/// in the kernel's shorter way about those of which faces are known to decide.
/// `leeway`: see LocalOptions.
std::vector<ContactPoint> contacts_of_unsettled_tets(const Collider& a, const Collider& b,
                                                     const NamedKernel& kernel, double reach,
                                                     const LocalSettings& settings, Leeway leeway,
                                                     PairSlot& memory);

/// Completes an entry of the table by what follows from the kernel of its id: options, shape rule,
/// reach and the function.
Generator by_tet_pairs(Generator entry);

/// Processes all tet pairs in the same way, in reach or not; for tests.
std::vector<ContactPoint> contacts_of_all_tet_pairs(const Collider& a, const Collider& b,
                                                    TetPairKernel kernel,
                                                    const LocalSettings& settings);

}  // namespace touchstone
