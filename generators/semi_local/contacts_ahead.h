#pragma once

#include <array>
#include <span>
#include <vector>

#include "generators/semi_local/candidates/candidates.h"
#include "generators/semi_local/candidates/meeting.h"
#include "generators/semi_local/candidates/near_features.h"
#include "generators/semi_local/candidates/pair_frame.h"
#include "generators/semi_local/candidates/regions.h"
#include "generators/semi_local/choice/decision.h"
#include "generators/semi_local/choice/places.h"

namespace touchstone::semi_local {

// Contacts that bodies only reach within the step. A body of 0.1 m that falls at 1 m/s passes ten
// of its envelopes in a hundredth of a second, so that contacts near enough now come too late. Each
// pair of features is followed to the time at which it meets, at the velocities of the query, and
// is tested there exactly as features that meet now:
//
//        now           when they meet      The contact: normal and features as they meet,
//       /\   |  v        ____ ____         position and gap those of the two points now.
//      /B \  v          |  B |
//      \  /             |____|             A pair that does not meet, since the corner passes
//      beside
//   ____\/__            ___\/____          the facet, makes none. Nor does one that another normal
//   |  A    |           |   A    |         keeps apart without hindering the motion: a ball that
//                                          rolls over the flush joint of two bodies meets the rim
//                                          of the second, and passes over it.

/// The places of a contact's two points at the time of the query.
struct PresentPoint {
    Vec3 normal = Vec3::Constant(kUnset);  ///< the world's direction of it as they meet, A's frame
    Vec3 position = Vec3::Constant(kUnset);  ///< halfway along the gap, at the corner that comes;
                                             ///< of two edges halfway between them, A's frame [m]
    double gap = kUnset;                     ///< along the normal of the contact [m]
    PairFeatures features{};  ///< those that meet, of the corner of a region what lies there
};

/// The contacts that a query finds ahead, and its working memory. `regions` and `candidates` hold
/// positions and separations at the time when the features meet, on which decisions are based.
struct ContactsAhead {
    Regions regions;
    std::vector<PresentPoint> corners;  ///< one per entry of regions.corners
    std::vector<Candidate> candidates;
    std::vector<PresentPoint> points;  ///< one per entry of `candidates`
    std::vector<Vec3> on_b;            ///< where each of `candidates` of find_contacts_ahead
                                       ///< meets B, B's frame [m]
    Places places;
    Decisions decisions;

    NearFeatures near;           ///< features near each other now or on the way, see feature_sweep
    Way way;                     ///< scratch: frames of the pair on its way
    std::vector<Candidate> met;  ///< scratch
    std::vector<int> below;      ///< scratch: corners below a facet
    std::vector<FeaturePair> known_facets;           ///< scratch: pairs with whole regions now
    std::vector<std::array<FacetFeature, 2>> known;  ///< scratch: pairs that are candidates now
};

/// Returns the motion of B relative to A within the look, for features that come near on the way.
FeatureSweep feature_sweep(const PairFrame& frame, const Look& look);

/// Returns true when bodies may come nearer in that motion than contacts are found anyway.
bool reaches_beyond(const PairFrame& frame, const FeatureSweep& sweep);

/// Finds the contacts ahead of the features in `ahead.near`, and decides which are needed. Pairs of
/// features that make regions or candidates now are left to these.
void find_contacts_ahead(const PairFrame& frame, const Look& look, const Regions& regions,
                         const std::vector<Candidate>& candidates, ContactsAhead& ahead);

/// Finds the corners that are sunk in facets of the other body whose normals are along the given
/// one, from A to B: each with the overlap that it has, so that a body which parts along the normal
/// does not turn about the deepest corner alone. In `candidates` and `points`.
void find_sunk_corners(const PairFrame& frame, const Vec3& normal, ContactsAhead& ahead);

/// Finds the corners deeper than the envelope in facets that corners of the same body touch: of a
/// box that comes down flat, in a step in which one corner goes deeper than the others, that one
/// would have no contact. `touched` and `touched_by`: the facets of A with contacts, and of B. In
/// `candidates` and `points`.
void find_corners_beside(const PairFrame& frame, std::span<const int> touched,
                         std::span<const int> touched_by, ContactsAhead& ahead);

/// Two edges that were a contact in the step before.
struct EdgeContact {
    FeaturePair edges;
    Vec3 normal = Vec3::Constant(kUnset);  ///< from A to B, A's frame
    double depth = kUnset;                 ///< overlap then, below 0: gap [m]
};

/// Finds the edges that were contacts, and have sunk deeper than the envelope since: those of a
/// body that slides over the edge of another sink a little in each step. Edges that lie on another
/// side by now, or deeper than the bodies can have gone, are others by chance. Where nothing
/// touches, edges within the envelope keep their contact as well: one that has sunk makes the body
/// lean, so that the wedges of the others hang over. In `candidates` and `points`.
void find_sunk_edges(const PairFrame& frame, std::span<const EdgeContact> last,
                     bool nothing_touches, ContactsAhead& ahead);

/// Returns false for a candidate with a gap whose features approach, but do not meet within the
/// look, or meet where another normal keeps the solids apart without hindering the motion. The way
/// in `scratch` must have begun with the frame.
bool can_act(const PairFrame& frame, const Look& look, const Candidate& candidate,
             ContactsAhead& scratch);

}  // namespace touchstone::semi_local
