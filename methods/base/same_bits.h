#pragma once

#include <cstring>

#include "methods/base/types.h"

namespace touchstone {

/// Returns true for equal bits: unlike ==, it tells 0 from -0, and holds for NaN.
inline bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }
inline bool same_bits(const Vec3& a, const Vec3& b) {
    return std::memcmp(a.data(), b.data(), 3 * sizeof(double)) == 0;
}
inline bool same_bits(const Quat& a, const Quat& b) {
    return std::memcmp(a.coeffs().data(), b.coeffs().data(), 4 * sizeof(double)) == 0;
}

}  // namespace touchstone
