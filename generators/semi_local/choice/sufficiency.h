#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "generators/semi_local/choice/local_solid.h"
#include "methods/base/types.h"

namespace touchstone::semi_local {

// Is one normal enough, or are several needed at once?
//
// Let x be the displacement of B relative to A, and S a set of normals whose contacts enforce
// n · x ≥ 0 for each n in S. Take a ray of A's local solid and one of B's. If some n in S has A's
// ray below its plane and B's above, the two rays stay on opposite sides, wherever x moves them. If
// every pair of rays has such a normal, the solids cannot overlap: S is sufficient.
//
//     \   B   /       Crack: the left wall's normal holds B off the left part of A only, so both
//      \  |  /        walls are needed. Two convex solids: any one normal separates all rays.
//   A   \ | /   A
//        \|/

/// A set of normals: bit i stands for normal i.
using NormalSet = std::uint32_t;

/// Largest number of normals at one place that are tested.
inline constexpr int kMaxNormals = 12;

/// A test of sets of normals between two local solids.
class SufficiencyTest {
 public:
    /// Prepares the test. At most kMaxNormals normals, in A's frame, from A to B; `b_from_a`
    /// rotates them into B's.
    void set(const LocalSolid& a, const LocalSolid& b, const Mat3& b_from_a,
             std::span<const Vec3> normals);

    /// Returns true when the normals keep the solids apart.
    bool is_sufficient(NormalSet normals) const;

    /// Finds all minimal sufficient sets that contain `required`, in ascending order: only
    /// `required` when that is sufficient, and the set of all normals when no set is.
    void find_options(NormalSet required, std::vector<NormalSet>& options) const;

 private:
    bool is_minimal(NormalSet set, NormalSet required) const;

    int count_ = 0;
    std::vector<NormalSet> clauses_;  ///< sets of normals of which a sufficient
                                      ///< set contains at least one each
    std::vector<NormalSet> masks_a_;  ///< scratch: normals that have the rays of A below
    std::vector<NormalSet> masks_b_;  ///< scratch: normals that have the rays of B above
};

}  // namespace touchstone::semi_local
