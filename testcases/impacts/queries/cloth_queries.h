#pragma once

#include <cstdint>

#include "testcases/impacts/queries/query_file.h"

namespace touchstone {

/// The options for the piece of cloth.
struct ClothOptions {
    int cells = 20;          ///< number of cells along a unit of length
    std::uint64_t seed = 1;  ///< seed of its folds and motion
};

/// Makes the queries of one step of a simulation of cloth whose broad phase keeps candidates for
/// several steps. One piece of cloth, four units long and one wide, lies in folds and sinks,
/// wrinkled, while each vertex also moves a little. The queries are all vertices with faces, and
/// all pairs of edges, without a common vertex, whose boxes around the whole motion come within a
/// tenth of a cell. Most are neighbours in the cloth; one in 25 touches, with 40 cells one in 45.
/// The truth is exact.
QueryStream make_cloth_queries(const ClothOptions& options);

}  // namespace touchstone
