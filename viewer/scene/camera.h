#pragma once

#include <optional>
#include <string_view>

#include "methods/base/bounding_box.h"
#include "methods/base/types.h"

namespace touchstone::viewer {

using Mat4 = Eigen::Matrix4d;

/// An eye that turns about a target. World y is up.
///     eye = target + distance · (sin yaw cos pitch, sin pitch, cos yaw cos pitch)
/// yaw = pitch = 0 looks along -z: the front.
struct Camera {
    Vec3 target = Vec3::Zero();  ///< [m]
    double yaw = 0.0;            ///< [rad]
    double pitch = 0.0;          ///< in [-π/2, π/2] [rad]
    double distance = 5.0;       ///< > 0 [m]
    bool perspective = true;     ///< false: parallel rays, the target's plane in the same size

    bool operator==(const Camera&) const = default;
};

inline constexpr double kFieldOfView = 0.6;  ///< between top and bottom of the picture [rad]

/// Size of the picture [pixels].
struct ViewSize {
    int width = 1;
    int height = 1;

    bool operator==(const ViewSize&) const = default;
};

Vec3 eye(const Camera& camera);

/// The axes of the picture in world frame: right, up and towards the eye, as columns.
Mat3 camera_axes(const Camera& camera);

/// OpenGL's eye space: x right, y up, looking along -z.
Mat4 view_from_world(const Camera& camera);

/// OpenGL's clip space, near and far plane around a sphere that holds all that is drawn.
Mat4 clip_from_view(const Camera& camera, const ViewSize& size, const Vec3& center, double radius);

/// How large one metre is at the target [pixels].
double pixels_per_metre(const Camera& camera, const ViewSize& size);

/// A place on the picture, x from its left, y from its top [pixels], and how far it lies from the
/// eye along the view [m].
struct ScreenPoint {
    double x = kUnset;
    double y = kUnset;
    double depth = kUnset;
};
/// Nothing for what lies behind the eye.
std::optional<ScreenPoint> project(const Camera& camera, const ViewSize& size, const Vec3& point);

/// The ray through a place on the picture.
struct Ray {
    Vec3 origin;
    Vec3 direction;  ///< unit
};
Ray ray_through(const Camera& camera, const ViewSize& size, double x, double y);

/// Moving the pointer by so many pixels turns about the target ...
Camera orbited(Camera camera, double dx, double dy);
/// ... or moves the target with the pointer ...
Camera panned(Camera camera, const ViewSize& size, double dx, double dy);
/// ... and each `clicks` of the wheel brings the place below the pointer nearer by a tenth.
Camera zoomed(Camera camera, const ViewSize& size, double x, double y, double clicks);

/// Moves to where all of the box is seen; the direction stays.
Camera framed(Camera camera, const ViewSize& size, const BoundingBox& box);

enum class StandardView { Front, Back, Left, Right, Top, Bottom, Iso };
std::string_view view_id(StandardView view);       ///< "front"
StandardView find_view(std::string_view id);       ///< or UnknownName, listing the known ids
Camera looking(Camera camera, StandardView view);  ///< the target stays

}  // namespace touchstone::viewer
