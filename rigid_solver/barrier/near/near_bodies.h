#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rigid_solver/barrier/energy/pair_energy.h"

// Which elements of which bodies can come nearer than d̂. Private to the search.

namespace touchstone {

/// The surface points of all bodies at some placement, by body [m].
using BodyPoints = std::vector<std::vector<Vec3>>;

/// Returns the largest distance that a point covers from `start` to `end` [m].
double largest_motion(std::span<const Vec3> start, std::span<const Vec3> end);

/// Two bodies near each other, or a body and itself.
struct NearBodies {
    int a = -1;                    ///< number of body A
    int b = -1;                    ///< number of body B, ≥ a
    BarrierCandidates candidates;  ///< elements that may come nearer than d̂ in the covered motion
    std::vector<BarrierPair> pairs;  ///< pairs nearer than d̂
    bool has_pairs = false;          ///< true: `pairs` are those of the list's placement
    bool has_barrier = false;        ///< true: `barrier` is up to date with `pairs`
    PairEnergy barrier;              ///< energy of the barrier of `pairs` for κ = 1

    /// Returns the smallest distance of the pairs; infinite without any [m].
    double nearest() const;
};

/// The bodies near each other, kept from iterate to iterate and from step to step. Candidates are
/// found with a margin, and hold as long as no point of the two bodies moves by more; they are
/// found anew for the bodies that did. Pairs depend on the points alone, not on what the list held
/// before.
class NearList {
 public:
    /// Finds the candidates of straight motions between two placements, unless the list covers
    /// them.
    void cover(std::span<const AffineBody> bodies, const BodyPoints& start, const BodyPoints& end,
               double dhat);
    /// Finds the pairs nearer than d̂ at a placement that the list covers.
    void find_pairs(std::span<const AffineBody> bodies, const BodyPoints& points, double dhat);
    /// Returns true when the pairs are those of this placement and d̂.
    bool is_at(const BodyPoints& points, double dhat) const;

    /// Returns a share of the straight motions from `start` to `end`, at most `t_max`, up to which
    /// no pair loses more than half of its distance (see step_bound). The list must cover the
    /// motions.
    double bound(std::span<const AffineBody> bodies, const BodyPoints& start, const BodyPoints& end,
                 double dhat, double t_max) const;

    /// Returns the smallest distance of all pairs; infinite without any [m].
    double smallest_distance() const;

    /// Returns the entries by a, then b. Some may have neither candidates nor pairs.
    std::vector<NearBodies>& all() { return near_; }
    /// Returns the entries by a, then b. Some may have neither candidates nor pairs.
    const std::vector<NearBodies>& all() const { return near_; }

 private:
    /// What the candidates of a body hold for.
    enum class Hold : std::uint8_t {
        Still,     ///< the points around which they were found before
        Anew,      ///< other points, at which they are to be found now
        OneMotion  ///< one motion alone, along which they are to be found now
    };
    class Finder;

    bool covers(std::span<const Vec3> center, std::span<const Vec3> points) const;
    std::vector<bool> at_same(const BodyPoints& points) const;
    void replace_candidates(Finder& finder, std::span<const Hold> holds);

    std::vector<NearBodies> near_;
    double dhat_ = 0.0;  ///< d̂ of the candidates and pairs [m]
    BodyPoints center_;  ///< points around which the candidates of each body hold; empty: they hold
                         ///< for one motion alone
    BodyPoints at_;      ///< points for which pairs were found; empty: there are no pairs
    NearPairMemory memory_;
};

/// Decides exactly whether an edge of one body meets a face of another, of which at least one can
/// move. Returns the first two such bodies, or nothing. `tests`: see find_crossing.
std::optional<std::array<int, 2>> find_crossing_bodies(std::span<const AffineBody> bodies,
                                                       const BodyPoints& points, int& tests);

/// Returns a sentence, without a full stop, that names two bodies that cross.
std::string crossing_text(std::span<const AffineBody> bodies, const std::array<int, 2>& pair);

}  // namespace touchstone
