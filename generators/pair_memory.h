#pragma once

#include <cstdint>
#include <memory>

namespace touchstone {

/// What a method keeps of one pair of bodies from query to query. Each method that remembers
/// derives its own: what they keep has nothing in common.
class PairMemory {
 public:
    virtual ~PairMemory() = default;
};

/// The place of one pair of bodies in a memory. A method may leave in it what saves work in the
/// next query of the same bodies, and must answer as if nothing were there.
struct PairSlot {
    std::unique_ptr<PairMemory> kept;  ///< null: nothing
    bool was_of_use = false;           ///< true: what was kept saved work in the last query
    bool was_grouped = false;          ///< true: it was known which contacts of it agree
    std::int64_t settled = 0;  ///< pairs of elements of the last query that were known to make no
                               ///< contact
};

}  // namespace touchstone
