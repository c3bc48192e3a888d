#pragma once

#include <span>
#include <string>

#include "methods/base/types.h"

namespace touchstone {

/// The precision with which coordinates were written down, as far as the numbers themselves tell.
struct CoordinatePrecision {
    double rounding = 0.0;  ///< largest error of one coordinate; 0: that of double precision [m]
    std::string name = "double precision";  ///< "6 decimals", "32-bit numbers"
};

/// Estimates the precision that all coordinates of a body share: a number of decimals, 32-bit
/// numbers (also in millimetres, centimetres or inches, turned into metres), or both. Numbers that
/// a person types tell nothing and count as exact: steps coarser than 1/1000 of the body's extent,
/// and numbers of few bits in one of those units.
CoordinatePrecision estimate_precision(std::span<const Vec3> points);

}  // namespace touchstone
