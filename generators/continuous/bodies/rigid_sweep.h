#pragma once

#include "methods/base/types.h"

namespace touchstone {

/// A rigid body that keeps its velocities over the unit of time: its centre goes straight, and it
/// turns evenly around it, so that every point of it is on a helix.
struct RigidSweep {
    Vec3 center = Vec3::Zero();  ///< of mass, at t = 0, world axes [m]
    Vec3 travel = Vec3::Zero();  ///< of the centre in the unit of time [m]
    Vec3 turn = Vec3::Zero();    ///< axis times angle in the unit of time [rad]
};

/// The rotation since t = 0.
Mat3 swept_rotation(const RigidSweep& sweep, double time);

/// Where the point is that was at `start` at t = 0.
Vec3 swept_point(const RigidSweep& sweep, const Vec3& start, double time);

/// How far at most a point gets from its place in the true motion when the unit of time is cut into
/// equal pieces, and it goes straight and evenly from end to end of each [m]. `radius`: no point is
/// farther from the centre [m].
///
/// The error of linear interpolation is at most the largest second derivative times the square of
/// the piece over 8; that of a point at distance r from the axis is r |turn|².
double path_error(const RigidSweep& sweep, double radius, int pieces);

/// The fewest pieces with which path_error is at most `distance` > 0, but no more than
/// kMostPathPieces.
int pieces_within(const RigidSweep& sweep, double radius, double distance);
inline constexpr int kMostPathPieces = 256;

}  // namespace touchstone
