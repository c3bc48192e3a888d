#include "testcases/events/core_witness.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone {
namespace {

constexpr int kWalks = 10;
constexpr double kBeyondPlane = 1e-9;  // share of the size that is beyond the plane

using Sides = std::array<int, 3>;

/// A box at its place, and the part of it that is looked at.
struct CoreSide {
    const PlacedSolid& placed;
    const Vec3& half;

    /// Returns the point of the box that is nearest to one of the frame.
    Vec3 nearest(const Vec3& point) const {
        return to_frame(placed, to_solid(placed, point).cwiseMax(-half).cwiseMin(half));
    }
    /// Returns the part whose points are nearest to a point of the frame.
    Sides part_near(const Vec3& point) const {
        const Vec3 local = to_solid(placed, point);
        Sides sides{};
        for (int axis = 0; axis < 3; ++axis) {
            const bool within = std::abs(local[axis]) < half[axis];
            sides[axis] = within ? 0 : (local[axis] < 0.0 ? -1 : 1);
        }
        return sides;
    }
    /// Returns the middle of the part: a point of its plane, line or corner.
    Vec3 middle(const Sides& sides) const {
        return to_frame(placed, Vec3(sides[0] * half[0], sides[1] * half[1], sides[2] * half[2]));
    }
    /// Returns how far the box extends beyond a point along a direction.
    double beyond(const Vec3& point, const Vec3& way) const {
        const Vec3 local = placed.rotation.transpose() * way;
        return local.cwiseAbs().dot(half) + way.dot(placed.centre - point);
    }
};

/// Points of two boxes.
struct CorePoints {
    Vec3 on_a;
    Vec3 on_b;
};

/// Returns the nearest points of the planes, lines or corners of two parts, brought into the boxes.
/// Where several are equally near, as for parallel edges, those near their middles count.
CorePoints nearest_points(const CoreSide& a, const Sides& sides_a, const CoreSide& b,
                          const Sides& sides_b) {
    constexpr double kMiddle = 1e-13;
    Eigen::Matrix<double, 3, 6> along = Eigen::Matrix<double, 3, 6>::Zero();
    for (int axis = 0; axis < 3; ++axis) {
        if (sides_a[axis] == 0) {
            along.col(axis) = a.placed.rotation.col(axis);
        }
        if (sides_b[axis] == 0) {
            along.col(3 + axis) = -b.placed.rotation.col(axis);
        }
    }
    const Vec3 from_a = a.middle(sides_a);
    const Vec3 from_b = b.middle(sides_b);
    Eigen::Matrix<double, 6, 6> normal = along.transpose() * along;
    normal.diagonal().array() += kMiddle;
    const Eigen::Matrix<double, 6, 1> shares =
        normal.ldlt().solve(along.transpose() * (from_b - from_a));
    const Vec3 on_a = a.nearest(from_a + along.leftCols<3>() * shares.head<3>());
    const Vec3 on_b = b.nearest(from_b - along.rightCols<3>() * shares.tail<3>());
    return {on_a, on_b};
}

/// Returns true when a plane across the way between the points has each box on its own side.
bool is_proven(const CoreSide& a, const CoreSide& b, const CorePoints& points) {
    const Vec3 way = points.on_b - points.on_a;
    const double distance = way.norm();
    if (!(distance > 0.0)) {
        return false;
    }
    const Vec3 normal = way / distance;
    const double slack = kBeyondPlane * (a.half.norm() + b.half.norm());
    return a.beyond(points.on_a, normal) <= slack && b.beyond(points.on_b, -normal) <= slack;
}

}  // namespace

std::optional<double> remade_gap(CoreWitness& witness, const PlacedSolid& a, const CorePart& core_a,
                                 const PlacedSolid& b, const CorePart& core_b) {
    if (!witness.is_known) {
        return std::nullopt;
    }
    const CoreSide side_a{a, core_a.half};
    const CoreSide side_b{b, core_b.half};
    Sides part_a = witness.side_a;
    Sides part_b = witness.side_b;
    for (int walk = 0; walk <= kWalks; ++walk) {
        const CorePoints points = nearest_points(side_a, part_a, side_b, part_b);
        if (is_proven(side_a, side_b, points)) {
            witness.side_a = part_a;
            witness.side_b = part_b;
            return (points.on_b - points.on_a).norm() - core_a.radius - core_b.radius;
        }
        const Vec3 on_a = side_a.nearest(points.on_b);
        part_b = side_b.part_near(on_a);
        part_a = side_a.part_near(side_b.nearest(on_a));
    }
    return std::nullopt;
}

CoreWitness find_witness(const PlacedSolid& a, const CorePart& core_a, const PlacedSolid& b,
                         const CorePart& core_b) {
    const auto contacts =
        core_contacts(a, core_a, b, core_b, std::numeric_limits<double>::infinity());
    CoreWitness witness;
    if (!contacts || contacts->empty()) {
        return witness;
    }
    const SmoothContact& nearest =
        std::ranges::min_element(*contacts, {}, [](const CoreContact& contact) {
            return contact.contact.separation;
        })->contact;
    // The points of the cores: those of the surfaces may be inside the other core.
    const Vec3 on_a = nearest.point_a - core_a.radius * nearest.normal;
    const Vec3 on_b = nearest.point_b + core_b.radius * nearest.normal;
    witness.side_a = CoreSide{a, core_a.half}.part_near(on_b);
    witness.side_b = CoreSide{b, core_b.half}.part_near(on_a);
    witness.is_known = true;
    return witness;
}

}  // namespace touchstone
