#pragma once

#include <vector>

#include "generators/semi_local/candidates/candidates.h"
#include "generators/semi_local/candidates/pair_frame.h"

namespace touchstone::semi_local {

// Features that meet at a border: an edge that ends where it crosses another, or a corner over an
// edge of the facet, as of blocks that are in line. A body that is pushed sideways by a hair leaves
// the one pair and is held by another beside it. That need not be known as a contact: it said the
// same as the first.
//
//     |     |     The end of B's lower edge crosses A's right edge. Farther to the left B's corner
//     |  B  |     lies over A's facet instead, farther to the right A's right edge still crosses
//     |_____|     an edge of B.
//    /_____/|
//    |  A  |/

/// Two features that may lie over or beside each other.
struct KindAndPair {
    PairKind kind;
    FeaturePair pair;
};

/// Returns the pairs beside features that meet within the envelope of a border; none of others.
/// `normal`: of their contact, from A to B, in A's frame. The plane between the features of a pair
/// is across it, up to a slope at which bodies that move sideways by a hair come no nearer.
std::vector<KindAndPair> next_pairs(const PairFrame& frame, const KindAndPair& known,
                                    const Vec3& normal);

/// Returns true where one of the pairs beside features faces each other, with the same gap as these
/// would have: one that opens as the bodies move on does not hold them.
bool next_face(const PairFrame& frame, const KindAndPair& known, const Vec3& normal,
               const std::vector<KindAndPair>& next);

}  // namespace touchstone::semi_local
