#pragma once

#include <cstdint>
#include <vector>

#include "generators/semi_local/candidates.h"
#include "generators/semi_local/pair_frame.h"
#include "generators/semi_local/places.h"
#include "generators/semi_local/sufficiency.h"

namespace touchstone::semi_local {

/// What becomes of an offered normal.
enum class Choice : std::uint8_t {
    Chosen,        ///< a contact
    Silent,        ///< a region says the same
    NotNeeded,     ///< what regions say is enough to keep the solids apart here
    NoSuchOption,  ///< in no minimal sufficient set
    Farther,       ///< another option's separation is larger by more than ρ
    Slower,        ///< the motion leaves the solids less apart along it than along another option
    LostTie        ///< as good as another one, which lies more along the line between the centres
};

/// Decides at every place which of the offered normals become contacts.
struct Decisions {
    std::vector<Choice> choices;  ///< per entry of Places::normals
    std::vector<int> chosen;      ///< candidates, those that were settled before included

    /// An option of normals, and how far apart it keeps the solids.
    struct Score {
        NormalSet normals = 0;
        double separation = kUnset;  ///< now [m]
        double predicted = kUnset;   ///< after the time that is looked ahead [m]
    };
    /// Places between convex solids that offer the same normals decide together.
    struct Joint {
        int first_place = -1;
        int next = -1;  ///< the next place of the same joint, in `joints`
        bool is_head = true;
    };
    SufficiencyTest sufficiency;
    std::vector<NormalSet> options;
    std::vector<Score> scores;
    std::vector<Vec3> normals;
    std::vector<Joint> joints;
};

/// Two convex solids: one normal, since each separates them and a second would trap the other body.
/// Otherwise: a minimal sufficient set, or the union of those that tie. Of several options those
/// count whose separation is within ρ of the largest; of these the one that the relative velocity
/// leaves farthest apart; then, between convex solids, the one most along the line from A's centre
/// of mass to B's, then the first.
void decide(const PairFrame& frame, const std::vector<Candidate>& candidates, const Places& places,
            Decisions& decisions);

}  // namespace touchstone::semi_local
