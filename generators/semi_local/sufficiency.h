#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "generators/semi_local/local_solid.h"
#include "methods/base/types.h"

namespace touchstone::semi_local {

// Is one normal enough, or are several needed at once?
//
// Let x be the displacement of B relative to A, and S a set of normals whose contacts see to it
// that n · x ≥ 0 for each n in S. Take a ray of A's local solid and one of B's. If some n in S has
// A's ray below its plane and B's above, the two rays stay on their two sides, wherever x moves
// them. If every pair of rays has such a normal, the solids cannot overlap: S is sufficient.
//
//     \   B   /       Crack: the left wall's normal holds B off the left part of A only, so both
//      \  |  /        walls are needed. Two convex solids: any one normal separates all rays.
//   A   \ | /   A
//        \|/

/// A set of normals: bit i stands for the i-th.
using NormalSet = std::uint32_t;

/// More normals at one place are not looked into.
inline constexpr int kMaxNormals = 12;

/// Which normals exclude what, between two local solids.
class SufficiencyTest {
 public:
    /// At most kMaxNormals normals, in A's frame, from A to B; `b_from_a` turns them into B's.
    void set(const LocalSolid& a, const LocalSolid& b, const Mat3& b_from_a,
             std::span<const Vec3> normals);

    bool is_sufficient(NormalSet normals) const;

    /// All minimal sufficient sets that contain `required`, in rising order. Only `required` when
    /// that is sufficient; the set of all normals when nothing is.
    void find_options(NormalSet required, std::vector<NormalSet>& options) const;

 private:
    bool is_minimal(NormalSet set, NormalSet required) const;

    int count_ = 0;
    std::vector<NormalSet> clauses_;  ///< a sufficient set has a normal of each
    std::vector<NormalSet> masks_a_;  ///< scratch: what lies above rays of A
    std::vector<NormalSet> masks_b_;
};

}  // namespace touchstone::semi_local
