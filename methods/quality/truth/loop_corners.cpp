#include "methods/quality/truth/loop_corners.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace touchstone {
namespace {

double corner_distance(const PlanePoint& a, const PlanePoint& b) {
    return std::hypot(b.x - a.x, b.y - a.y);
}

double corner_to_segment(const PlanePoint& p, const PlanePoint& a, const PlanePoint& b) {
    const double length = corner_distance(a, b);
    if (length == 0.0) {
        return corner_distance(p, a);
    }
    const double along = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length;
    const double cross = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / length;
    return std::hypot(cross, along - std::clamp(along, 0.0, length));
}

/// Measures the distance from the straight line through `a` and `b`.
double corner_to_line(const PlanePoint& p, const PlanePoint& a, const PlanePoint& b) {
    const double length = corner_distance(a, b);
    const double cross = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    return length == 0.0 ? corner_distance(p, a) : std::abs(cross) / length;
}

/// Returns true for a corner on its neighbour, on the line through both, or at the tip of a spike
/// that is all edge and no area.
bool is_small_corner(const PlanePoint& before, const PlanePoint& corner, const PlanePoint& after,
                     double tolerance) {
    return corner_distance(before, corner) <= tolerance ||
           corner_to_line(corner, before, after) <= tolerance ||
           corner_to_segment(after, before, corner) <= tolerance ||
           corner_to_segment(before, corner, after) <= tolerance;
}

}  // namespace

Loop without_small_corners(Loop loop, double tolerance) {
    bool changed = true;
    while (changed && loop.size() >= 3) {
        changed = false;
        for (std::size_t i = 0; i < loop.size() && loop.size() >= 3;) {
            const PlanePoint& before = loop[(i + loop.size() - 1) % loop.size()];
            const PlanePoint& after = loop[(i + 1) % loop.size()];
            if (is_small_corner(before, loop[i], after, tolerance)) {
                loop.erase(loop.begin() + static_cast<std::ptrdiff_t>(i));
                changed = true;
            } else {
                ++i;
            }
        }
    }
    if (!loop.empty()) {
        std::ranges::rotate(loop, std::ranges::min_element(loop));
    }
    return loop;
}

}  // namespace touchstone
