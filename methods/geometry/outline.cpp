#include "methods/geometry/outline.h"

namespace touchstone {

int winding_number(std::span<const OutlineEdge> outline, const Vec2& point) {
    int winding = 0;
    for (const auto& [start, end] : outline) {
        // A ray to the right crosses the edges that pass the point's height. An end point counts
        // with the edge above it, so that a ray through a vertex counts once.
        const bool upward = start.y() <= point.y() && end.y() > point.y();
        const bool downward = end.y() <= point.y() && start.y() > point.y();
        if (!upward && !downward) {
            continue;
        }
        const double side = cross(end - start, point - start);
        if (upward && side > 0.0) {
            ++winding;
        } else if (downward && side < 0.0) {
            --winding;
        }
    }
    return winding;
}

double enclosed_area(std::span<const OutlineEdge> outline) {
    if (outline.empty()) {
        return 0.0;
    }
    const Vec2 origin = outline.front().start;
    double twice = 0.0;
    for (const auto& [start, end] : outline) {
        twice += cross(start - origin, end - origin);
    }
    return 0.5 * twice;
}

}  // namespace touchstone
