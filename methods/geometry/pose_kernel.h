#pragma once

#include "methods/geometry/posed_tet.h"

namespace touchstone {

/// A function that sets all of a tet that follows from the coordinates of its corners: all but the
/// indices and the surface's bits.
using PoseKernel = void (*)(const double* const corners[4], PosedTet& posed);

// The same bytes on every instruction set.
namespace baseline {
void pose_corners(const double* const corners[4], PosedTet& posed);
}
namespace avx2 {
void pose_corners(const double* const corners[4], PosedTet& posed);
}

}  // namespace touchstone
