#include "methods/smooth/smooth_mass.h"

#include <cmath>
#include <numbers>

#include "methods/smooth/tessellate.h"

namespace touchstone {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr int kFinestLevel = 5;  // finest level of Tessellation

/// Makes mass properties from the second moments ∫x², ∫y², ∫z² about the centre of mass, where the
/// products are zero.
MassProperties from_moments(double volume, const Vec3& centre, const Vec3& moments) {
    MassProperties mass;
    mass.volume = volume;
    mass.center_of_mass = centre;
    mass.inertia = (Vec3::Constant(moments.sum()) - moments).asDiagonal();
    return mass;
}

/// Makes mass properties of a solid of revolution about y, for which ∫x² = ∫z².
MassProperties of_revolution(double volume, double centre_y, double across, double along) {
    return from_moments(volume, {0.0, centre_y, 0.0}, {across, along, across});
}

/// Returns ∫x² of a rounded box by its slabs, quarter cylinders and octants; `c`: half extents of
/// the core.
double round_box_moment(const Vec3& c, double r, int axis) {
    const double x = c[axis];
    const double y = c[(axis + 1) % 3];
    const double z = c[(axis + 2) % 3];
    const double square = x * x / 3.0;
    const double core = 8.0 * x * y * z * square;
    const double outer = x + r;
    const double slabs_x = 8.0 * y * z * (outer * outer * outer - x * x * x) / 3.0;
    const double slabs_yz = 8.0 * x * r * (y + z) * square;
    const double cylinders_x = kPi * r * r * 2.0 * x * square;
    // A quarter of a disc away from the middle by x: ∫(x + ρ cos θ)² over it.
    const double quarter =
        x * x * kPi * r * r / 4.0 + 2.0 * x * r * r * r / 3.0 + kPi * r * r * r * r / 16.0;
    const double cylinders_yz = 8.0 * (y + z) * quarter;
    const double r3 = r * r * r;
    const double octants =
        8.0 * (x * x * kPi * r3 / 6.0 + 2.0 * x * kPi * r3 * r / 16.0 + kPi * r3 * r * r / 30.0);
    return core + slabs_x + slabs_yz + cylinders_x + cylinders_yz + octants;
}

struct PrimitiveMass {
    MassProperties operator()(const SmoothBall& ball) const {
        return (*this)(SmoothEllipsoid{Vec3::Constant(ball.radius)});
    }
    MassProperties operator()(const SmoothEllipsoid& shape) const {
        const double volume = 4.0 / 3.0 * kPi * shape.semi_axes.prod();
        const Vec3 moments = volume / 5.0 * shape.semi_axes.cwiseAbs2();
        return from_moments(volume, Vec3::Zero(), moments);
    }
    MassProperties operator()(const SmoothSuperellipsoid& shape) const {
        const double p = shape.exponent;
        const double g1 = std::tgamma(1.0 / p);
        const double box = 8.0 * shape.semi_axes.prod() / (p * p * p);
        const double volume = box * g1 * g1 * g1 / std::tgamma(1.0 + 3.0 / p);
        const double share = box * std::tgamma(3.0 / p) * g1 * g1 / std::tgamma(1.0 + 5.0 / p);
        const Vec3 moments = share * shape.semi_axes.cwiseAbs2();
        return from_moments(volume, Vec3::Zero(), moments);
    }
    MassProperties operator()(const SmoothTorus& torus) const {
        const double ring = torus.ring_radius;
        const double tube = torus.tube_radius;
        const double volume = 2.0 * kPi * kPi * ring * tube * tube;
        const double across = volume * (0.5 * ring * ring + 0.375 * tube * tube);
        return of_revolution(volume, 0.0, across, volume * tube * tube / 4.0);
    }
    MassProperties operator()(const SmoothCylinder& shape) const {
        const double volume = kPi * shape.radius * shape.radius * shape.height;
        return of_revolution(volume, 0.0, volume * shape.radius * shape.radius / 4.0,
                             volume * shape.height * shape.height / 12.0);
    }
    MassProperties operator()(const SmoothCone& shape) const {
        const double volume = kPi * shape.radius * shape.radius * shape.height / 3.0;
        return of_revolution(volume, -shape.height / 4.0,
                             volume * shape.radius * shape.radius * 3.0 / 20.0,
                             volume * shape.height * shape.height * 3.0 / 80.0);
    }
    MassProperties operator()(const SmoothCapsule& shape) const {
        const double r = shape.radius;
        const double l = shape.length;
        const double middle = kPi * r * r * l;
        const double ends = 4.0 / 3.0 * kPi * r * r * r;
        const double across = middle * r * r / 4.0 + ends * r * r / 5.0;
        const double along =
            middle * l * l / 12.0 + ends * (l * l / 4.0 + 3.0 / 8.0 * r * l + r * r / 5.0);
        return of_revolution(middle + ends, 0.0, across, along);
    }
    MassProperties operator()(const SmoothRoundBox& box) const {
        const double r = box.rounding;
        const Vec3 c = 0.5 * box.size - Vec3::Constant(r);
        const double volume = 8.0 * c.prod() +
                              8.0 * r * (c.x() * c.y() + c.y() * c.z() + c.z() * c.x()) +
                              2.0 * kPi * r * r * c.sum() + 4.0 / 3.0 * kPi * r * r * r;
        return from_moments(
            volume, Vec3::Zero(),
            {round_box_moment(c, r, 0), round_box_moment(c, r, 1), round_box_moment(c, r, 2)});
    }
    MassProperties operator()(const SmoothBowl& bowl) const {
        // Shells of radius r reach from -w to r²/2k.
        const double k = bowl.curvature_radius;
        const double w = bowl.wall;
        const double r2 = bowl.rim_radius * bowl.rim_radius;
        const double r6 = r2 * r2 * r2;
        const double volume = kPi * r2 * (r2 / (4.0 * k) + w);
        const double first = kPi * (r6 / (24.0 * k * k) - 0.5 * r2 * w * w);
        const double second =
            2.0 / 3.0 * kPi * (r6 * r2 / (64.0 * k * k * k) + 0.5 * r2 * w * w * w);
        const double centre = first / volume;
        const double across = kPi * (r6 / (12.0 * k) + 0.25 * w * r2 * r2);
        return of_revolution(volume, centre, across, second - volume * centre * centre);
    }
};

}  // namespace

MassProperties primitive_mass(const SmoothPrimitive& primitive) {
    return std::visit(PrimitiveMass{}, primitive);
}

MassProperties smooth_mass(const SmoothShape& shape) {
    if (shape.parts.size() > 1) {
        return mass_properties(tessellate(shape, {.level = kFinestLevel}));
    }
    const SmoothPart& part = shape.parts[0];
    MassProperties mass = primitive_mass(part.primitive);
    const Mat3 turn = part.shape_from_part.rotation.toRotationMatrix();
    mass.center_of_mass = part.shape_from_part * mass.center_of_mass;
    mass.inertia = turn * mass.inertia * turn.transpose();
    return mass;
}

}  // namespace touchstone
