#include "methods/smooth/tessellate.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>
#include <string>

#include "methods/base/error.h"
#include "methods/mesh/shapes.h"
#include "methods/smooth/smooth_feature.h"

namespace touchstone {
namespace {

constexpr int kMaxLevel = 5;

/// A point of a profile that turns about y: radius and height.
struct ProfilePoint {
    double r = kUnset;
    double y = kUnset;
};

/// Returns the part of a rotation about y, as an angle [rad].
double turn_about_y(const Quat& turn) { return 2.0 * std::atan2(turn.y(), turn.w()); }

/// Points on the axis become one vertex, others a ring of them.
struct ProfileRing {
    int first = 0;
    bool single = false;
};

/// Returns the vertex of a ring at place j, which may run once round.
int ring_place(const ProfileRing& ring, int j, int sides) {
    return ring.single ? ring.first : ring.first + j % sides;
}

/// Appends the triangles between two rings: quadrangles cut in two, or a fan where one ring is a
/// point.
void join_rings(const ProfileRing& low, const ProfileRing& high, int sides,
                std::vector<Triangle>& triangles) {
    for (int j = 0; j < sides; ++j) {
        const int low_j = ring_place(low, j, sides);
        const int low_next = ring_place(low, j + 1, sides);
        const int high_j = ring_place(high, j, sides);
        const int high_next = ring_place(high, j + 1, sides);
        if (!low.single) {
            triangles.push_back({low_j, low_next, high_next});
        }
        if (!high.single) {
            triangles.push_back({low_j, high_next, high_j});
        }
    }
}

/// Turns a profile with the solid on its left about y. An open profile begins and ends on the axis.
SurfaceMesh revolve(std::span<const ProfilePoint> profile, bool closed, int sides, double angle) {
    SurfaceMesh mesh;
    std::vector<ProfileRing> rings;
    rings.reserve(profile.size());
    for (const ProfilePoint& point : profile) {
        const bool single = point.r == 0.0;
        rings.push_back({static_cast<int>(mesh.vertices.size()), single});
        for (int j = 0; j < (single ? 1 : sides); ++j) {
            const double t = angle + 2.0 * std::numbers::pi * j / sides;
            mesh.vertices.emplace_back(point.r * std::cos(t), point.y, -point.r * std::sin(t));
        }
    }
    for (std::size_t i = 0; i + 1 < rings.size(); ++i) {
        join_rings(rings[i], rings[i + 1], sides, mesh.triangles);
    }
    if (closed) {
        join_rings(rings.back(), rings.front(), sides, mesh.triangles);
    }
    return mesh;
}

/// Makes an icosphere of radius 1 under the rotation of the grid.
SurfaceMesh turned_icosphere(const Tessellation& tessellation) {
    SurfaceMesh mesh = make_sphere(1.0, tessellation.level);
    const Mat3 turn = tessellation.turn.toRotationMatrix();
    for (Vec3& vertex : mesh.vertices) {
        vertex = (turn * vertex).normalized();
    }
    return mesh;
}

/// Returns two quarters of a circle, from pole to pole. A capsule without length has its equator
/// once.
std::vector<ProfilePoint> capsule_profile(const SmoothCapsule& capsule, int quarter) {
    std::vector<ProfilePoint> profile;
    for (const double side : {-1.0, 1.0}) {
        for (int i = 0; i <= quarter; ++i) {
            const double t = 0.5 * std::numbers::pi * (side < 0.0 ? i - quarter : i) / quarter;
            const bool pole = i == (side < 0.0 ? 0 : quarter);
            if (side > 0.0 && i == 0 && capsule.length == 0.0) {
                continue;
            }
            profile.push_back({pole ? 0.0 : capsule.radius * std::cos(t),
                               0.5 * side * capsule.length + capsule.radius * std::sin(t)});
        }
    }
    return profile;
}

/// Makes the hull of the rounded corners: an octant of a sphere at each, as a grid of triangles.
SurfaceMesh tessellate_round_box(const SmoothRoundBox& box, int level) {
    const int steps = 1 << level;
    const Vec3 core = 0.5 * box.size - Vec3::Constant(box.rounding);
    std::vector<Vec3> points;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 sign((corner & 1) != 0 ? 1.0 : -1.0, (corner & 2) != 0 ? 1.0 : -1.0,
                        (corner & 4) != 0 ? 1.0 : -1.0);
        for (int i = 0; i <= steps; ++i) {
            for (int j = 0; i + j <= steps; ++j) {
                const Vec3 way = Vec3(i, j, steps - i - j).normalized();
                points.push_back(sign.cwiseProduct(core + box.rounding * way));
            }
        }
    }
    // Coincident points of a box without a core in some direction are one for the hull.
    return make_convex_hull(points);
}

/// Makes the mesh of each solid, in its own frame.
struct Tessellate {
    const Tessellation& how;

