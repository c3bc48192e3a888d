#pragma once

#include <optional>

#include "viewer/scene/camera.h"

namespace touchstone::viewer {

/// A camera prepared for projecting many points.
class Projector {
 public:
    Projector(const Camera& camera, const ViewSize& size);
    std::optional<ScreenPoint> operator()(const Vec3& point) const;  ///< projects a point,
                                                                     ///< see `project`

 private:
    Mat3 camera_from_world_;
    Vec3 eye_;
    ViewSize size_;
    double metre_;  ///< size of one metre in the target's plane [pixels]
    double distance_;
    bool perspective_;
};

}  // namespace touchstone::viewer
