#include "methods/smooth/smooth_feature.h"

#include <algorithm>
#include <cmath>

namespace touchstone {
namespace {

/// Returns ‖v‖ less an offset, where `project` keeps the part of v that counts.
Jet distance_jet(const Vec3& v, const Mat3& project, double offset) {
    const double length = v.norm();
    Jet jet;
    jet.value = length - offset;
    jet.gradient = v / length;
    jet.hessian = (project - jet.gradient * jet.gradient.transpose()) / length;
    return jet;
}

/// Returns n·(x − c) − offset.
Jet plane_jet(const SmoothFeature& feature, const Vec3& point) {
    return {feature.axis.dot(point - feature.centre) - feature.offset, feature.axis, Mat3::Zero()};
}

/// Returns the distance from the line, less the offset: a round cylinder.
Jet line_jet(const SmoothFeature& feature, const Vec3& point) {
    const Mat3 across = Mat3::Identity() - feature.axis * feature.axis.transpose();
    return distance_jet(across * (point - feature.centre), across, feature.offset);
}

/// Returns √((ρ − R)² + y²) − r, the distance from a circle of radius R less r, with ρ the distance
/// from its axis and y the height over its plane. Its principal curvatures are 1 / length along the
/// tube and (ρ − R) / (length ρ) around the axis.
Jet circle_jet(const SmoothFeature& feature, const Vec3& point) {
    const Vec3 from = point - feature.centre;
    const double y = feature.axis.dot(from);
    const Vec3 flat = from - y * feature.axis;
    const double rho = flat.norm();
    const Vec3 radial = flat / rho;
    const Vec3 around = feature.axis.cross(radial);
    const double out = rho - feature.sizes.x();
    const double length = std::hypot(out, y);
    Jet jet;
    jet.value = length - feature.offset;
    jet.gradient = (out * radial + y * feature.axis) / length;
    const Vec3 along = (y * radial - out * feature.axis) / length;
    jet.hessian =
        along * along.transpose() / length + around * around.transpose() * (out / (length * rho));
    return jet;
}

/// Returns ρ cos α + y sin α − offset with half the angle α at the tip and y counted from the tip,
/// towards which the axis points: the distance from the side of a cone.
Jet slope_jet(const SmoothFeature& feature, const Vec3& point) {
    const double sine = feature.sizes.x();
    const double cosine = feature.sizes.y();
    const Vec3 from = point - feature.centre;
    const double y = feature.axis.dot(from);
    const Vec3 flat = from - y * feature.axis;
    const double rho = flat.norm();
    const Vec3 radial = flat / rho;
    const Vec3 around = feature.axis.cross(radial);
    Jet jet;
    jet.value = cosine * rho + sine * y - feature.offset;
    jet.gradient = cosine * radial + sine * feature.axis;
    jet.hessian = around * around.transpose() * (cosine / rho);
    return jet;
}

/// Returns √(xᵀ D x) − 1 with D = diag(1 / a²): a norm less 1, of first degree like a distance.
Jet ellipsoid_jet(const SmoothFeature& feature, const Vec3& point) {
    const Vec3 inverse = feature.sizes.cwiseProduct(feature.sizes).cwiseInverse();
    const Vec3 scaled = inverse.cwiseProduct(point);
    const double length = std::sqrt(scaled.dot(point));
    Jet jet;
    jet.value = length - 1.0;
    jet.gradient = scaled / length;
    jet.hessian = inverse.asDiagonal();
    jet.hessian = (jet.hessian - jet.gradient * jet.gradient.transpose()) / length;
    return jet;
}

/// Returns N − 1 with N = (Σ |x_i / a_i|^p)^(1/p), with the gradient ∂N = N^(1−p) |x/a|^(p−1) sgn x
/// / a and its derivative.
Jet superellipsoid_jet(const SmoothFeature& feature, const Vec3& point) {
    const double p = feature.exponent;
    Vec3 share;
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        share[i] = std::abs(point[i]) / feature.sizes[i];
        sum += std::pow(share[i], p);
    }
    const double norm = std::pow(sum, 1.0 / p);
    Jet jet;
    jet.value = norm - 1.0;
    Vec3 curved;
    for (int i = 0; i < 3; ++i) {
        const double power = std::pow(share[i] / norm, p - 2.0);
        jet.gradient[i] = std::copysign(power * (share[i] / norm) / feature.sizes[i], point[i]);
        curved[i] = power / (feature.sizes[i] * feature.sizes[i]);
    }
    jet.hessian = curved.asDiagonal();
    jet.hessian = (p - 1.0) / norm * (jet.hessian - jet.gradient * jet.gradient.transpose());
    return jet;
}

/// Returns y − (x² + z²) / 2k: positive in the hollow of the bowl, which is outside.
Jet paraboloid_jet(const SmoothFeature& feature, const Vec3& point) {
    const double k = feature.sizes.x();
    Jet jet;
    jet.value = point.y() - (point.x() * point.x() + point.z() * point.z()) / (2.0 * k);
    jet.gradient = Vec3(-point.x() / k, 1.0, -point.z() / k);
    jet.hessian = Vec3(-1.0 / k, 0.0, -1.0 / k).asDiagonal();
    return jet;
}

/// Returns a sphere of radius `offset` + `extra`, of which `extra` does not belong to the solid.
SmoothFeature point_feature(const Vec3& centre, double offset, double extra) {
    return {.form = FeatureForm::Point, .centre = centre, .offset = offset + extra, .extra = extra};
}

SmoothFeature line_feature(const Vec3& centre, const Vec3& axis, double offset, double extra) {
    return {.form = FeatureForm::Line,
            .centre = centre,
            .axis = axis,
            .offset = offset + extra,
            .extra = extra};
}

SmoothFeature plane_feature(const Vec3& centre, const Vec3& normal) {
    return {.form = FeatureForm::Plane, .centre = centre, .axis = normal};
}

SmoothFeature circle_feature(double height, double radius, double offset, double extra) {
    return {.form = FeatureForm::Circle,
            .centre = Vec3(0.0, height, 0.0),
            .sizes = Vec3(radius, 0.0, 0.0),
            .offset = offset + extra,
            .extra = extra};
}

/// Returns the faces, edges and corners of a box with a radius around them: of the 3 × 3 × 3 places
/// −1, 0, 1 on each axis, those with one, two and three axes at an end; the middle one is none.
std::vector<SmoothFeature> box_features(const Vec3& core, double radius) {
    std::vector<SmoothFeature> features;
    for (int at = 0; at < 27; ++at) {
        const int row = at / 3 % 3;
        const int layer = at / 9;
        const Vec3 side(at % 3 - 1, row - 1, layer - 1);
        const int outward = static_cast<int>(side.cwiseAbs().sum());
        const Vec3 centre = core.cwiseProduct(side);
        if (outward == 1) {
            features.push_back(plane_feature(centre + radius * side, side));
        } else if (outward == 2) {
            const Vec3 axis = Vec3::Ones() - side.cwiseAbs();
            features.push_back(line_feature(centre, axis, radius, 0.0));
        } else if (outward == 3) {
            features.push_back(point_feature(centre, radius, 0.0));
        }
    }
    return features;
}

/// Lists the surfaces of each solid. Only rims and tips, which are sharp, get the radius `extra`.
struct FeaturesOf {
    double extra;

