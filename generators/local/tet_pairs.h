#pragma once

#include <cstdint>
#include <vector>

#include "generators/generator.h"
#include "generators/local/kernel.h"

namespace touchstone {

/// The pairs of tets (indices into Collider::tets) that a local method looks at: both own a surface
/// face, and their boxes overlap when one is grown by `reach` and what the kernels count as touch.
/// A function of the geometry only. `reach`: how far apart tets may be and still make a contact
/// [m].
std::vector<ElementPair> candidate_tet_pairs(const Collider& a, const Collider& b, double reach,
                                             const LocalSettings& settings);

/// The contacts of one body pair by a method that looks at tet pairs: every candidate pair through
/// the kernel, then the post-filter, then in order. With Ties::Canonical the work is done in an
/// order of the bodies that does not depend on which is called A.
std::vector<ContactPoint> contacts_of_tet_pairs(const Collider& a, const Collider& b,
                                                TetPairKernel kernel, double reach,
                                                const LocalSettings& settings);

/// Completes an entry of the table by what follows from the kernel of its id: options, shape rule,
/// reach and the function.
Generator by_tet_pairs(Generator entry);

/// The same over all tet pairs, in reach or not, for tests.
std::vector<ContactPoint> contacts_of_all_tet_pairs(const Collider& a, const Collider& b,
                                                    TetPairKernel kernel,
                                                    const LocalSettings& settings);

}  // namespace touchstone
