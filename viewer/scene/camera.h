#pragma once

#include <optional>
#include <string_view>

#include "methods/base/boxes/bounding_box.h"
#include "methods/base/types.h"

namespace touchstone::viewer {

/// A transformation of homogeneous coordinates.
using Mat4 = Eigen::Matrix4d;

/// An eye that orbits a target. World y is up.
///    eye = target + distance · (sin yaw cos pitch, sin pitch, cos yaw cos pitch)
/// yaw = pitch = 0 looks along -z: the front.
struct Camera {
    Vec3 target = Vec3::Zero();  ///< point in the middle of the picture [m]
    double yaw = 0.0;            ///< angle of the eye around the vertical axis [rad]
    double pitch = 0.0;          ///< angle of the eye above the horizontal, in [-π/2, π/2] [rad]
    double distance = 5.0;       ///< distance of the eye from the target, > 0 [m]
    bool perspective = true;     ///< false: parallel rays, with the target's plane in the same size

    bool operator==(const Camera&) const = default;
};

inline constexpr double kFieldOfView = 0.6;  ///< vertical angle of view [rad]

/// Size of the picture [pixels].
struct ViewSize {
    int width = 1;
    int height = 1;

    bool operator==(const ViewSize&) const = default;
};

/// Returns the position of the eye, world frame [m].
Vec3 eye(const Camera& camera);

/// Returns the axes of the picture in world frame: right, up and towards the eye, as columns.
Mat3 camera_axes(const Camera& camera);

/// Returns the transformation to OpenGL's eye space: x right, y up, looking along -z.
Mat4 view_from_world(const Camera& camera);

/// Returns the box that the near and far plane must go around: the bodies and the marks on a mesh,
/// an empty box without any. Parallel rays cannot tell depths over a very long way; of marks so far
/// away only what the camera looks at counts. World frame [m].
BoundingBox depth_bounds(const Camera& camera, const BoundingBox& bodies, const BoundingBox& marks);

/// Returns the transformation to OpenGL's clip space, with near and far plane around a sphere that
/// contains everything drawn. In perspective the target is seen however large the sphere is.
Mat4 clip_from_view(const Camera& camera, const ViewSize& size, const Vec3& center, double radius);

/// Returns the size of one metre at the target [pixels].
double pixels_per_metre(const Camera& camera, const ViewSize& size);

/// A point of the picture, x from the left, y from the top [pixels], and its distance from the eye
/// along the view [m].
struct ScreenPoint {
    double x = kUnset;
    double y = kUnset;
    double depth = kUnset;
};
/// Projects a point; nothing when it lies behind the eye.
std::optional<ScreenPoint> project(const Camera& camera, const ViewSize& size, const Vec3& point);

/// A ray from the eye through a point of the picture.
struct Ray {
    Vec3 origin;
    Vec3 direction;  ///< unit vector
};
/// Returns the ray through a point of the picture.
Ray ray_through(const Camera& camera, const ViewSize& size, double x, double y);

/// Orbits the target, for a movement of the pointer [pixels].
Camera orbited(Camera camera, double dx, double dy);
/// Moves the target with the pointer.
Camera panned(Camera camera, const ViewSize& size, double dx, double dy);
/// Moves towards the point below the pointer, by a tenth of the distance for each click.
Camera zoomed(Camera camera, const ViewSize& size, double x, double y, double clicks);

/// Moves so that all of the box is visible; the direction stays.
Camera framed(Camera camera, const ViewSize& size, const BoundingBox& box);

/// The standard directions of view.
enum class StandardView { Front, Back, Left, Right, Top, Bottom, Iso };
/// Returns the id of a view: "front".
std::string_view view_id(StandardView view);
/// Returns the view with this id. Throws UnknownName, listing the known ids.
StandardView find_view(std::string_view id);
/// Returns the camera with the direction of the view; the target stays.
Camera looking(Camera camera, StandardView view);

}  // namespace touchstone::viewer