    std::vector<SmoothFeature> operator()(const SmoothBall& ball) const {
        return {point_feature(Vec3::Zero(), ball.radius, 0.0)};
    }
    std::vector<SmoothFeature> operator()(const SmoothEllipsoid& shape) const {
        return {{.form = FeatureForm::Ellipsoid, .sizes = shape.semi_axes}};
    }
    std::vector<SmoothFeature> operator()(const SmoothSuperellipsoid& shape) const {
        return {{.form = FeatureForm::Superellipsoid,
                 .sizes = shape.semi_axes,
                 .exponent = shape.exponent}};
    }
    std::vector<SmoothFeature> operator()(const SmoothTorus& torus) const {
        return {circle_feature(0.0, torus.ring_radius, torus.tube_radius, 0.0)};
    }
    std::vector<SmoothFeature> operator()(const SmoothCylinder& shape) const {
        const double top = 0.5 * shape.height;
        return {line_feature(Vec3::Zero(), Vec3::UnitY(), shape.radius, 0.0),
                plane_feature(Vec3(0.0, top, 0.0), Vec3::UnitY()),
                plane_feature(Vec3(0.0, -top, 0.0), -Vec3::UnitY()),
                circle_feature(top, shape.radius, 0.0, extra),
                circle_feature(-top, shape.radius, 0.0, extra)};
    }
    std::vector<SmoothFeature> operator()(const SmoothCone& shape) const {
        const double top = 0.5 * shape.height;
        const double slant = std::hypot(shape.radius, shape.height);
        const SmoothFeature slope{.form = FeatureForm::Slope,
                                  .centre = Vec3(0.0, top, 0.0),
                                  .sizes = Vec3(shape.radius / slant, shape.height / slant, 0.0)};
        return {slope, plane_feature(Vec3(0.0, -top, 0.0), -Vec3::UnitY()),
                circle_feature(-top, shape.radius, 0.0, extra),
                point_feature(Vec3(0.0, top, 0.0), 0.0, extra)};
    }
    std::vector<SmoothFeature> operator()(const SmoothCapsule& shape) const {
        const Vec3 end(0.0, 0.5 * shape.length, 0.0);
        return {line_feature(Vec3::Zero(), Vec3::UnitY(), shape.radius, 0.0),
                point_feature(end, shape.radius, 0.0), point_feature(-end, shape.radius, 0.0)};
    }
    std::vector<SmoothFeature> operator()(const SmoothRoundBox& box) const {
        return box_features(0.5 * box.size - Vec3::Constant(box.rounding), box.rounding);
    }
    std::vector<SmoothFeature> operator()(const SmoothBowl& bowl) const {
        const double rim = bowl.rim_radius * bowl.rim_radius / (2.0 * bowl.curvature_radius);
        const Vec3 below(0.0, -bowl.wall, 0.0);
        return {{.form = FeatureForm::Paraboloid, .sizes = Vec3(bowl.curvature_radius, 0.0, 0.0)},
                line_feature(Vec3::Zero(), Vec3::UnitY(), bowl.rim_radius, 0.0),
                plane_feature(below, -Vec3::UnitY()),
                circle_feature(rim, bowl.rim_radius, 0.0, extra),
                circle_feature(-bowl.wall, bowl.rim_radius, 0.0, extra)};
    }
};

/// Returns the distance from a box around the origin less a radius; inside the box it is minus the
/// distance to the nearest face.
double rounded_level(const Vec3& point, const Vec3& core, double radius) {
    const Vec3 out = (point.cwiseAbs() - core).cwiseMax(0.0);
    const double inside = std::min(0.0, (point.cwiseAbs() - core).maxCoeff());
    return out.norm() + inside - radius;
}

/// Evaluates a function of a point that is negative inside each solid. Solids with several surfaces
/// are intersections of what lies behind these, whose largest value counts.
struct LevelAt {
    const Vec3& p;

