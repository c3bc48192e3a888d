#include "viewer/scene/contact_ellipse.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "generators/generator.h"
#include "methods/smooth/surface_point.h"

namespace touchstone::viewer {
namespace {

constexpr int kCorners = 48;

/// Returns the curvatures of a body at a point as a form of vectors across the normal, world frame
/// [1/m]: zero on a face of a mesh; nothing where there is no telling.
std::optional<Mat3> curvature_at(const CollisionShape& shape, const Pose& world_from_shape,
                                 const Feature& feature, const Vec3& point) {
    if (!shape.smooth) {
        return feature.type == FeatureType::Face ? std::optional<Mat3>(Mat3::Zero()) : std::nullopt;
    }
    const Vec3 own =
        world_from_shape.rotation.conjugate() * Vec3(point - world_from_shape.translation);
    const std::optional<SurfacePoint> form = surface_point(*shape.smooth, own);
    if (!form) {
        return std::nullopt;
    }
    Mat3 curvature = Mat3::Zero();
    for (int i = 0; i < 2; ++i) {
        const Vec3 way = world_from_shape.rotation * form->directions[i];
        curvature += form->curvatures[i] * way * way.transpose();
    }
    return curvature;
}

}  // namespace

std::vector<Vec3> contact_ellipse(const ContactPoint& contact, const BodyShapes& shapes,
                                  std::span<const Pose> world_from_shape) {
    const CollisionShape& a = shapes.of(contact.body_a);
    const CollisionShape& b = shapes.of(contact.body_b);
    const Vec3 half = 0.5 * contact.separation * contact.normal;
    const std::optional<Mat3> of_a = curvature_at(a, world_from_shape[contact.body_a],
                                                  contact.feature_a, contact.position - half);
    const std::optional<Mat3> of_b = curvature_at(b, world_from_shape[contact.body_b],
                                                  contact.feature_b, contact.position + half);
    if (!of_a || !of_b) {
        return {};
    }
    Eigen::Matrix<double, 3, 2> across;
    across.col(0) = contact.normal.unitOrthogonal();
    across.col(1) = contact.normal.cross(across.col(0));
    const Eigen::Matrix2d sum = across.transpose() * (*of_a + *of_b) * across;
    const PrincipalForm principal = principal_form(sum);
    const double size = std::min(shape_size(a), shape_size(b));
    const double gap = kEllipseGap * size;
    if (!(principal.values[0] * size > 2.0 * kEllipseGap)) {
        return {};  // the ellipse would be larger than the body
    }
    std::vector<Vec3> corners;
    corners.reserve(kCorners);
    for (int i = 0; i < kCorners; ++i) {
        const double turn = 2.0 * std::numbers::pi * i / kCorners;
        const Eigen::Vector2d way(std::cos(turn) * std::sqrt(2.0 * gap / principal.values[0]),
                                  std::sin(turn) * std::sqrt(2.0 * gap / principal.values[1]));
        corners.emplace_back(across * (principal.directions * way));
    }
    return corners;
}

}  // namespace touchstone::viewer
