#pragma once

#include <array>
#include <optional>
#include <vector>

#include "methods/smooth/smooth_feature.h"

namespace touchstone {

/// The form of a surface at one of its points.
struct SurfacePoint {
    Vec3 normal = Vec3::Constant(kUnset);  ///< unit, outward
    /// Principal curvatures, the smaller one first: positive where the surface bends away from its
    /// normal, 1/R on a ball of radius R [1/m].
    std::array<double, 2> curvatures{kUnset, kUnset};
    std::array<Vec3, 2> directions;  ///< their directions, unit and across the normal
};

/// A symmetric form of two directions, by its principal axes.
struct PrincipalForm {
    Eigen::Vector2d values;      ///< ascending, in the unit of the form
    Eigen::Matrix2d directions;  ///< of each value a column, unit and orthogonal
};
/// Returns the principal axes of a symmetric form; its lower triangle is read.
PrincipalForm principal_form(const Eigen::Matrix2d& form);

/// Returns the surfaces of a solid that go through a point of its frame, to within 1e-6 of its
/// size, the nearest first: one, or where an edge or a seam is several. Edges without a radius are
/// no surfaces, so that none goes through a cone's tip.
std::vector<SmoothFeature> surfaces_through(const SmoothPrimitive& primitive, const Vec3& point);

/// Returns the form of the surface of a solid at a point of its frame; nothing where no surface
/// goes through it. On an edge it is that of one of the surfaces that meet there.
std::optional<SurfacePoint> surface_point(const SmoothPrimitive& primitive, const Vec3& point);

/// Returns the same for a union, in the frame of the shape: of the first part whose surface the
/// point is on, unless it lies inside another.
std::optional<SurfacePoint> surface_point(const SmoothShape& shape, const Vec3& point);

/// Returns a number that is negative inside the shape, zero on its surface, positive outside.
double smooth_level(const SmoothShape& shape, const Vec3& point);

}  // namespace touchstone
