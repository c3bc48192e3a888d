#pragma once

#include "methods/base/types.h"

namespace touchstone {

/// A rigid body that keeps its velocities over the unit of time: its centre moves straight, and it
/// turns evenly around it, so that every point of it is on a helix.
struct RigidSweep {
    Vec3 center = Vec3::Zero();  ///< centre of mass at t = 0, world axes [m]
    Vec3 travel = Vec3::Zero();  ///< displacement of the centre in the unit of time [m]
    Vec3 turn = Vec3::Zero();    ///< rotation in the unit of time, axis times angle [rad]
};

/// Returns the rotation since t = 0.
Mat3 swept_rotation(const RigidSweep& sweep, double time);

/// Returns the place at `time` of the point that was at `start` at t = 0.
Vec3 swept_point(const RigidSweep& sweep, const Vec3& start, double time);

/// Returns a bound on the distance of a point from its place in the true motion when the unit of
/// time is cut into equal pieces, and the point moves straight and evenly from end to end of each
/// [m]. `radius`: bound on the distance of points from the centre [m].
/// The error of linear interpolation is at most the largest second derivative times the square of
/// the piece over 8; that of a point at distance r from the axis is r |turn|².
double path_error(const RigidSweep& sweep, double radius, int pieces);

/// Returns the smallest number of pieces with which path_error is at most `distance` > 0, but no
/// more than kMostPathPieces.
int pieces_within(const RigidSweep& sweep, double radius, double distance);
/// Largest number of pieces of the unit of time.
inline constexpr int kMostPathPieces = 256;

}  // namespace touchstone
