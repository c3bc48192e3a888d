#pragma once

#include <cstdint>
#include <optional>
#include <span>
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
             ///< or as close to it, or leaning on it, and then the contact lies between the two
};

/// The plane of a contact.
struct ContactPlane {
    Vec3 position = Vec3::Constant(kUnset);  ///< halfway between the surfaces [m]
    Vec3 normal = Vec3::Constant(kUnset);    ///< unit vector from A to B
    double separation = kUnset;              ///< gap along the normal, negative: penetration [m]
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
        bool is_loose = false;  ///< true where all candidates of a place are: the worst decides
    };
    /// The part of a candidate in a contact between several.
    struct Part {
        int candidate = -1;
        double share = 0.0;  ///< 1 of the candidate that won, less of the others
    };
    /// The contact in the place of a chosen candidate whose normal is not, or hardly, told from
    /// others: between them, so that it does not depend on which body or facet comes first, and
    /// turns from one to the other as they come to be told apart.
    struct Between {
        int chosen = -1;         ///< the candidate in whose place it stands
        IndexRange parts;        ///< those of two or more candidates, in `parts`
        FacetFeature feature_a;  ///< the least feature of A of those that have a part: a corner
                                 ///< before an edge before a facet. So the contact keeps its name
                                 ///< while bodies rock about the tie, and changes it where the
                                 ///< second normal's part ends
        FacetFeature feature_b;  ///< the least of B
        ContactPlane plane;      ///< A's frame
    };
    std::vector<Between> between;  ///< few, if any; sorted by `chosen`
    std::vector<Part> parts;

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

/// Returns the contact that stands in the place of a chosen candidate; null: the candidate's own.
const Decisions::Between* find_between(const Decisions& decisions, int chosen);

/// Returns the plane between several, each of which has a share in it. Where each passes between
/// the same two points of the bodies, apart by x, so does the mean: its gap is Σ nᵢ·x over the
/// length of Σ nᵢ. Nothing where the normals point apart. `plane_of`: returns that of a candidate.
template <typename PlaneOf>
std::optional<ContactPlane> mean_plane(std::span<const Decisions::Part> parts,
                                       const PlaneOf& plane_of) {
    constexpr double kLeastMean = 0.1;  // length of a mean of normals below which they point apart
    ContactPlane mean{Vec3::Zero(), Vec3::Zero(), 0.0};
    double total = 0.0;
    for (const Decisions::Part& part : parts) {
        const ContactPlane plane = plane_of(part.candidate);
        mean.position += part.share * plane.position;
        mean.normal += part.share * plane.normal;
        mean.separation += part.share * plane.separation;
        total += part.share;
    }
    const double length = mean.normal.norm();
    if (length < kLeastMean * total) {
        return std::nullopt;
    }
    return ContactPlane{mean.position / total, mean.normal / length, mean.separation / length};
}

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
