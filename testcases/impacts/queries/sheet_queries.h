#pragma once

#include <cstdint>

#include "testcases/impacts/queries/query_file.h"

namespace touchstone {

/// The options for the two sheets.
struct SheetOptions {
    int cells = 100;  ///< number of cells along each side of a sheet
    std::uint64_t seed = 1;
};

/// Makes the queries of one step of a simulation of cloth: two wavy sheets of unit size, one of
/// which falls onto the other, while every vertex also moves a little. The queries are all vertices
/// with faces, and all pairs of edges, without a common vertex, whose boxes around the whole motion
/// meet. The truth is exact.
QueryStream make_sheet_queries(const SheetOptions& options);

}  // namespace touchstone
