#pragma once

#include <random>

namespace touchstone {

/// Draws a number in [0, 1), the same with every library, which the distributions of <random> do
/// not promise.
inline double random_share(std::mt19937_64& engine) {
    return static_cast<double>(engine() >> 11) * 0x1p-53;
}

}  // namespace touchstone
