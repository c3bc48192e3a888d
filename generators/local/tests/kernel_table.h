#pragma once

#include <string_view>

#include "generators/local/kernel.h"

namespace touchstone::testing {

/// Which kernel a generator of the table calls.
struct Method {
    std::string_view id;
    TetPairKernel TetPairKernels::*kernel;
    bool shares_points = false;  ///< reports the points that two tets share
};

inline constexpr Method kMethods[]{{"closest_points", &TetPairKernels::closest_points},
                                   {"intersection", &TetPairKernels::intersection},
                                   {"vertex_only", &TetPairKernels::vertex_only},
                                   {"consistent_vertex", &TetPairKernels::consistent_vertex},
                                   {"volume_sat", &TetPairKernels::volume_sat, true},
                                   {"surface_sat", &TetPairKernels::surface_sat, true},
                                   {"opposing", &TetPairKernels::opposing, true},
                                   {"growth", &TetPairKernels::growth, true}};

}  // namespace touchstone::testing
