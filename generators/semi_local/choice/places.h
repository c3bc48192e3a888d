#pragma once

#include <span>
#include <vector>

#include "generators/semi_local/candidates/candidates.h"
#include "generators/semi_local/candidates/pair_frame.h"

namespace touchstone::semi_local {

/// A distinct normal at a place, with the candidate that represents it.
struct OfferedNormal {
    int candidate = -1;
    bool is_silent = false;
    bool is_of_a = false;  ///< a facet of A has this normal
    bool is_of_b = false;  ///< a facet of B has the opposite one
    bool is_loose = true;  ///< all candidates with this normal are, see Candidate
};

/// A group of candidates at one spot of both surfaces, and the shape of the bodies there.
struct Place {
    IndexRange normals;    ///< range of at least two normals, in `normals`
    FacetFeature solid_a;  ///< feature at which A's local solid is built
    FacetFeature solid_b;  ///< feature at which B's local solid is built
};

/// The facets of a body around a point, joined where they share an edge near it.
class FacetPatches {
 public:
    /// Joins facets over edges within `radius` of `center`; body frame [m].
    void set(const FacetModel& model, const Vec3& center, double radius);

    /// Returns the lowest facet joined to this one.
    int patch_of(int facet) const;

 private:
    struct Entry {
        int facet = -1;
        int joined_to = -1;  ///< index of an entry; its own: the root of the patch
    };
    int entry_of(int facet);
    int root_of(int entry) const;

    std::vector<Entry> entries_;
};

/// All places of a pair.
struct Places {
    std::vector<int> settled;            ///< candidates that need no decision:
                                         ///< each the only normal of its place
    std::vector<Place> list;             ///< places that need a decision
    std::vector<OfferedNormal> normals;  ///< distinct normals of the places in `list`

    /// A candidate with its group and its patches on both bodies.
    struct Member {
        int group = -1;
        int patch_a = -1;
        int patch_b = -1;
        int candidate = -1;

        auto operator<=>(const Member&) const = default;
    };
    std::vector<int> by_x;        ///< scratch: candidates sorted by position
    std::vector<int> joined_to;   ///< scratch: forest over the candidates
    std::vector<Member> members;  ///< scratch
    std::vector<int> open;        ///< scratch: members without a normal yet
    FacetPatches patches_a;
    FacetPatches patches_b;
};

/// Groups candidates by position, and splits each group where the surfaces near it are not
/// connected, as between the two sides of a thin plate. Candidates of one place whose normals agree
/// within 2δ count as one normal, represented by the one with the largest separation. `on_b`: where
/// each candidate is on B, in B's frame, of candidates that meet at poses of their own; empty where
/// all are of the frame. Those at one place of A, and at several of B, are not at one spot.
void find_places(const PairFrame& frame, const std::vector<Candidate>& candidates, Places& places,
                 std::span<const Vec3> on_b = {});

}  // namespace touchstone::semi_local
