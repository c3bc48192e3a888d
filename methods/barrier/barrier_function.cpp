#include "methods/barrier/barrier_function.h"

#include <cmath>
#include <limits>

namespace touchstone {

BarrierValue barrier_value(double s) {
    if (s >= 1.0) {
        return {};
    }
    if (!(s > 0.0)) {
        constexpr double kInfinite = std::numeric_limits<double>::infinity();
        return {kInfinite, -kInfinite, kInfinite};
    }
    const double gap = s - 1.0;
    const double log = std::log1p(gap);
    const double share = gap / s;
    return {-gap * gap * log, -2.0 * gap * log - gap * share,
            -2.0 * log - 4.0 * share + share * share};
}

double barrier_force(double y) { return y >= 1.0 ? 0.0 : -2.0 * y * barrier_value(y * y).first; }

double barrier_distance(double force) {
    double low = 0.0;
    double high = 1.0;
    // φ falls from infinity to 0; bisection ends at adjacent doubles.
    while (true) {
        const double middle = 0.5 * (low + high);
        if (middle <= low || middle >= high) {
            return middle;
        }
        (barrier_force(middle) > force ? low : high) = middle;
    }
}

Mollifier mollifier(double cross_squared, double threshold) {
    if (cross_squared >= threshold) {
        return {};
    }
    const double x = cross_squared / threshold;
    return {x * (2.0 - x), 2.0 * (1.0 - x) / threshold, -2.0 / (threshold * threshold)};
}

double mollifier_threshold(const Vec3& rest_first, const Vec3& rest_second) {
    return 1e-3 * rest_first.squaredNorm() * rest_second.squaredNorm();
}

}  // namespace touchstone
