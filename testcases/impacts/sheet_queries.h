#pragma once

#include <cstdint>

#include "testcases/impacts/query_file.h"

namespace touchstone {

struct SheetOptions {
    int cells = 100;  ///< along each side of a sheet
    std::uint64_t seed = 1;
};

/// What a simulation of cloth asks in a step: two wavy sheets of unit size, one of which falls onto
/// the other, and every vertex moves a little besides. All vertices and faces, and all edges,
/// without a common vertex, whose boxes around the whole motion meet. The truth is exact.
QueryStream make_sheet_queries(const SheetOptions& options);

}  // namespace touchstone
