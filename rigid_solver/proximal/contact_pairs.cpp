#include "rigid_solver/proximal/contact_pairs.h"

namespace touchstone {
namespace {

/// Returns S W Sᵀ of one body, where S maps its twist at the centre of mass to that at x = o - c.
Mat6 body_mobility(const SolveBody& body, const Vec3& x) {
    const Mat3 cross = cross_matrix(x);
    const Mat3 turned = cross * body.inverse_inertia;
    Mat6 mobility;
    mobility.topLeftCorner<3, 3>() =
        body.inverse_mass * Mat3::Identity() + turned * cross.transpose();
    mobility.topRightCorner<3, 3>() = -turned;
    mobility.bottomLeftCorner<3, 3>() = -turned.transpose();
    mobility.bottomRightCorner<3, 3>() = body.inverse_inertia;
    return mobility;
}

}  // namespace

Mat3 cross_matrix(const Vec3& x) {
    Mat3 matrix;
    matrix << 0.0, -x.z(), x.y(),  //
        x.z(), 0.0, -x.x(),        //
        -x.y(), x.x(), 0.0;
    return matrix;
}

std::vector<ContactPair> contact_pairs(std::span<const SolveBody> bodies,
                                       std::span<const ContactPoint> contacts) {
    std::vector<ContactPair> pairs;
    for (int k = 0; k < std::ssize(contacts); ++k) {
        const ContactPoint& contact = contacts[k];
        if (pairs.empty() || pairs.back().body_a != contact.body_a ||
            pairs.back().body_b != contact.body_b) {
            pairs.push_back({.body_a = contact.body_a, .body_b = contact.body_b, .first = k});
        }
        ++pairs.back().count;
        pairs.back().origin += contact.position;
    }
    for (ContactPair& pair : pairs) {
        pair.origin /= pair.count;
        pair.origin_a = pair.origin - bodies[pair.body_a].center_of_mass;
        pair.origin_b = pair.origin - bodies[pair.body_b].center_of_mass;
    }
    return pairs;
}

Vec6 relative_twist(const ContactPair& pair, const Vec3& linear_a, const Vec3& angular_a,
                    const Vec3& linear_b, const Vec3& angular_b) {
    Vec6 twist;
    twist.head<3>() =
        linear_b + angular_b.cross(pair.origin_b) - linear_a - angular_a.cross(pair.origin_a);
    twist.tail<3>() = angular_b - angular_a;
    return twist;
}

void apply_wrench(const ContactPair& pair, std::span<const SolveBody> bodies, const Vec6& wrench,
                  std::span<Vec6> w) {
    const Vec3 impulse = wrench.head<3>();
    const Vec3 moment = wrench.tail<3>();
    const SolveBody& a = bodies[pair.body_a];
    const SolveBody& b = bodies[pair.body_b];
    Vec6& w_a = w[pair.body_a];
    Vec6& w_b = w[pair.body_b];
    w_a.head<3>() -= a.inverse_mass * impulse;
    w_a.tail<3>() -= a.inverse_inertia * (moment + pair.origin_a.cross(impulse));
    w_b.head<3>() += b.inverse_mass * impulse;
    w_b.tail<3>() += b.inverse_inertia * (moment + pair.origin_b.cross(impulse));
}

Mat6 pair_mobility(const ContactPair& pair, std::span<const SolveBody> bodies) {
    return body_mobility(bodies[pair.body_a], pair.origin_a) +
           body_mobility(bodies[pair.body_b], pair.origin_b);
}

}  // namespace touchstone
