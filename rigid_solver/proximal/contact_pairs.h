#pragma once

#include <span>
#include <vector>

#include "methods/base/types.h"
#include "methods/contact/contact_point.h"
#include "rigid_solver/proximal/contact_solve.h"

namespace touchstone {

using Vec6 = Eigen::Matrix<double, 6, 1>;  ///< twist (v, ω) or wrench (P, M), see contact_sweep.h
using Mat6 = Eigen::Matrix<double, 6, 6>;

/// Contacts of the same two bodies that follow each other in the list.
struct ContactPair {
    int body_a = -1;
    int body_b = -1;
    int first = 0;                 ///< index of its first contact
    int count = 0;                 ///< of its contacts
    Vec3 origin = Vec3::Zero();    ///< o, the mean of the contact points; world frame [m]
    Vec3 origin_a = Vec3::Zero();  ///< o - c_A [m]
    Vec3 origin_b = Vec3::Zero();  ///< o - c_B [m]
};

/// The runs of the list, in its order.
std::vector<ContactPair> contact_pairs(std::span<const SolveBody> bodies,
                                       std::span<const ContactPoint> contacts);

/// The motion of B as seen from A: velocity of its point at o [m/s], and spin [rad/s].
Vec6 relative_twist(const ContactPair& pair, const Vec3& linear_a, const Vec3& angular_a,
                    const Vec3& linear_b, const Vec3& angular_b);

/// G: what a unit wrench at o, acting on B and opposite on A, changes in the relative twist.
Mat6 pair_mobility(const ContactPair& pair, std::span<const SolveBody> bodies);

}  // namespace touchstone