    int sides() const { return 4 << how.level; }
    double angle() const { return turn_about_y(how.turn); }

    SurfaceMesh operator()(const SmoothBall& ball) const {
        return (*this)(SmoothEllipsoid{Vec3::Constant(ball.radius)});
    }
    SurfaceMesh operator()(const SmoothEllipsoid& shape) const {
        SurfaceMesh mesh = turned_icosphere(how);
        for (Vec3& vertex : mesh.vertices) {
            vertex = shape.semi_axes.cwiseProduct(vertex);
        }
        return mesh;
    }
    SurfaceMesh operator()(const SmoothSuperellipsoid& shape) const {
        SurfaceMesh mesh = turned_icosphere(how);
        for (Vec3& vertex : mesh.vertices) {
            double sum = 0.0;
            for (int i = 0; i < 3; ++i) {
                sum += std::pow(std::abs(vertex[i]), shape.exponent);
            }
            vertex = shape.semi_axes.cwiseProduct(vertex) / std::pow(sum, 1.0 / shape.exponent);
        }
        return mesh;
    }
    SurfaceMesh operator()(const SmoothTorus& torus) const {
        const int around = how.level == 0 ? 8 : 12 << (how.level - 1);
        const int tube = how.level == 0 ? 5 : 6 << (how.level - 1);
        std::vector<ProfilePoint> profile;
        profile.reserve(static_cast<std::size_t>(tube));
        for (int i = 0; i < tube; ++i) {
            const double t = 2.0 * std::numbers::pi * i / tube;
            profile.push_back({torus.ring_radius + torus.tube_radius * std::cos(t),
                               torus.tube_radius * std::sin(t)});
        }
        return revolve(profile, true, around, angle());
    }
    SurfaceMesh operator()(const SmoothCylinder& shape) const {
        const double top = 0.5 * shape.height;
        const ProfilePoint profile[]{
            {0.0, -top}, {shape.radius, -top}, {shape.radius, top}, {0.0, top}};
        return revolve(profile, false, sides(), angle());
    }
    SurfaceMesh operator()(const SmoothCone& shape) const {
        const double top = 0.5 * shape.height;
        const ProfilePoint profile[]{{0.0, -top}, {shape.radius, -top}, {0.0, top}};
        return revolve(profile, false, sides(), angle());
    }
    SurfaceMesh operator()(const SmoothCapsule& shape) const {
        return revolve(capsule_profile(shape, std::max(1, sides() / 4)), false, sides(), angle());
    }
    SurfaceMesh operator()(const SmoothRoundBox& box) const {
        return tessellate_round_box(box, how.level);
    }
    SurfaceMesh operator()(const SmoothBowl& bowl) const {
        std::vector<ProfilePoint> profile{{0.0, -bowl.wall}, {bowl.rim_radius, -bowl.wall}};
        const int steps = std::max(1, sides() / 4);
        profile.reserve(static_cast<std::size_t>(steps) + 3);
        for (int i = steps; i >= 0; --i) {
            const double r = bowl.rim_radius * i / steps;
            profile.push_back({r, r * r / (2.0 * bowl.curvature_radius)});
        }
        return revolve(profile, false, sides(), angle());
    }
};

/// The part of a ray from the origin inside a convex solid, as lengths.
struct RayInterval {
    double from = 0.0;
    double to = 0.0;
};

/// Finds the crossing in an interval whose first end is inside (or outside) and second the
/// opposite.
template <typename Level>
double level_crossing(const Level& level, double inside, double outside) {
    constexpr int kHalvings = 60;
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = 0.5 * (inside + outside);
        (level(middle) <= 0.0 ? inside : outside) = middle;
    }
    return inside;
}

