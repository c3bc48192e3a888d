#include "methods/smooth/smooth_solid.h"

#include <cmath>
#include <numbers>

namespace touchstone {
namespace {

constexpr double kFaceDirection = 1e-8;  // sine
constexpr int kRingCorners = 8;
/// Radius given to sharp edges and corners, as a share of the size, see SmoothFeature.
constexpr double kSharpShare = 0.25;

/// Turns z, the axis of support shapes, into y.
Mat3 y_from_z() {
    Mat3 turn;
    turn << 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -1.0, 0.0;
    return turn;
}

/// Sets the convex hull of a solid as a core with a radius around it: hull = core ⊕ ball of
/// core_radius. The torus is filled, and the bowl's hollow covered, since this is the hull.
struct SetCore {
    SmoothSolid& solid;

    void around_y(SupportShape core, double radius = 0.0) const {
        solid.core = std::move(core);
        solid.solid_from_core = y_from_z();
        solid.core_radius = radius;
    }

    void operator()(const SmoothBall& ball) const {
        const Vec3 origin[]{Vec3::Zero()};
        solid.core = make_support_hull(std::span<const Vec3>(origin));
        solid.core_radius = ball.radius;
        solid.is_oval = true;
    }
    void operator()(const SmoothEllipsoid& shape) const {
        solid.core = make_support_sphere(1.0);
        solid.solid_from_core = shape.semi_axes.asDiagonal();
        solid.is_oval = true;
    }
    void operator()(const SmoothSuperellipsoid& shape) const {
        solid.core = make_support_power(shape.semi_axes, shape.exponent);
    }
    void operator()(const SmoothTorus& torus) const {
        around_y(make_support_cylinder(torus.ring_radius, 0.0), torus.tube_radius);
    }
    void operator()(const SmoothCylinder& shape) const {
        around_y(make_support_cylinder(shape.radius, 0.5 * shape.height));
    }
    void operator()(const SmoothCone& shape) const {
        around_y(make_support_cone(shape.radius, 0.5 * shape.height));
    }
    void operator()(const SmoothCapsule& shape) const {
        const Vec3 ends[]{Vec3(0.0, -0.5 * shape.length, 0.0), Vec3(0.0, 0.5 * shape.length, 0.0)};
        solid.core = make_support_hull(std::span<const Vec3>(ends));
        solid.core_radius = shape.radius;
    }
    void operator()(const SmoothRoundBox& box) const {
        solid.core = make_support_box(0.5 * box.size - Vec3::Constant(box.rounding));
        solid.core_radius = box.rounding;
    }
    void operator()(const SmoothBowl& bowl) const {
        const double rim = bowl.rim_radius * bowl.rim_radius / (2.0 * bowl.curvature_radius);
        around_y(make_support_cylinder(bowl.rim_radius, 0.5 * (rim + bowl.wall)));
        solid.core_centre = Vec3(0.0, 0.5 * (rim - bowl.wall), 0.0);
    }
};

/// Returns eight points of a circle around the y axis, none of them on the x or z axis [m].
std::vector<Vec3> ring_points(double radius, double height) {
    std::vector<Vec3> points;
    points.reserve(kRingCorners);
    for (int i = 0; i < kRingCorners; ++i) {
        const double t = 2.0 * std::numbers::pi * (i + 0.5) / kRingCorners;
        points.emplace_back(radius * std::cos(t), height, radius * std::sin(t));
    }
    return points;
}

/// Finds the face of each solid that lies farthest along `n`, in the solid's frame: where the
/// support function h is not differentiable, its subdifferential has more than one point. Empty
/// corners: the support point alone.
struct FaceAlong {
    const Vec3& n;

    using Kind = SupportFace::Kind;

    /// Returns the sine of the angle between n and the y axis.
    double across() const { return std::hypot(n.x(), n.z()); }
    /// Returns true when n is the y axis to within 1e-8: caps and bases are faces then.
    bool is_axial() const { return across() <= kFaceDirection; }
    /// Returns true when n is square to the y axis to within 1e-8: sides of cylinders are faces
    /// then.
    bool is_radial() const { return std::abs(n.y()) <= kFaceDirection; }
    Vec3 radial() const { return Vec3(n.x(), 0.0, n.z()) / across(); }

