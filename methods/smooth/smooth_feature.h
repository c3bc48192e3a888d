#pragma once

#include <optional>
#include <vector>

#include "methods/base/types.h"
#include "methods/smooth/smooth_shape.h"

namespace touchstone {

/// A function's value and its first two derivatives at a point.
struct Jet {
    double value = kUnset;
    Vec3 gradient = Vec3::Constant(kUnset);
    Mat3 hessian = Mat3::Constant(kUnset);
};

/// The surfaces that solids are made of.
enum class FeatureForm {
    Point,           ///< a sphere around a point
    Line,            ///< a round cylinder around a line
    Plane,           ///< a plane
    Circle,          ///< a tube around a circle
    Slope,           ///< the side of a cone
    Ellipsoid,       ///< an ellipsoid, given by its semi-axes
    Superellipsoid,  ///< a superellipsoid, given by semi-axes and an exponent
    Paraboloid       ///< the hollow of a bowl
};

/// One smooth surface of a solid, in the frame of the solid. Corners, edges and rims have a radius
/// of their own here, `extra`, which is taken off again where points are reported: the normals at
/// the points of contact stay the same, and each surface has curvatures.
struct SmoothFeature {
    FeatureForm form = FeatureForm::Point;
    Vec3 centre = Vec3::Zero();  ///< a point of the line or plane; the tip of a cone [m]
    Vec3 axis = Vec3::UnitY();   ///< direction of line, circle and cone (to its tip); the plane's
                                 ///< normal
    Vec3 sizes = Vec3::Zero();   ///< semi-axes; circle and paraboloid: radius in x; cone: sine
                                 ///< and cosine of half the angle at its tip in x and y
    double exponent = 2.0;       ///< exponent of a superellipsoid
    double offset = 0.0;         ///< radius around point, line or circle [m]
    double extra = 0.0;          ///< part of the offset that does not belong to the solid [m]
};

/// Returns a function that is negative inside and its derivatives at a point of the solid's frame:
/// the distance from the surface where that is simple, else a function of first degree.
Jet feature_jet(const SmoothFeature& feature, const Vec3& point);

/// Returns the surfaces of a solid. `extra`: radius given to sharp edges and corners [m].
std::vector<SmoothFeature> features_of(const SmoothPrimitive& primitive, double extra);

/// Returns a number that is negative inside the solid, zero on its surface, positive outside; a
/// convex function for convex solids.
double smooth_level(const SmoothPrimitive& primitive, const Vec3& point);

}  // namespace touchstone
