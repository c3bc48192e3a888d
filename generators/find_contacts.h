#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "generators/detection_memory.h"
#include "generators/generator.h"
#include "generators/scene_body.h"

namespace touchstone {

/// The counts of a query besides its contacts.
struct QueryCounts {
    std::int64_t body_pairs = 0;  ///< pairs of bodies that were asked about: those whose bounds
                                  ///< overlap, and those that only a blow may bring together
};

/// Returns all contacts of a scene, in canonical order: by bodies, then position (y, x, z), normal
/// (for canonical ties, as seen from the body that comes first) and separation. Works on body pairs
/// in parallel (the calling arena's threads) with the same bytes for any number of threads. Throws
/// GeneratorFault (Unsupported) beyond most_contacts, see generators/asked_pairs.h.
std::vector<ContactPoint> find_contacts(std::span<const SceneBody> bodies,
                                        const Generator& generator, const Query& query,
                                        QueryCounts* counts = nullptr);

/// Returns the contacts of the bodies that were placed in the memory in the same way, sparing what
/// it can. Every query begins with DetectionMemory::begin, also after one that threw.
std::vector<ContactPoint> find_contacts(DetectionMemory& memory, const Generator& generator,
                                        const Query& query, QueryCounts* counts = nullptr);

}  // namespace touchstone
