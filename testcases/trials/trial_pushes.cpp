#include "testcases/trials/trial_pushes.h"

#include <algorithm>
#include <limits>

#include "methods/continuous/gjk.h"

namespace touchstone {
namespace {

/// Cosine of the angle between normals that count as opposite.
constexpr double kOpposite = -0.9;

AffinePlacement rigid_placement(const Pose& pose) {
    return {pose.rotation.toRotationMatrix(), pose.translation};
}

double distance_of(const HullParts& a, const AffinePlacement& placement_a, const HullParts& b,
                   const AffinePlacement& placement_b) {
    double distance = std::numeric_limits<double>::infinity();
    for (const SupportShape& part_a : a) {
        for (const SupportShape& part_b : b) {
            distance =
                std::min(distance,
                         pair_distance(place_pair(part_a, placement_a, part_b, placement_b)).lower);
        }
    }
    return distance;
}

}  // namespace

std::vector<PairPush> pair_pushes(std::span<const ContactPoint> contacts,
                                  std::span<const ContactImpulse> impulses) {
    std::vector<PairPush> pushes;
    int first = 0;
    for (int k = 0; k < std::ssize(contacts); ++k) {
        const ContactPoint& contact = contacts[k];
        if (pushes.empty() || pushes.back().body_a != contact.body_a ||
            pushes.back().body_b != contact.body_b) {
            PairPush& added = pushes.emplace_back();
            added.body_a = contact.body_a;
            added.body_b = contact.body_b;
            first = k;
        }
        PairPush& push = pushes.back();
        push.normal += impulses[k].normal;
        push.on_b += world_impulse(contact, impulses[k]);
        for (int other = first; other < k; ++other) {
            if (contact.normal.dot(contacts[other].normal) < kOpposite) {
                push.against_itself = std::max(
                    push.against_itself, std::min(impulses[k].normal, impulses[other].normal));
            }
        }
    }
    return pushes;
}

HullParts make_hull_parts(std::span<const SurfaceMesh> parts) {
    HullParts hulls;
    for (const SurfaceMesh& part : parts) {
        hulls.push_back(make_support_hull(part));
    }
    return hulls;
}

double nearest_on_way(const MovingParts& a, const MovingParts& b, double time, int pieces,
                      double enough) {
    double nearest = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= pieces && nearest > enough; ++i) {
        const double now = time * i / pieces;
        nearest = std::min(nearest, distance_of(*a.parts, rigid_placement(advance(a.state, now)),
                                                *b.parts, rigid_placement(advance(b.state, now))));
    }
    return nearest;
}

}  // namespace touchstone
