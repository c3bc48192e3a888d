#include "methods/mesh/scaled_vertices.h"

#include <algorithm>
#include <cmath>

namespace touchstone {

std::vector<Vec3> scaled_vertices(std::span<const Vec3> vertices) {
    constexpr int kExponent = 300;
    double largest = 0.0;
    for (const Vec3& vertex : vertices) {
        for (const double coordinate : vertex) {
            if (std::isfinite(coordinate)) {
                largest = std::max(largest, std::abs(coordinate));
            }
        }
    }
    std::vector<Vec3> scaled(vertices.begin(), vertices.end());
    if (largest > 0.0) {
        const int shift = kExponent - std::ilogb(largest);
        for (Vec3& vertex : scaled) {
            for (double& coordinate : vertex) {
                coordinate = std::ldexp(coordinate, shift);
            }
        }
    }
    return scaled;
}

}  // namespace touchstone
