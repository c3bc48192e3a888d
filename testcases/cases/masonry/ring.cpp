#include "testcases/cases/masonry/ring.h"

#include <cmath>

namespace touchstone {

Pose ring_pose(double radius, double y, double azimuth) {
    return {Quat(std::cos(0.5 * azimuth), 0.0, std::sin(0.5 * azimuth), 0.0),
            Vec3(radius * std::cos(azimuth), y, -radius * std::sin(azimuth))};
}

Vec3 onward(double azimuth) { return {-std::sin(azimuth), 0.0, -std::cos(azimuth)}; }

void require_shell(const CaseValues& values) {
    // Thickness below which rounding would decide where the stones touch.
    constexpr double kThinnest = 1e-3;
    if (values.number("inner_radius") > (1.0 - kThinnest) * values.number("outer_radius")) {
        values.fail("inner_radius must be below outer_radius, by 0.1 % of it at least");
    }
}

}  // namespace touchstone
