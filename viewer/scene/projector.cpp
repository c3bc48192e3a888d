#include "viewer/scene/projector.h"

namespace touchstone::viewer {
namespace {

constexpr double kNearest = 1e-6;  // distance from the eye below which points are invisible [m]

}  // namespace

Projector::Projector(const Camera& camera, const ViewSize& size)
    : camera_from_world_(camera_axes(camera).transpose()),
      eye_(eye(camera)),
      size_(size),
      metre_(pixels_per_metre(camera, size)),
      distance_(camera.distance),
      perspective_(camera.perspective) {}

std::optional<ScreenPoint> Projector::operator()(const Vec3& point) const {
    const Vec3 from_eye = camera_from_world_ * (point - eye_);
    const double depth = -from_eye.z();
    if (perspective_ && depth <= kNearest) {
        return std::nullopt;
    }
    const double scale = metre_ * (perspective_ ? distance_ / depth : 1.0);
    return ScreenPoint{.x = 0.5 * size_.width + scale * from_eye.x(),
                       .y = 0.5 * size_.height - scale * from_eye.y(),
                       .depth = depth};
}

}  // namespace touchstone::viewer
