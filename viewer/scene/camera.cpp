#include "viewer/scene/camera.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numbers>
#include <string>

#include "methods/base/find_by_id.h"
#include "viewer/scene/projector.h"

namespace touchstone::viewer {
namespace {

constexpr double kRightAngle = 0.5 * std::numbers::pi;
constexpr double kTurnPerPixel = 0.008;  // half a turn across 400 pixels [rad]
constexpr double kZoomPerClick = 0.9;    // distance after one click / before
constexpr double kFrameMargin = 1.06;    // margin around a framed box
constexpr double kNearestShare = 0.002;  // distance of the near plane as a
                                         // share of the far plane's, at least
constexpr double kDeepest = 500.0;       // depth that parallel rays can resolve, in distances
constexpr double kShortest = 1e-6;       // smallest distance of the eye from its target [m]

struct NamedView {
    StandardView view;
    std::string_view id;
    double yaw;
    double pitch;
};

constexpr std::array<NamedView, 7> kViews{{{StandardView::Front, "front", 0.0, 0.0},
                                           {StandardView::Back, "back", 2.0 * kRightAngle, 0.0},
                                           {StandardView::Left, "left", -kRightAngle, 0.0},
                                           {StandardView::Right, "right", kRightAngle, 0.0},
                                           {StandardView::Top, "top", 0.0, kRightAngle},
                                           {StandardView::Bottom, "bottom", 0.0, -kRightAngle},
                                           {StandardView::Iso, "iso", 0.62, 0.42}}};

double half_height(const Camera& camera) {  // half the picture's height, in the target's plane [m]
    return camera.distance * std::tan(0.5 * kFieldOfView);
}

}  // namespace

Mat3 camera_axes(const Camera& camera) {
    const double cp = std::cos(camera.pitch);
    const double sp = std::sin(camera.pitch);
    const double cy = std::cos(camera.yaw);
    const double sy = std::sin(camera.yaw);
    Mat3 axes;
    axes.col(0) = Vec3(cy, 0.0, -sy);
    axes.col(1) = Vec3(-sy * sp, cp, -cy * sp);
    axes.col(2) = Vec3(sy * cp, sp, cy * cp);
    return axes;
}

Vec3 eye(const Camera& camera) {
    return camera.target + camera.distance * camera_axes(camera).col(2);
}

Mat4 view_from_world(const Camera& camera) {
    const Mat3 view_from_world_axes = camera_axes(camera).transpose();
    Mat4 view = Mat4::Identity();
    view.topLeftCorner<3, 3>() = view_from_world_axes;
    view.topRightCorner<3, 1>() = -view_from_world_axes * eye(camera);
    return view;
}

BoundingBox depth_bounds(const Camera& camera, const BoundingBox& bodies,
                         const BoundingBox& marks) {
    if (!(marks.lower.array() <= marks.upper.array()).all()) {
        return bodies;
    }
    BoundingBox all = bodies;
    extend(all, marks);
    if (camera.perspective || (all.upper - all.lower).norm() <= kDeepest * camera.distance) {
        return all;
    }
    BoundingBox looked_at = bodies;
    extend(looked_at, {camera.target, camera.target});
    return looked_at;
}

Mat4 clip_from_view(const Camera& camera, const ViewSize& size, const Vec3& center, double radius) {
    const double middle = (eye(camera) - center).dot(camera_axes(camera).col(2));
    const double far = std::max(middle + radius, kShortest);
    const double aspect = static_cast<double>(size.width) / size.height;
    Mat4 clip = Mat4::Zero();
    if (!camera.perspective) {
        const double near = middle - radius;
        clip(0, 0) = 1.0 / (aspect * half_height(camera));
        clip(1, 1) = 1.0 / half_height(camera);
        clip(2, 2) = -2.0 / (far - near);
        clip(2, 3) = -(far + near) / (far - near);
        clip(3, 3) = 1.0;
        return clip;
    }
    // However far the farthest is, the target is seen.
    const double near =
        std::max(middle - radius, std::min(kNearestShare * far, 0.5 * camera.distance));
    const double cotangent = 1.0 / std::tan(0.5 * kFieldOfView);
    clip(0, 0) = cotangent / aspect;
    clip(1, 1) = cotangent;
    clip(2, 2) = -(far + near) / (far - near);
    clip(2, 3) = -2.0 * far * near / (far - near);
    clip(3, 2) = -1.0;
    return clip;
}

double pixels_per_metre(const Camera& camera, const ViewSize& size) {
    return 0.5 * size.height / half_height(camera);
}

std::optional<ScreenPoint> project(const Camera& camera, const ViewSize& size, const Vec3& point) {
    return Projector(camera, size)(point);
}

Ray ray_through(const Camera& camera, const ViewSize& size, double x, double y) {
    const Mat3 axes = camera_axes(camera);
    const double metre = pixels_per_metre(camera, size);
    const Vec3 on_target_plane = camera.target + axes.col(0) * ((x - 0.5 * size.width) / metre) +
                                 axes.col(1) * ((0.5 * size.height - y) / metre);
    if (!camera.perspective) {
        return {on_target_plane + camera.distance * axes.col(2), -axes.col(2)};
    }
    return {eye(camera), (on_target_plane - eye(camera)).normalized()};
}

Camera orbited(Camera camera, double dx, double dy) {
    camera.yaw = std::remainder(camera.yaw - kTurnPerPixel * dx, 4.0 * kRightAngle);
    camera.pitch = std::clamp(camera.pitch + kTurnPerPixel * dy, -kRightAngle, kRightAngle);
    return camera;
}

Camera panned(Camera camera, const ViewSize& size, double dx, double dy) {
    const Mat3 axes = camera_axes(camera);
    camera.target += (dy * axes.col(1) - dx * axes.col(0)) / pixels_per_metre(camera, size);
    return camera;
}

Camera zoomed(Camera camera, const ViewSize& size, double x, double y, double clicks) {
    const double factor = std::pow(kZoomPerClick, clicks);
    const double metre = pixels_per_metre(camera, size);
    const Mat3 axes = camera_axes(camera);
    const Vec3 below = axes.col(0) * ((x - 0.5 * size.width) / metre) +
                       axes.col(1) * ((0.5 * size.height - y) / metre);
    camera.target += (1.0 - factor) * below;
    camera.distance = std::max(kShortest, factor * camera.distance);
    return camera;
}

namespace {

std::array<Vec3, 8> corners_of(const BoundingBox& box) {
    std::array<Vec3, 8> corners;
    for (int corner = 0; corner < 8; ++corner) {
        corners[corner] = Vec3((corner & 1) != 0 ? box.upper.x() : box.lower.x(),
                               (corner & 2) != 0 ? box.upper.y() : box.lower.y(),
                               (corner & 4) != 0 ? box.upper.z() : box.lower.z());
    }
    return corners;
}

/// Returns the distance at which all corners around the target are visible.
double seeing_distance(const Camera& camera, const ViewSize& size,
                       const std::array<Vec3, 8>& corners) {
    const Mat3 axes = camera_axes(camera);
    const double tangent = std::tan(0.5 * kFieldOfView);
    const double aspect = static_cast<double>(size.width) / size.height;
    double distance = kShortest;
    for (const Vec3& corner : corners) {
        const Vec3 seen = axes.transpose() * (corner - camera.target);
        const double across = std::max(std::abs(seen.x()) / aspect, std::abs(seen.y())) / tangent;
        distance = std::max(distance, across + (camera.perspective ? seen.z() : 0.0));
    }
    return kFrameMargin * distance;
}

}  // namespace

Camera framed(Camera camera, const ViewSize& size, const BoundingBox& box) {
    if (!(box.lower.array() <= box.upper.array()).all()) {
        return camera;
    }
    const std::array<Vec3, 8> corners = corners_of(box);
    camera.target = 0.5 * (box.lower + box.upper);
    camera.distance = seeing_distance(camera, size, corners);
    // Near parts look larger, so the middle of the box is not the middle of its picture.
    constexpr int kCenterings = 4;
    for (int i = 0; i < kCenterings; ++i) {
        Eigen::Array2d lower = Eigen::Array2d::Constant(1e30);
        Eigen::Array2d upper = -lower;
        for (const Vec3& corner : corners) {
            if (const std::optional<ScreenPoint> place = project(camera, size, corner)) {
                lower = lower.min(Eigen::Array2d(place->x, place->y));
                upper = upper.max(Eigen::Array2d(place->x, place->y));
            }
        }
        const Eigen::Array2d shift =
            0.5 * (lower + upper) - Eigen::Array2d(0.5 * size.width, 0.5 * size.height);
        camera = panned(camera, size, -shift.x(), -shift.y());
        camera.distance = seeing_distance(camera, size, corners);
    }
    return camera;
}

std::string_view view_id(StandardView view) { return kViews[static_cast<std::size_t>(view)].id; }

StandardView find_view(std::string_view id) { return find_by_id(kViews, id, "view").view; }

Camera looking(Camera camera, StandardView view) {
    const NamedView& named = kViews[static_cast<std::size_t>(view)];
    camera.yaw = named.yaw;
    camera.pitch = named.pitch;
    return camera;
}

}  // namespace touchstone::viewer
