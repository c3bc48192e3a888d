#include "methods/smooth/surface_point.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace touchstone {
namespace {

constexpr double kReachOfPrimitive = 1e-6;  // of what counts as on it, as a share of the size

double size_of(const SmoothPrimitive& primitive) {
    return smooth_reach(SmoothShape{{{primitive, {}}}});
}

/// Returns the distance of a point from the surface of a feature, to first order [m].
double distance_of(const Jet& jet) { return std::abs(jet.value) / jet.gradient.norm(); }

/// Returns true for edges and corners without a radius, which have no normal of their own.
bool is_sharp(const SmoothFeature& feature) {
    const bool is_round = feature.form == FeatureForm::Point || feature.form == FeatureForm::Line ||
                          feature.form == FeatureForm::Circle;
    return is_round && feature.offset == 0.0;
}

SurfacePoint form_of(const Jet& jet) {
    SurfacePoint form;
    const double steepness = jet.gradient.norm();
    form.normal = jet.gradient / steepness;
    Eigen::Matrix<double, 3, 2> tangents;
    tangents.col(0) = form.normal.unitOrthogonal();
    tangents.col(1) = form.normal.cross(tangents.col(0));
    const Eigen::Matrix2d curvature = tangents.transpose() * jet.hessian * tangents / steepness;
    const PrincipalForm principal = principal_form(curvature);
    for (int i = 0; i < 2; ++i) {
        form.curvatures[i] = principal.values[i];
        form.directions[i] = tangents * principal.directions.col(i);
    }
    return form;
}

}  // namespace

PrincipalForm principal_form(const Eigen::Matrix2d& form) {
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> solver(form);
    return {solver.eigenvalues(), solver.eigenvectors()};
}

std::vector<SmoothFeature> surfaces_through(const SmoothPrimitive& primitive, const Vec3& point) {
    const double slack = kReachOfPrimitive * size_of(primitive);
    std::vector<std::pair<double, SmoothFeature>> found;
    for (const SmoothFeature& feature : features_of(primitive, 0.0)) {
        const Jet jet = feature_jet(feature, point);
        const bool has_form = !is_sharp(feature) && jet.gradient.allFinite() &&
                              !jet.gradient.isZero(0.0) && jet.hessian.allFinite();
        // What is on the plane or around the axis of a face need not be on the face.
        if (has_form && distance_of(jet) <= slack &&
            std::abs(smooth_level(primitive, point)) <=
                2.0 * slack * std::max(1.0, jet.gradient.norm())) {
            found.emplace_back(distance_of(jet), feature);
        }
    }
    std::ranges::stable_sort(found, {}, &std::pair<double, SmoothFeature>::first);
    std::vector<SmoothFeature> features;
    features.reserve(found.size());
    for (const auto& [distance, feature] : found) {
        features.push_back(feature);
    }
    return features;
}

std::optional<SurfacePoint> surface_point(const SmoothPrimitive& primitive, const Vec3& point) {
    const std::vector<SmoothFeature> surfaces = surfaces_through(primitive, point);
    return surfaces.empty() ? std::nullopt
                            : std::optional(form_of(feature_jet(surfaces.front(), point)));
}

std::optional<SurfacePoint> surface_point(const SmoothShape& shape, const Vec3& point) {
    std::optional<SurfacePoint> found;
    for (const SmoothPart& part : shape.parts) {
        const Quat& turn = part.shape_from_part.rotation;
        const Vec3 own = turn.conjugate() * (point - part.shape_from_part.translation);
        std::optional<SurfacePoint> form = surface_point(part.primitive, own);
        if (!form) {
            if (smooth_level(part.primitive, own) < 0.0) {
                return std::nullopt;
            }
            continue;
        }
        if (!found) {
            found = form;
            found->normal = turn * form->normal;
            for (Vec3& direction : found->directions) {
                direction = turn * direction;
            }
        }
    }
    return found;
}

double smooth_level(const SmoothShape& shape, const Vec3& point) {
    double least = std::numeric_limits<double>::infinity();
    for (const SmoothPart& part : shape.parts) {
        const Pose& place = part.shape_from_part;
        least = std::min(least, smooth_level(part.primitive, place.rotation.conjugate() *
                                                                 (point - place.translation)));
    }
    return least;
}

}  // namespace touchstone