    SupportFace operator()(const SmoothBall&) const { return {}; }
    SupportFace operator()(const SmoothEllipsoid&) const { return {}; }
    SupportFace operator()(const SmoothSuperellipsoid&) const { return {}; }
    SupportFace operator()(const SmoothTorus& torus) const {
        if (!is_axial()) {
            return {};
        }
        return {Kind::Ring,
                ring_points(torus.ring_radius, std::copysign(torus.tube_radius, n.y()))};
    }
    SupportFace operator()(const SmoothCylinder& shape) const {
        return of_cylinder(shape.radius, -0.5 * shape.height, 0.5 * shape.height);
    }
    /// Returns a cap along the axis, else the line of the side that lies farthest along n.
    SupportFace of_cylinder(double radius, double low, double high) const {
        if (is_axial()) {
            return {Kind::Polygon, ring_points(radius, n.y() > 0.0 ? high : low)};
        }
        if (!is_radial()) {
            return {};
        }
        const Vec3 side = radius * radial();
        return {Kind::Segment, {side + low * Vec3::UnitY(), side + high * Vec3::UnitY()}};
    }
    SupportFace operator()(const SmoothCone& shape) const {
        const double top = 0.5 * shape.height;
        if (is_axial()) {
            return n.y() > 0.0 ? SupportFace{}
                               : SupportFace{Kind::Polygon, ring_points(shape.radius, -top)};
        }
        const double slant = std::hypot(shape.radius, shape.height);
        // The side is a face when n is its normal (height, radius) / slant: their cross product is
        // 0.
        if (std::abs(n.y() * shape.height - across() * shape.radius) > kFaceDirection * slant) {
            return {};
        }
        return {Kind::Segment,
                {shape.radius * radial() - top * Vec3::UnitY(), top * Vec3::UnitY()}};
    }
    SupportFace operator()(const SmoothCapsule& shape) const {
        if (!is_radial() || shape.length == 0.0) {
            return {};
        }
        const Vec3 half(0.0, 0.5 * shape.length, 0.0);
        return {Kind::Segment, {shape.radius * n - half, shape.radius * n + half}};
    }
    SupportFace operator()(const SmoothRoundBox& box) const {
        const Vec3 core = 0.5 * box.size - Vec3::Constant(box.rounding);
        // Each axis along which n has no part doubles the corners: a point, a segment, a rectangle.
        // The second half is appended backwards, so that the corners stay in order around the face.
        std::vector<Vec3> corners{box.rounding * n};
        int free = 0;
        for (int axis = 0; axis < 3; ++axis) {
            const Vec3 step = core[axis] * Vec3::Unit(axis);
            if (std::abs(n[axis]) > kFaceDirection || core[axis] == 0.0) {
                for (Vec3& corner : corners) {
                    corner += std::copysign(1.0, n[axis]) * step;
                }
                continue;
            }
            ++free;
            const std::vector<Vec3> low = corners;
            corners.clear();
            for (const Vec3& corner : low) {
                corners.push_back(corner - step);
            }
            for (auto corner = low.rbegin(); corner != low.rend(); ++corner) {
                corners.push_back(*corner + step);
            }
        }
        if (free == 0) {
            return {};
        }
        return {free == 1 ? Kind::Segment : Kind::Polygon, corners};
    }
    SupportFace operator()(const SmoothBowl& bowl) const {
        const double rim = bowl.rim_radius * bowl.rim_radius / (2.0 * bowl.curvature_radius);
        SupportFace face = of_cylinder(bowl.rim_radius, -bowl.wall, rim);
        if (is_axial() && n.y() > 0.0) {
            face.kind = Kind::Ring;
        }
        return face;
    }
};

}  // namespace

SmoothSolid make_smooth_solid(const SmoothPrimitive& primitive) {
    SmoothSolid solid;
    solid.primitive = primitive;
    solid.size = smooth_reach({{{primitive, {}}}});
    solid.features = features_of(primitive, kSharpShare * solid.size);
    std::visit(SetCore{solid}, primitive);
    return solid;
}

Vec3 to_frame(const PlacedSolid& placed, const Vec3& point) {
    return placed.rotation * point + placed.centre;
}

Vec3 to_solid(const PlacedSolid& placed, const Vec3& point) {
    return placed.rotation.transpose() * (point - placed.centre);
}

Vec3 support(const PlacedSolid& placed, const Vec3& direction) {
    const SmoothSolid& solid = *placed.solid;
    const Vec3 d = placed.rotation.transpose() * direction;
    Vec3 point = solid.core_centre;
    if (const auto* shape = std::get_if<SmoothEllipsoid>(&solid.primitive)) {
        // x = A² d / ‖A d‖ for the ellipsoid ‖A⁻¹ x‖ = 1, A = diag(semi-axes).
        const Vec3 scaled = shape->semi_axes.cwiseProduct(d);
        point += shape->semi_axes.cwiseProduct(scaled) / scaled.norm();
    } else {
        // The support point of M K + ball is M (support point of K along Mᵀ d), and r d/‖d‖
        // farther.
        const Vec3 along = solid.solid_from_core.transpose() * d;
        point += solid.solid_from_core * farthest_offset(solid.core, along);
        if (solid.core_radius > 0.0) {
            point += solid.core_radius / d.norm() * d;
        }
    }
    return to_frame(placed, point);
}

Mat3 support_hessian(const PlacedSolid& placed, const Vec3& normal) {
    const SmoothSolid& solid = *placed.solid;
    if (const auto* shape = std::get_if<SmoothEllipsoid>(&solid.primitive)) {
        // ∇²h for h(d) = √(dᵀ A² d): A² / h − (A² d)(A² d)ᵀ / h³.
        const Vec3 square = shape->semi_axes.cwiseAbs2();
        const Vec3 d = placed.rotation.transpose() * normal;
        const Vec3 pushed = square.cwiseProduct(d);
        const double height_squared = pushed.dot(d);
        Mat3 hessian = square.asDiagonal();
        hessian =
            (hessian - pushed * pushed.transpose() / height_squared) / std::sqrt(height_squared);
        return placed.rotation * hessian * placed.rotation.transpose();
    }
    // The core of the other oval, the ball, is a point: h = r ‖n‖.
    return solid.core_radius * (Mat3::Identity() - normal * normal.transpose());
}

Jet placed_jet(const PlacedSolid& placed, const SmoothFeature& feature, const Vec3& point) {
    Jet jet = feature_jet(feature, to_solid(placed, point));
    jet.gradient = placed.rotation * jet.gradient;
    jet.hessian = placed.rotation * jet.hessian * placed.rotation.transpose();
    return jet;
}

SupportFace support_face(const PlacedSolid& placed, const Vec3& normal) {
    const Vec3 n = placed.rotation.transpose() * normal;
    SupportFace face = std::visit(FaceAlong{n}, placed.solid->primitive);
    if (face.corners.empty()) {
        return {SupportFace::Kind::Point, {support(placed, normal)}};
    }
    for (Vec3& corner : face.corners) {
        corner = to_frame(placed, corner);
    }
    return face;
}

PlacedPair core_pair(const PlacedSolid& a, const PlacedSolid& b, double scale) {
    // Only the cores are scaled; their centres stay.
    const auto linear = [scale](const PlacedSolid& placed) {
        return Mat3(scale * placed.rotation * placed.solid->solid_from_core);
    };
    return {.a = &a.solid->core,
            .b = &b.solid->core,
            .linear_a = linear(a),
            .linear_b = linear(b),
            .offset = to_frame(b, b.solid->core_centre) - to_frame(a, a.solid->core_centre)};
}

}  // namespace touchstone
