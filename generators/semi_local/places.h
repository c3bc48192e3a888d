#pragma once

#include <vector>

#include "generators/semi_local/candidates.h"
#include "generators/semi_local/pair_frame.h"

namespace touchstone::semi_local {

/// A normal on offer at a place, with the candidate that stands for it.
struct OfferedNormal {
    int candidate = -1;
    bool is_silent = false;
};

/// Candidates that are about the same spot of both surfaces, and what the bodies look like there.
struct Place {
    IndexRange normals;    ///< on offer, in `normals`: two or more
    FacetFeature solid_a;  ///< the feature whose neighbourhood is A's local solid
    FacetFeature solid_b;
};

/// A body's facets around a point, joined where they share an edge near it.
class FacetPatches {
 public:
    /// Joins over edges within `radius` of `center`; body frame.
    void set(const FacetModel& model, const Vec3& center, double radius);

    /// The lowest facet joined with this one.
    int patch_of(int facet) const;

 private:
    struct Entry {
        int facet = -1;
        int joined_to = -1;  ///< entry; itself: the patch's root
    };
    int entry_of(int facet);
    int root_of(int entry) const;

    std::vector<Entry> entries_;
};

struct Places {
    std::vector<int> settled;  ///< candidates that need no decision: the only normal of their place
    std::vector<Place> list;   ///< where there is one to make
    std::vector<OfferedNormal> normals;

    struct Member {
        int group = -1;
        int patch_a = -1;
        int patch_b = -1;
        int candidate = -1;

        auto operator<=>(const Member&) const = default;
    };
    std::vector<int> by_x;        ///< scratch: candidates by position
    std::vector<int> joined_to;   ///< scratch: a forest over the candidates
    std::vector<Member> members;  ///< scratch
    std::vector<int> open;        ///< scratch: members without a normal yet
    FacetPatches patches_a;
    FacetPatches patches_b;
};

/// Groups candidates by position and splits each group where the surfaces near it do not hang
/// together, as the two sides of a thin plate. Candidates of one place whose normals agree within
/// 2δ are one offer, for which the one with the largest separation stands.
void find_places(const PairFrame& frame, const std::vector<Candidate>& candidates, Places& places);

}  // namespace touchstone::semi_local
