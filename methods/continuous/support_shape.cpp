#include "methods/continuous/support_shape.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "methods/base/error.h"

namespace touchstone {
namespace {

constexpr double kReachRoundUp = 1.0 + 1e-15;
// A body keeps the origin of its frame while its points are nearer to it than this many times its
// size.
constexpr double kNearOrigin = 16.0;

/// Two doubles processed together, as every x86-64 can.
using SupportLanes = double __attribute__((vector_size(16)));

void require_body_size(double size, const char* name) {
    if (!(size >= 0.0) || !std::isfinite(size)) {
        throw Error(std::string(name) + " of a convex body is " + std::to_string(size) +
                    "; give a finite length of at least 0");
    }
}

/// Coordinates along a direction, with indices, of the best even and the best odd point.
struct FarthestLanes {
    SupportLanes value;
    SupportLanes index;
};

inline SupportLanes load_lanes(const double* values) {
    SupportLanes lanes;
    __builtin_memcpy(&lanes, values, sizeof lanes);
    return lanes;
}

inline void take_farther(FarthestLanes& best, SupportLanes value, SupportLanes index) {
    // In this form the first choice is one instruction, a maximum.
    const SupportLanes before = best.value;
    best.value = value > before ? value : before;
    best.index = best.value == before ? best.index : index;
}

int farthest_point(const SupportShape& shape, const Vec3& direction) {
    const SupportLanes dx = direction.x() - SupportLanes{};
    const SupportLanes dy = direction.y() - SupportLanes{};
    const SupportLanes dz = direction.z() - SupportLanes{};
    const double* x = shape.x.data();
    const double* y = shape.y.data();
    const double* z = shape.z.data();
    const auto along = [&](std::ptrdiff_t i) {
        return dx * load_lanes(x + i) + dy * load_lanes(y + i) + dz * load_lanes(z + i);
    };
    SupportLanes index{0.0, 1.0};
    FarthestLanes low{along(0), index};
    FarthestLanes high{along(2), index + 2.0};
    for (std::ptrdiff_t i = 4; i < std::ssize(shape.x); i += 4) {
        index += 4.0;
        take_farther(low, along(i), index);
        take_farther(high, along(i + 2), index + 2.0);
    }
    // Whatever depends on the points is a choice of values, not of ways: which point is farthest
    // cannot be foreseen. Of equally far ones the first; so the padding, which repeats it, is none.
    const auto is_high =
        (high.value > low.value) | ((high.value == low.value) & (high.index < low.index));
    const SupportLanes value = is_high ? high.value : low.value;
    index = is_high ? high.index : low.index;
    const int even = static_cast<int>(index[0]);
    const int odd = static_cast<int>(index[1]);
    const bool is_odd =
        (static_cast<int>(value[1] > value[0]) |
         (static_cast<int>(value[1] == value[0]) & static_cast<int>(odd < even))) != 0;
    return is_odd ? odd : even;
}

Vec3 farthest_on_disc(double radius, const Vec3& direction) {
    const double length = std::hypot(direction.x(), direction.y());
    return length > 0.0
               ? Vec3(radius * (direction.x() / length), radius * (direction.y() / length), 0.0)
               : Vec3::Zero();
}

Vec3 farthest_on_sphere(double radius, const Vec3& direction) {
    return radius * direction.stableNormalized();
}

Vec3 farther_end(double half_length, const Vec3& direction) {
    return {0.0, 0.0, std::copysign(half_length, direction.z())};
}

/// Returns the tip, or a point of the base's rim.
Vec3 farthest_on_cone(const SupportShape& shape, const Vec3& direction) {
    const double base = shape.radius * std::hypot(direction.x(), direction.y());
    if (2.0 * shape.half_length * direction.z() > base) {
        return {0.0, 0.0, shape.half_length};
    }
    return farthest_on_disc(shape.radius, direction) - Vec3(0.0, 0.0, shape.half_length);
}

/// Returns the point where ∇ Σ |x_i / a_i|^p is along the direction.
Vec3 farthest_on_power(const SupportShape& shape, const Vec3& direction) {
    const Vec3 scaled = shape.half_size.cwiseProduct(direction);
    const double largest = scaled.cwiseAbs().maxCoeff();
    if (!(largest > 0.0)) {
        return {shape.half_size.x(), 0.0, 0.0};
    }
    const double q = shape.exponent / (shape.exponent - 1.0);
    double sum = 0.0;
    Vec3 share;
    for (int i = 0; i < 3; ++i) {
        share[i] = std::abs(scaled[i]) / largest;
        sum += std::pow(share[i], q);
    }
    const double norm = std::pow(sum, 1.0 / q);
    Vec3 result;
    for (int i = 0; i < 3; ++i) {
        result[i] =
            std::copysign(shape.half_size[i] * std::pow(share[i] / norm, q - 1.0), direction[i]);
    }
    return result;
}

}  // namespace

SupportShape make_support_hull(std::span<const Vec3> points) {
    if (points.empty()) {
        throw Error("a convex body has no points; give at least one");
    }
    for (int i = 0; i < std::ssize(points); ++i) {
        if (!points[i].allFinite()) {
            throw Error("point " + std::to_string(i) +
                        " of a convex body is not finite; give finite coordinates");
        }
    }
    SupportShape shape;
    double size = 0.0;
    double distance = 0.0;
    for (const Vec3& point : points) {
        size = std::max(size, (point - points[0]).stableNorm());
        distance = std::max(distance, point.stableNorm());
    }
    shape.centre = distance <= kNearOrigin * size ? Vec3(Vec3::Zero()) : points[0];
    shape.point_count = static_cast<int>(points.size());
    for (int i = 0; i < (shape.point_count + 3) / 4 * 4; ++i) {
        const Vec3 offset = points[i < shape.point_count ? i : 0] - shape.centre;
        shape.x.push_back(offset.x());
        shape.y.push_back(offset.y());
        shape.z.push_back(offset.z());
        shape.reach = std::max(shape.reach, kReachRoundUp * offset.stableNorm());
    }
    return shape;
}

SupportShape make_support_hull(const SurfaceMesh& mesh) {
    SupportShape shape = make_support_hull(std::span<const Vec3>(mesh.vertices));
    shape.faces = mesh.triangles;
    for (const Triangle& face : mesh.triangles) {
        for (int i = 0; i < 3; ++i) {
            // In a closed mesh the other face of the edge traverses it in the opposite direction.
            if (face[i] < face[(i + 1) % 3]) {
                shape.edges.push_back({face[i], face[(i + 1) % 3]});
            }
        }
    }
    return shape;
}

SupportShape make_support_box(const Vec3& half_size) {
    for (int i = 0; i < 3; ++i) {
        require_body_size(half_size[i], "a half size");
    }
    SupportShape shape;
    shape.kind = SupportKind::Box;
    shape.half_size = half_size;
    shape.reach = kReachRoundUp * half_size.stableNorm();
    return shape;
}

SupportShape make_support_sphere(double radius) {
    require_body_size(radius, "the radius");
    SupportShape shape;
    shape.kind = SupportKind::Sphere;
    shape.radius = radius;
    shape.reach = kReachRoundUp * radius;
    return shape;
}

SupportShape make_support_cylinder(double radius, double half_length) {
    require_body_size(radius, "the radius");
    require_body_size(half_length, "the half length");
    SupportShape shape;
    shape.kind = SupportKind::Cylinder;
    shape.radius = radius;
    shape.half_length = half_length;
    shape.reach = kReachRoundUp * std::hypot(radius, half_length);
    return shape;
}

SupportShape make_support_capsule(double radius, double half_length) {
    SupportShape shape = make_support_cylinder(radius, half_length);
    shape.kind = SupportKind::Capsule;
    shape.reach = kReachRoundUp * (radius + half_length);
    return shape;
}

SupportShape make_support_cone(double radius, double half_length) {
    SupportShape shape = make_support_cylinder(radius, half_length);
    shape.kind = SupportKind::Cone;
    return shape;
}

SupportShape make_support_power(const Vec3& half_size, double exponent) {
    SupportShape shape = make_support_box(half_size);
    if (!(exponent >= 2.0) || !std::isfinite(exponent)) {
        throw Error("the exponent of a convex body is " + std::to_string(exponent) +
                    "; give a finite number of at least 2");
    }
    shape.kind = SupportKind::Power;
    shape.exponent = exponent;
    return shape;
}

Vec3 farthest_offset(const SupportShape& shape, const Vec3& direction) {
    // The most frequent kind without a table of jumps.
    if (shape.kind == SupportKind::Points) {
        return point_offset(shape, farthest_point(shape, direction));
    }
    switch (shape.kind) {
        case SupportKind::Points:
            return point_offset(shape, farthest_point(shape, direction));
        case SupportKind::Box:
            return {std::copysign(shape.half_size.x(), direction.x()),
                    std::copysign(shape.half_size.y(), direction.y()),
                    std::copysign(shape.half_size.z(), direction.z())};
        case SupportKind::Sphere:
            return farthest_on_sphere(shape.radius, direction);
        case SupportKind::Cylinder:
            return farthest_on_disc(shape.radius, direction) +
                   farther_end(shape.half_length, direction);
        case SupportKind::Capsule:
            return farthest_on_sphere(shape.radius, direction) +
                   farther_end(shape.half_length, direction);
        case SupportKind::Cone:
            return farthest_on_cone(shape, direction);
        case SupportKind::Power:
            return farthest_on_power(shape, direction);
    }
    return Vec3::Zero();
}

}  // namespace touchstone
