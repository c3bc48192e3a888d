#pragma once

#include <algorithm>

#include "generators/local/kernel.h"
#include "methods/testing/catch.h"

namespace touchstone::testing {

/// Each run of a test case takes the next kernel, compiled for every processor.
inline NamedKernel next_kernel() {
    return GENERATE(from_range(baseline::kKernels.begin(), baseline::kKernels.end()));
}

/// True for a method that reports the points which two tets share: those are the ones that can test
/// a crossing point against the plane it lies on.
inline bool shares_points(const NamedKernel& kernel) {
    return std::ranges::count(option_values({}, kernel.id), "own_plane", &OptionValue::id) > 0;
}

}  // namespace touchstone::testing
