#pragma once

#include <cstdint>

#include "testcases/impacts/queries/query_file.h"

namespace touchstone {

/// The options for degenerate queries.
struct DegenerateOptions {
    int count = 450;  ///< number of queries, the two kinds in turn
    std::uint64_t seed = 1;
};

/// Makes queries in which something lies exactly, or but for the last bit, on the edge of something
/// else: touches at 0, 1/2 and 1 in corners, on edges and within, cubics with a double root,
/// motions in one plane, parallel edges, elements without extent, motions of which half stand
/// still. Coordinates are whole numbers from −4 to 4, then sheared, moved away, scaled by powers of
/// two or by any factor, or with one coordinate moved to the next double. The truth is exact.
QueryStream make_degenerate_queries(const DegenerateOptions& options);

}  // namespace touchstone
