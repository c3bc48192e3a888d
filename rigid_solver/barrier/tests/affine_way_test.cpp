#include "rigid_solver/barrier/bodies/affine_way.h"

#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

/// Returns the placement of a turned and slightly strained body.
Affine some_placement() {
    const Quat turned(Eigen::AngleAxisd(0.8, Vec3(0.3, 1.0, 0.2).normalized()));
    Mat3 linear = turned.toRotationMatrix();
    linear.col(1) *= 1.0 + 1e-6;
    Affine placement;
    placement.head<3>() = Vec3(0.4, -0.2, 1.3);
    placement.tail<9>() = linear.reshaped();
    return placement;
}

/// Returns the direction in which a body turns about an axis.
Affine turning(const Affine& placement, const Vec3& turn) {
    Affine direction;
    direction.head<3>() = Vec3(0.1, 0.7, -0.3);
    for (int j = 0; j < 3; ++j) {
        direction.segment<3>(3 + 3 * j) = turn.cross(placement.segment<3>(3 + 3 * j));
    }
    return direction;
}

}  // namespace

TEST_CASE("a body is not strained on its way, however far it turns", "[barrier]") {
    const Affine start = some_placement();
    const Affine direction = turning(start, Vec3(0.5, -1.1, 0.9));
    const double strain = shape_energy_value(linear_part(start), 1.0);
    for (const double share : {0.1, 1.0, 3.0}) {
        CAPTURE(share);
        const Affine end = moved_along(start, way_along(start, direction), share);
        CHECK(shape_energy_value(linear_part(end), 1.0) == Approx(strain).epsilon(1e-3));
    }
    // A straight path would stretch the body.
    CHECK(shape_energy_value(linear_part(Affine(start + direction)), 1.0) > 1.0);
}

TEST_CASE("a way begins in its direction, and its pivot goes straight", "[barrier]") {
    const Affine start = some_placement();
    Affine direction = turning(start, Vec3(0.5, -1.1, 0.9));
    direction[7] += 1e-3;
    const Vec3 pivot(0.2, -0.5, 0.1);
    AffineWay way = way_along(start, direction);
    set_pivot(way, direction, pivot);
    constexpr double kShort = 1e-6;
    const Affine ahead = moved_along(start, way, kShort);
    const Affine behind = moved_along(start, way, -kShort);
    CHECK(((ahead - behind) / (2.0 * kShort) - direction).norm() < 1e-8);
    const auto place_of = [&](const Affine& at) {
        return Vec3(at.head<3>() + linear_part(at) * pivot);
    };
    const Vec3 half = place_of(moved_along(start, way, 0.5));
    CHECK((half - 0.5 * (place_of(start) + place_of(moved_along(start, way, 1.0)))).norm() < 1e-14);
}

TEST_CASE("the turn's Hessian is what the bend of a way adds to an energy", "[barrier]") {
    const Affine start = some_placement();
    const Vec3 pivot(0.2, -0.5, 0.1);
    Affine gradient;
    gradient << 0.3, -1.0, 0.4, 2.0, -0.7, 0.1, 0.9, 1.1, -0.4, 0.6, -1.3, 0.8;
    Affine direction = turning(start, Vec3(0.5, -1.1, 0.9));
    direction[4] += 0.2;
    AffineWay way = way_along(start, direction);
    set_pivot(way, direction, pivot);
    // The energy is linear, so only the bend of the path has a second derivative.
    constexpr double kStep = 1e-4;
    const auto energy_at = [&](double t) { return gradient.dot(moved_along(start, way, t)); };
    const double bend =
        (energy_at(kStep) - 2.0 * energy_at(0.0) + energy_at(-kStep)) / (kStep * kStep);
    const Eigen::Matrix<double, 9, 1> change = direction.tail<9>();
    const double expected = change.dot(turn_hessian(linear_part(start), gradient, pivot) * change);
    // The tolerance is for the strain of 1e-6, at which dA Aᵀ gives a path's rotation only nearly,
    // and for the error of differences.
    CHECK(bend == Approx(expected).epsilon(1e-5));
}

TEST_CASE("a way between two placements ends at the second", "[barrier]") {
    const Affine start = some_placement();
    const Affine end =
        moved_along(start, way_along(start, turning(start, Vec3(1.0, 2.0, -0.5))), 1.0);
    const AffineWay way = way_between(start, end);
    CHECK((moved_along(start, way, 1.0) - end).norm() < 1e-14);
    CHECK(moved_along(start, way, 0.0) == start);
}