/// Returns the part of a ray inside the solid; nothing when the ray misses it. The level is convex
/// along the ray.
std::optional<RayInterval> ray_inside(const SmoothPart& part, const Vec3& way, double farthest) {
    const Quat turn = part.shape_from_part.rotation.conjugate();
    const Vec3 from = turn * Vec3(-part.shape_from_part.translation);
    const Vec3 along = turn * way;
    const auto level = [&](double t) { return smooth_level(part.primitive, from + t * along); };
    double low = 0.0;
    double high = farthest;
    constexpr int kThirds = 120;
    // Search by thirds for the least level, which is convex along the ray; then bisection to both
    // sides.
    for (int i = 0; i < kThirds; ++i) {
        const double first = low + (high - low) / 3.0;
        const double second = high - (high - low) / 3.0;
        (level(first) <= level(second) ? high : low) =
            level(first) <= level(second) ? second : first;
    }
    const double deepest = 0.5 * (low + high);
    if (level(deepest) > 0.0) {
        return std::nullopt;
    }
    return RayInterval{level(0.0) <= 0.0 ? 0.0 : level_crossing(level, deepest, 0.0),
                       level_crossing(level, deepest, farthest)};
}

/// Returns how far a ray from the union's origin is inside without a break; nothing when it enters
/// anew.
std::optional<double> way_out(const SmoothShape& shape, const Vec3& way) {
    constexpr double kBreakShare = 1e-9;  // share of the reach
    const double slack = kBreakShare * smooth_reach(shape);
    std::vector<RayInterval> inside;
    inside.reserve(shape.parts.size());
    for (const SmoothPart& part : shape.parts) {
        if (const std::optional<RayInterval> interval =
                ray_inside(part, way, 1.01 * smooth_reach(shape))) {
            inside.push_back(*interval);
        }
    }
    // Intervals in order of their beginnings: a gap between them is a break.
    std::ranges::sort(inside, {}, &RayInterval::from);
    double out = 0.0;
    for (const RayInterval& interval : inside) {
        if (interval.from > out + slack) {
            return std::nullopt;
        }
        out = std::max(out, interval.to);
    }
    return out > slack ? std::optional(out) : std::nullopt;
}

/// Makes an icosphere whose vertices are moved out to where their rays leave the union.
SurfaceMesh tessellate_union(const SmoothShape& shape, int level) {
    SurfaceMesh mesh = make_sphere(1.0, level);
    for (Vec3& vertex : mesh.vertices) {
        const std::optional<double> out = way_out(shape, vertex);
        if (!out) {
            throw MeshError(
                "the union cannot be tessellated: its origin has to lie inside, and every part "
                "be seen from it without a gap; move the origin, or join the parts");
        }
        vertex *= *out;
    }
    return mesh;
}

}  // namespace

SurfaceMesh tessellate(const SmoothShape& shape, const Tessellation& tessellation) {
    validate(shape);
    if (tessellation.level < 0 || tessellation.level > kMaxLevel) {
        throw MeshError("the tessellation's level is " + std::to_string(tessellation.level) +
                        ": it must lie in 0…" + std::to_string(kMaxLevel));
    }
    SurfaceMesh mesh;
    if (shape.parts.size() == 1) {
        mesh = std::visit(Tessellate{tessellation}, shape.parts[0].primitive);
        const Pose& placed = shape.parts[0].shape_from_part;
        for (Vec3& vertex : mesh.vertices) {
            vertex = placed * vertex;
        }
    } else {
        mesh = tessellate_union(shape, tessellation.level);
    }
    validate(mesh);
    return mesh;
}

double longest_edge(const SurfaceMesh& mesh) {
    double longest = 0.0;
    for (const Triangle& triangle : mesh.triangles) {
        for (int i = 0; i < 3; ++i) {
            longest = std::max(
                longest,
                (mesh.vertices[triangle[i]] - mesh.vertices[triangle[(i + 1) % 3]]).norm());
        }
    }
    return longest;
}

}  // namespace touchstone
