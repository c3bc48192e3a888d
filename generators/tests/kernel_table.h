#pragma once

#include <string_view>

#include "generators/kernels/kernel.h"

namespace touchstone::testing {

/// Which kernel a generator of the table calls, and how far it reaches.
struct Method {
    std::string_view id;
    TetPairKernel TetPairKernels::*kernel;
    double envelopes = 0.0;  ///< reach, in envelopes
};

inline constexpr Method kMethods[]{{"closest_points", &TetPairKernels::closest_points, 2.0},
                                   {"intersection", &TetPairKernels::intersection},
                                   {"vertex_only", &TetPairKernels::vertex_only},
                                   {"consistent_vertex", &TetPairKernels::consistent_vertex},
                                   {"volume_sat", &TetPairKernels::volume_sat},
                                   {"surface_sat", &TetPairKernels::surface_sat},
                                   {"opposing", &TetPairKernels::opposing},
                                   {"growth", &TetPairKernels::growth}};

}  // namespace touchstone::testing
