#pragma once

#include <cstdint>

#include "testcases/impacts/query_file.h"

namespace touchstone {

struct ClothOptions {
    int cells = 20;  ///< along a unit of length
    std::uint64_t seed = 1;
};

/// What a simulation of cloth asks in a step when its broad phase keeps candidates for several
/// steps: one piece of cloth, four units long and one wide, that lies in folds and sinks, wrinkled,
/// and each vertex moves a little besides. All vertices and faces, and all edges, without a common
/// vertex, whose boxes around the whole motion come within a tenth of a cell. Most are neighbours
/// in the cloth; one in 25 touches, with 40 cells one in 45. The truth is exact.
QueryStream make_cloth_queries(const ClothOptions& options);

}  // namespace touchstone
