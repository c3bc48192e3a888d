#include "methods/base/boxes/bounding_box.h"

namespace touchstone {

BoundingBox bounds_of(std::span<const Vec3> points) {
    BoundingBox box;
    for (const Vec3& point : points) {
        box.lower = box.lower.cwiseMin(point);
        box.upper = box.upper.cwiseMax(point);
    }
    return box;
}

}  // namespace touchstone