    double radial() const { return std::hypot(p.x(), p.z()); }

    double operator()(const SmoothBall& ball) const { return p.norm() - ball.radius; }
    double operator()(const SmoothEllipsoid& shape) const {
        return p.cwiseQuotient(shape.semi_axes).norm() - 1.0;
    }
    double operator()(const SmoothSuperellipsoid& shape) const {
        double sum = 0.0;
        for (int i = 0; i < 3; ++i) {
            sum += std::pow(std::abs(p[i]) / shape.semi_axes[i], shape.exponent);
        }
        return std::pow(sum, 1.0 / shape.exponent) - 1.0;
    }
    double operator()(const SmoothTorus& torus) const {
        return std::hypot(radial() - torus.ring_radius, p.y()) - torus.tube_radius;
    }
    double operator()(const SmoothCylinder& shape) const {
        return std::max(radial() - shape.radius, std::abs(p.y()) - 0.5 * shape.height);
    }
    double operator()(const SmoothCone& shape) const {
        const double slant = std::hypot(shape.radius, shape.height);
        const double side =
            (shape.height * radial() + shape.radius * (p.y() - 0.5 * shape.height)) / slant;
        return std::max(side, -p.y() - 0.5 * shape.height);
    }
    double operator()(const SmoothCapsule& shape) const {
        return rounded_level(p, Vec3(0.0, 0.5 * shape.length, 0.0), shape.radius);
    }
    double operator()(const SmoothRoundBox& box) const {
        return rounded_level(p, 0.5 * box.size - Vec3::Constant(box.rounding), box.rounding);
    }
    double operator()(const SmoothBowl& bowl) const {
        const double rho = radial();
        return std::max({rho - bowl.rim_radius, -p.y() - bowl.wall,
                         p.y() - rho * rho / (2.0 * bowl.curvature_radius)});
    }
};

}  // namespace

Jet feature_jet(const SmoothFeature& feature, const Vec3& point) {
    switch (feature.form) {
        case FeatureForm::Point:
            return distance_jet(point - feature.centre, Mat3::Identity(), feature.offset);
        case FeatureForm::Line:
            return line_jet(feature, point);
        case FeatureForm::Plane:
            return plane_jet(feature, point);
        case FeatureForm::Circle:
            return circle_jet(feature, point);
        case FeatureForm::Slope:
            return slope_jet(feature, point);
        case FeatureForm::Ellipsoid:
            return ellipsoid_jet(feature, point);
        case FeatureForm::Superellipsoid:
            return superellipsoid_jet(feature, point);
        case FeatureForm::Paraboloid:
            return paraboloid_jet(feature, point);
    }
    return {};
}

std::vector<SmoothFeature> features_of(const SmoothPrimitive& primitive, double extra) {
    return std::visit(FeaturesOf{extra}, primitive);
}

double smooth_level(const SmoothPrimitive& primitive, const Vec3& point) {
    return std::visit(LevelAt{point}, primitive);
}

}  // namespace touchstone
