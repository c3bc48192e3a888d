#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "generators/generator.h"

namespace touchstone {

/// One body of a scene in a query.
struct SceneBody {
    Collider collider;
    bool fixed = false;  ///< two fixed bodies are never tested against each other
};

/// The counts of a query besides its contacts.
struct QueryCounts {
    std::int64_t body_pairs = 0;  ///< pairs of bodies whose bounds overlap
};

/// Returns how many contacts a query may have: 2¹⁹, and 64 for each tet and face of the bodies.
/// Bodies that touch have some for each element near the contact; more come of bodies in one place,
/// where every element of each meets those of all others, and memory would be the only end.
std::int64_t most_contacts(std::span<const SceneBody> bodies);

/// Returns all contacts of a scene, in canonical order: by bodies, then position (y, x, z), normal
/// (for canonical ties, as seen from the body that comes first) and separation. Works on body pairs
/// in parallel (the calling arena's threads) with the same bytes for any number of threads. Throws
/// GeneratorFault (Unsupported) beyond most_contacts.
std::vector<ContactPoint> find_contacts(std::span<const SceneBody> bodies,
                                        const Generator& generator, const Query& query,
                                        QueryCounts* counts = nullptr);

}  // namespace touchstone
