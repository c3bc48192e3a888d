#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "methods/contact/contact_point.h"
#include "methods/quality/force_judgement.h"
#include "methods/quality/reference.h"

namespace touchstone {

/// Angles at which right normals are counted, beside the tolerance itself [degrees].
inline constexpr std::array<double, 4> kCountedAngles{0.1, 1.0, 5.0, 10.0};

/// The possible verdicts on a contact's normal, compared with the right ones of its pair.
enum class VerdictKind {
    Right,           ///< within the angle tolerance of a right normal
    WrongLength,     ///< the direction is right, but `raw_normals` finds the length wrong
    Tilted,          ///< off by more than the tolerance, at most 10°
    Flipped,         ///< opposite of a right normal to within 10° (signed normals only)
    Sideways,        ///< perpendicular to every right normal to within 1°
    Oblique,         ///< none of the above
    Invalid,         ///< not finite, or of no direction
    Unexpected,      ///< the pair must yield no contact
    UnexpectedPair,  ///< the reference does not name the pair
    NotJudged,       ///< there is no reference, its answer states no normals, or it leaves the pair
                     ///< unjudged
    Ahead            ///< the gap is larger than at which the method reports what touches, see
                     ///< ahead.h
};
/// Number of kinds of verdict.
inline constexpr int kVerdictKinds = 11;
const char* verdict_id(VerdictKind kind);  ///< Returns a verdict's id, as files name it: "right",
                                           ///< "wrong_length", …
bool is_wrong(VerdictKind kind);  ///< Returns false for right ones, and where nothing is judged.

/// The verdict on one contact.
struct Verdict {
    VerdictKind kind = VerdictKind::NotJudged;
    bool counted = true;              ///< false: the reference leaves the contact's pair unjudged,
                                      ///< or the contact is ahead
    int pair = -1;                    ///< index in the reference; -1: the pair is not named there
    int normal = -1;                  ///< index of the nearest right normal in the answer; -1: none
    double angle = kUnset;            ///< angle between the contact's direction and that normal
                                      ///< [degrees]
    std::optional<double> alignment;  ///< Q = |n·e| for that normal; nothing: none is stated
    std::optional<double> paper_alignment;    ///< Q for the paper's normals; nothing: as above
    std::optional<bool> well_placed;          ///< position inside the contact region; nothing: no
                                              ///< points are stated
    std::optional<bool> separation_in_range;  ///< separation in the stated range; nothing: no
                                              ///< separation is stated
};

/// The judgement of one pair of the reference, against the answer that fits it best.
struct PairJudgement {
    int answer = -1;  ///< index of that answer; -1: none
    int contacts = 0;
    int correct = 0;
    int expected_normals = 0;
    int met_normals = 0;
    std::optional<int> min_contacts;
    double hull_area = kUnset;          ///< area that the right contacts span, seen along their
                                        ///< normals [m²]
    double contact_area = 0.0;          ///< A_R: area that all contacts span, seen along the
                                        ///< nearest normals [m²]
    std::optional<double> known_area;   ///< area of the true region; nothing: not stated [m²]
    std::optional<bool> area_is_right;  ///< area as stated; nothing: the answer states no area
};

/// The judgement of all contacts of a scene.
struct Judgement {
    std::vector<Verdict> verdicts;     ///< one per contact
    std::vector<PairJudgement> pairs;  ///< one per pair of the reference
    int contacts = 0;                  ///< without those of pairs that are left unjudged, and
                                       ///< without those ahead
    int ahead = 0;                     ///< contacts ahead, which nothing else counts
    int correct = 0;                   ///< right at the angle tolerance
    std::array<int, kCountedAngles.size()> correct_at{};  ///< contacts that are right at each of
                                                          ///< kCountedAngles
    int expected_normals = 0;
    int met_normals = 0;              ///< expected normals that at least one contact matches
    std::optional<int> min_contacts;  ///< sum over the pairs; nothing: some pair does not state it
    int placed_contacts = 0;          ///< contacts whose position could be judged
    int well_placed = 0;
    double contact_area = 0.0;         ///< sum of A_R over the pairs [m²]
    std::optional<double> known_area;  ///< sum over the pairs; nothing: some pair does not state it
                                       ///< [m²]
    std::optional<ForceJudgement> forces;  ///< judgement of the forces; nothing: no contact, or
                                           ///< some contact has no force
};

/// Options for the comparison of normals. The defaults are the `corrected` profile.
struct JudgeOptions {
    bool signed_normals = true;      ///< false: n and -n are equal, as in the paper's scoring
    bool raw_normals = false;        ///< true: score vectors without normalising them: | |n·e| - 1
                                     ///< | < 0.01
    bool mirror_expected_x = false;  ///< true: negate x of the right normals before comparing
    std::optional<double> angle_tolerance = std::nullopt;  ///< replacement for that of the
                                                           ///< reference [degrees]
    std::vector<double> envelopes = {};  ///< largest gap of contacts that are not ahead, by body,
                                         ///< see is_ahead [m]; empty: none is ahead
};

/// Judges the contacts of a scene. A contact counts as correct by its normal alone, as in
/// Erleben [2018], §5; position, separation and area are judged beside it. The bodies of a
/// contact may stand in the other order than the reference has them. Where a pair has several
/// answers the best counts: by quality, then coverage, then excess nearest 1, then the first.
/// Contacts of unnamed pairs and of pairs that must yield none are wrong. A pair without contacts
/// for which none is right asks for nothing. Contacts of a pair that is left unjudged are neither
/// right nor wrong, and none too many; so are contacts ahead, of whatever pair, and they meet no
/// normal.
///
/// Q = |n·e| is the paper's quality of one contact, Eqs. (2) and (7); n is normalised, and of
/// several right normals e the nearest counts. A_R is the area of the hull of *all* contacts of a
/// pair, whether their normals are right or not, seen along e, Eq. (3). With `raw_normals`, the
/// counts at fixed angles require both the right length *and* the right direction.
Judgement judge(std::span<const ContactPoint> contacts, const Reference& reference,
                const JudgeOptions& options = {});

}  // namespace touchstone
