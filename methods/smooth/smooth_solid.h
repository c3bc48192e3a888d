#pragma once

#include <vector>

#include "methods/continuous/affine_motion.h"
#include "methods/smooth/smooth_feature.h"

namespace touchstone {

/// A smooth solid prepared for queries: its surfaces, and its convex hull as a core with a radius
/// around it.
struct SmoothSolid {
    SmoothPrimitive primitive;
    std::vector<SmoothFeature> features;
    SupportShape core;
    Mat3 solid_from_core = Mat3::Identity();  ///< affine map from the core's to the solid's frame
    Vec3 core_centre = Vec3::Zero();          ///< centre of the core in the solid's frame [m]
    double core_radius = 0.0;                 ///< radius around the core [m]
    double size = kUnset;  ///< bound on the distance of points from the centre [m]
    bool is_oval = false;  ///< a ball or an ellipsoid: its support map is smooth everywhere
};

/// Prepares a solid. Sizes must be valid, see `validate`.
SmoothSolid make_smooth_solid(const SmoothPrimitive& primitive);

/// A solid at one instant, in a frame whose origin is near by, so that coordinates are small.
struct PlacedSolid {
    const SmoothSolid* solid = nullptr;
    Mat3 rotation = Mat3::Identity();
    Vec3 centre = Vec3::Zero();  ///< origin of the solid's frame [m]
};

/// Returns a point of the solid's frame in the frame of the placement [m].
Vec3 to_frame(const PlacedSolid& placed, const Vec3& point);
/// Returns a point of the frame in the solid's frame [m].
Vec3 to_solid(const PlacedSolid& placed, const Vec3& point);

/// Returns the point of the hull that lies farthest along a direction.
Vec3 support(const PlacedSolid& placed, const Vec3& direction);

/// Returns the second derivatives of max n · x over an oval solid at a unit n [m].
Mat3 support_hessian(const PlacedSolid& placed, const Vec3& normal);

/// Returns the jet of a feature at a point of the frame.
Jet placed_jet(const PlacedSolid& placed, const SmoothFeature& feature, const Vec3& point);

/// The part of a hull that lies farthest along a normal.
struct SupportFace {
    /// The form of the face.
    enum class Kind { Point, Segment, Polygon, Ring };
    Kind kind = Kind::Point;
    std::vector<Vec3> corners;  ///< corners in order around the face; eight for discs and rings
};

/// Returns that part; directions within 1e-8 of a face's normal count as the normal.
SupportFace support_face(const PlacedSolid& placed, const Vec3& normal);

/// Returns the two cores placed for distance searches, each scaled by `scale`.
PlacedPair core_pair(const PlacedSolid& a, const PlacedSolid& b, double scale = 1.0);

}  // namespace touchstone
