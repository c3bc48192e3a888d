#pragma once

#include <span>
#include <vector>

#include "methods/base/types.h"
#include "methods/contact/contact_point.h"
#include "rigid_solver/proximal/contact_solve.h"

namespace touchstone {

using Vec6 = Eigen::Matrix<double, 6, 1>;  ///< twist (v, ω) or wrench (P, M), see contact_sweep.h
/// Mobility of a pair: twist per wrench.
using Mat6 = Eigen::Matrix<double, 6, 6>;

/// Returns [x], the matrix for which [x] y = x × y.
Mat3 cross_matrix(const Vec3& x);

/// A run of consecutive contacts between the same two bodies.
struct ContactPair {
    int body_a = -1;
    int body_b = -1;
    int first = 0;                 ///< index of the first contact
    int count = 0;                 ///< number of contacts
    Vec3 origin = Vec3::Zero();    ///< o: mean of the contact points, world frame [m]
    Vec3 origin_a = Vec3::Zero();  ///< o - c_A [m]
    Vec3 origin_b = Vec3::Zero();  ///< o - c_B [m]
};

/// Returns the runs in the order of the contacts.
std::vector<ContactPair> contact_pairs(std::span<const SolveBody> bodies,
                                       std::span<const ContactPoint> contacts);

/// Returns the motion of B relative to A: velocity of its point at o [m/s], and angular velocity
/// [rad/s].
Vec6 relative_twist(const ContactPair& pair, const Vec3& linear_a, const Vec3& angular_a,
                    const Vec3& linear_b, const Vec3& angular_b);

/// Adds to `w` of A and B the changes of their velocity and angular velocity by a wrench (P, M) at
/// o, on B and opposite on A.
void apply_wrench(const ContactPair& pair, std::span<const SolveBody> bodies, const Vec6& wrench,
                  std::span<Vec6> w);

/// Returns G: the change of the relative twist per unit of a wrench at o that acts on B, and
/// opposite on A.
Mat6 pair_mobility(const ContactPair& pair, std::span<const SolveBody> bodies);

}  // namespace touchstone
