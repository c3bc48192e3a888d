#pragma once

#include <cstdint>

namespace touchstone {

/// Counts of the work that first contacts of bodies in convex parts take.
struct ImpactWork {
    std::int64_t body_pairs = 0;  ///< pairs of bodies whose swept boxes overlap
    std::int64_t part_pairs = 0;  ///< pairs of parts whose swept boxes overlap
    std::int64_t cast_pairs =
        0;                       ///< those of them that distance and speed alone did not tell apart
    std::int64_t casts = 0;      ///< casts, one for each piece of their ways
    std::int64_t distances = 0;  ///< distances of cores, besides those within casts

    /// Adds other counts.
    ImpactWork& operator+=(const ImpactWork& other) {
        body_pairs += other.body_pairs;
        part_pairs += other.part_pairs;
        cast_pairs += other.cast_pairs;
        casts += other.casts;
        distances += other.distances;
        return *this;
    }
};

}  // namespace touchstone
