#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "methods/smooth/extremal_rates.h"
#include "rigid_solver/events/contact_factor.h"
#include "testcases/events/core_witness.h"

namespace touchstone {

/// Finds the contacts of bodies with exact shapes as they move, with their curvature rates, and
/// remembers pairs from step to step. Balls, capsules and rounded boxes meet each other corner by
/// corner of their cores and edge by edge, so that a die that lies on a face has four contacts;
/// other parts meet in the points where they are nearest. One of a pair must be convex. Boxes with
/// sharp edges, a rounding of 0, meet each other corner over face and edge by edge.
class SmoothContacts {
 public:
    /// Prepares the bodies, in a field of gravity [m/s²]. Throws Error, naming the body, for one
    /// without an exact shape.
    SmoothContacts(std::span<const SmoothShape* const> shapes, std::span<const RigidBody> bodies,
                   double gravity);

    /// Returns the contacts that can close within `duration`, in a fixed order. Throws Error,
    /// naming the bodies, where a pair has no answer.
    std::vector<EventContact> find(std::span<const RigidBody> bodies, double duration) const;

    /// Moves the remembered pairs on to a state of the motion, `time` after the last one [s].
    void accept(std::span<const RigidBody> bodies, double time);

    /// Returns how often a witness was of use: a remembered pair, moved on by its velocity, that
    /// was still right, or remembered features of two cores, or their neighbours, that were still
    /// the nearest. Closed forms and pairs that are far apart count as neither hits nor misses.
    const WitnessCounts& counts() const { return counts_; }

 private:
    struct PartPair {
        int body_a;
        int body_b;
        int part_a;
        int part_b;
        auto operator<=>(const PartPair&) const = default;
    };
    struct Placement;

    Placement placement_of(std::span<const RigidBody> bodies, int a, int b) const;
    bool is_near(std::span<const RigidBody> bodies, int a, int b, double duration) const;
    void append_pair(const Placement& at, const PartPair& pair, double reach,
                     std::vector<EventContact>& contacts) const;

    void accept_pair(const Placement& at, const PartPair& pair, double time);

    std::vector<SmoothBody> shapes_;
    std::vector<double> sizes_;  ///< bound on the distance of a body's points from its origin [m]
    std::vector<std::string> names_;
    Vec3 origin_ = Vec3::Zero();  ///< origin of the frame of all searches, in which coordinates are
                                  ///< small [m]
    double gravity_ = 0.0;
    std::map<PartPair, ExtremalTrack> tracks_;
    std::map<PartPair, CoreWitness> witnesses_;
    WitnessCounts counts_;
};

}  // namespace touchstone
