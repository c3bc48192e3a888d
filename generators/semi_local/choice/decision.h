#pragma once

#include <cstdint>
#include <vector>

#include "generators/semi_local/candidates/candidates.h"
#include "generators/semi_local/candidates/pair_frame.h"
#include "generators/semi_local/choice/places.h"
#include "generators/semi_local/choice/sufficiency.h"

namespace touchstone::semi_local {

/// The outcome for a normal at a place.
enum class Choice : std::uint8_t {
    Chosen,        ///< becomes a contact
    Silent,        ///< covered by a region
    NotNeeded,     ///< not needed: regions alone keep the solids apart here
    NoSuchOption,  ///< not an option: in no minimal sufficient set
    Loose,         ///< ahead, between convex solids: separates them only once they have turned or
                   ///< moved along it, while another option does as they meet
    Farther,       ///< separation smaller by more than ρ than that of another option
    Slower,        ///< the motion separates the solids less along it than along another option
    LostTie  ///< no better than another option that is closer to the line between the centres;
             ///< or as close, and then the contact's normal lies between the two
};

/// The decision, at every place, which normals become contacts.
struct Decisions {
    std::vector<Choice> choices;  ///< one per entry of Places::normals
    std::vector<int> chosen;      ///< candidates that become contacts, those
                                  ///< without need of a decision included

    /// A set of normals, and how far apart it keeps the solids.
    struct Score {
        NormalSet normals = 0;
        double separation = kUnset;  ///< smallest separation along them now [m]
        double predicted = kUnset;   ///< smallest separation at the end of the prediction [m]
        bool is_loose = false;       ///< true where some candidate is
    };
    /// The contact of a chosen candidate whose normal nothing tells from others: between them, so
    /// that it does not depend on which body or facet comes first.
    struct Between {
        int chosen = -1;         ///< the candidate in whose place it stands
        FacetFeature feature_a;  ///< the least feature of A of those that tie: a corner before an
                                 ///< edge before a facet
        FacetFeature feature_b;  ///< the least of B
        Vec3 position = Vec3::Constant(kUnset);  ///< A's frame [m]
        Vec3 normal = Vec3::Constant(kUnset);    ///< unit vector, A's frame
        double separation = kUnset;  ///< gap along the normal, negative: penetration [m]
    };
    std::vector<Between> between;  ///< few, if any

    /// A list of places between convex solids with the same normals, which decide together.
    struct Joint {
        int first_place = -1;
        int next = -1;        ///< next place of the joint, in `joints`; -1: none
        bool is_head = true;  ///< true for the first place
    };
    SufficiencyTest sufficiency;
    std::vector<NormalSet> options;
    /// The part of a normal in a contact between several.
    struct Share {
        int offer = -1;      ///< the normal's number at the first place of a joint
        double share = 0.0;  ///< 1 of the normal that won, less of the others
    };
    std::vector<Score> scores;
    std::vector<Score> close;   ///< scratch
    std::vector<Share> shares;  ///< scratch
    std::vector<Vec3> normals;
    std::vector<Joint> joints;
};

/// Chooses the normals of every place. Between two convex solids it is one, since each normal
/// separates them and a second would trap the other body. Otherwise it is a minimal sufficient set,
/// or the union of those that tie. Of several options, those remain whose separation is within ρ of
/// the largest, between convex solids only such as separate them as they meet if there are any; of
/// these, the one that the relative velocity separates most; then, between convex solids, the one
/// most along the line from A's centre of mass to B's. Where that does not tell them apart either,
/// or they are of a facet of each body, which lean on each other, the contact's normal is between
/// them: each normal in between separates convex solids as well.
void decide(const PairFrame& frame, const std::vector<Candidate>& candidates, const Places& places,
            Decisions& decisions);

}  // namespace touchstone::semi_local
