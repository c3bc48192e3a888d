#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rigid_solver/barrier/pair_energy.h"

// Which elements of which bodies can come nearer than d̂. Private to the search.

namespace touchstone {

/// The points of all bodies at some placement [m].
using BodyPoints = std::vector<std::vector<Vec3>>;

/// Returns the largest distance that a point of a body has between two placements [m].
double largest_motion(std::span<const Vec3> start, std::span<const Vec3> end);

/// Two bodies near each other, or a body and itself.
struct NearBodies {
    int a = -1;
    int b = -1;
    BarrierCandidates candidates;    ///< all elements that come nearer than d̂ on the covered way
    std::vector<BarrierPair> pairs;  ///< nearer than d̂
    bool has_barrier = false;        ///< true: `barrier` is that of `pairs`
    PairEnergy barrier;              ///< energy of `pairs` for a stiffness of 1

    double nearest() const;  ///< smallest distance of the pairs; infinite without any [m]
};

/// The bodies near each other, kept from iterate to iterate and from step to step: candidates are
/// found with some room around them, and hold as long as no point leaves it. Pairs depend on the
/// points alone, not on the way by which the list came to them.
class NearList {
 public:
    /// Finds the candidates of all places between two placements, unless those at hand cover them.
    void cover(std::span<const AffineBody> bodies, const BodyPoints& start, const BodyPoints& end,
               double dhat);
    /// Finds the pairs at a placement that is covered.
    void find_pairs(std::span<const AffineBody> bodies, const BodyPoints& points, double dhat);
    /// Returns true when the pairs are those at a placement.
    bool is_at(const BodyPoints& points, double dhat) const;

    /// Returns a share of the ways from `start` to `end`, at most `t_max`, up to which no pair
    /// loses more than half of its distance, see step_bound. The ways must be covered.
    double bound(std::span<const AffineBody> bodies, const BodyPoints& start, const BodyPoints& end,
                 double dhat, double t_max) const;

    double smallest_distance() const;  ///< of the pairs; infinite without any [m]

    std::vector<NearBodies>& all() { return near_; }  ///< by a, then b
    const std::vector<NearBodies>& all() const { return near_; }

 private:
    bool covers(const BodyPoints& points) const;
    void append_self(const BarrierSurface& surface, int body, std::span<const Vec3> start,
                     std::span<const Vec3> end, double margin);
    void find_candidates_between(std::span<const AffineBody> bodies, const BodyPoints& start,
                                 const BodyPoints& end, double margin);

    std::vector<NearBodies> near_;
    double dhat_ = 0.0;
    BodyPoints center_;  ///< points around which the candidates hold; empty: on one way only
    BodyPoints at_;      ///< points of the pairs; empty: there are none
    NearPairMemory memory_;
};

/// Decides exactly whether an edge of one body meets a face of another, of which one can move: the
/// first two bodies of which it does. `tests`: see find_crossing.
std::optional<std::array<int, 2>> find_crossing_bodies(std::span<const AffineBody> bodies,
                                                       const BodyPoints& points, int& tests);

/// Says that an edge crosses a face between two bodies.
std::string crossing_text(std::span<const AffineBody> bodies, const std::array<int, 2>& pair);

}  // namespace touchstone
