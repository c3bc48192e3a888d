#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

// Bodies with exact curved surfaces, in their own frame [m]. Solids of revolution have the y axis.

/// A ball about the origin.
struct SmoothBall {
    double radius = kUnset;  ///< [m]
};
/// Σ (x_i / a_i)² ≤ 1.
struct SmoothEllipsoid {
    Vec3 semi_axes = Vec3::Constant(kUnset);  ///< [m]
};
/// Σ |x_i / a_i|^p ≤ 1, p ≥ 2 so that the surface has curvatures everywhere.
struct SmoothSuperellipsoid {
    Vec3 semi_axes = Vec3::Constant(kUnset);  ///< [m]
    double exponent = 2.0;                    ///< p
};
/// A tube around a circle in the plane y = 0.
struct SmoothTorus {
    double ring_radius = kUnset;  ///< radius of the circle, more than that of the tube [m]
    double tube_radius = kUnset;  ///< [m]
};
/// A solid cylinder along y, centred, with flat caps.
struct SmoothCylinder {
    double radius = kUnset;  ///< [m]
    double height = kUnset;  ///< [m]
};
/// A solid cone along y: its base at −height / 2, its tip at +height / 2.
struct SmoothCone {
    double radius = kUnset;  ///< radius of the base [m]
    double height = kUnset;  ///< [m]
};
/// All points within a radius of a segment along y, centred.
struct SmoothCapsule {
    double radius = kUnset;  ///< [m]
    double length = kUnset;  ///< length of the segment, ≥ 0 [m]
};
/// All points within a radius of a box, centred.
struct SmoothRoundBox {
    Vec3 size = Vec3::Constant(kUnset);  ///< outer edge lengths [m]
    double rounding = kUnset;            ///< radius of edges and corners [m]
};
/// A round block whose top is hollowed out to a paraboloid with its lowest point in the origin:
/// −wall ≤ y ≤ (x² + z²) / 2k, x² + z² ≤ rim_radius².
struct SmoothBowl {
    double curvature_radius = kUnset;  ///< k, at the lowest point [m]
    double rim_radius = kUnset;        ///< [m]
    double wall = kUnset;              ///< thickness at the lowest point [m]
};

/// One smooth solid.
using SmoothPrimitive =
    std::variant<SmoothBall, SmoothEllipsoid, SmoothSuperellipsoid, SmoothTorus, SmoothCylinder,
                 SmoothCone, SmoothCapsule, SmoothRoundBox, SmoothBowl>;

/// A solid in a union.
struct SmoothPart {
    SmoothPrimitive primitive;
    Pose shape_from_part;
};

/// The union of its parts; a single solid is a union of one.
struct SmoothShape {
    std::vector<SmoothPart> parts;
};

/// Throws MeshError, naming part and field, unless there is a part and every size is finite and in
/// range: radii > 0, exponents in [2, 64], a torus that does not cross itself, a rounding of at
/// most half the smallest edge; and in unions of several parts all of these convex.
void validate(const SmoothShape& shape);

/// Returns the word for the kind, as scene files have it: "ellipsoid", "round_box", …
const char* smooth_kind(const SmoothPrimitive& primitive);

/// Returns the words of all kinds.
std::span<const char* const> smooth_kinds();

/// Returns true for all kinds but the torus and the bowl.
bool is_convex(const SmoothPrimitive& primitive);

/// A size of a solid, by its name in scene files.
struct SmoothSize {
    const char* name = "";       ///< "radius", "semi_axes", …
    std::vector<double> values;  ///< one number, or three, in the unit of the field
};
/// Returns the sizes of a solid: with its kind, all that tells it from others.
std::vector<SmoothSize> smooth_sizes(const SmoothPrimitive& primitive);

/// Returns all numbers of the shape in a fixed order: equal for equal shapes only.
std::vector<double> smooth_numbers(const SmoothShape& shape);

/// Returns a bound on the distance of the shape's points from its origin, reached by some shapes
/// [m].
double smooth_reach(const SmoothShape& shape);

}  // namespace touchstone
