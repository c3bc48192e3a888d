#include "generators/semi_local/choice/decision.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace touchstone::semi_local {
namespace {

constexpr double kLongestLook = 0.05;     ///< longest prediction, unless
                                          ///< the time step is longer [s]
constexpr double kLookEnvelopes = 4.0;    ///< movement after which the prediction ends [envelopes]
constexpr double kSameOfferAngles = 3.0;  ///< angle within which normals of two places agree [δ]
constexpr double kOptionTieShare = 0.25;  ///< difference of predicted separations
                                          ///< that is a tie [envelopes]
constexpr double kCenterLineTie = 1e-9;   ///< share of the distance of the centres [-]
constexpr double kCenterLineSlack = 0.005;  ///< the same, from which on a normal has no
                                            ///< part in one between several
constexpr double kPredictedSlack = 0.05;    ///< difference of predicted separations
                                            ///< from which on it has none [envelopes]

class Decider {
 public:
    Decider(const PairFrame& frame, const std::vector<Candidate>& candidates, const Places& places,
            Decisions& decisions)
        : frame_(frame), candidates_(candidates), places_(places), decisions_(decisions) {
        if (!places.list.empty()) {
            cos_same_offer_ = std::cos(kSameOfferAngles * frame.tolerances.angle);
        }
    }

    void run() {
        decisions_.joints.clear();
        decisions_.between.clear();
        decisions_.parts.clear();
        decisions_.chosen = places_.settled;
        decisions_.choices.assign(places_.normals.size(), Choice::NotNeeded);
        for (int p = 0; p < std::ssize(places_.list); ++p) {
            const Place& place = places_.list[p];
            const LocalSolid solid_a(*frame_.a, place.solid_a);
            const LocalSolid solid_b(*frame_.b, place.solid_b);
            if (!solid_a.is_convex() || !solid_b.is_convex()) {
                decide_bent(place, solid_a, solid_b);
            } else if (any_silent(place)) {
                mark_silent(place);
            } else {
                join(p);
            }
        }
        for (int j = 0; j < std::ssize(decisions_.joints); ++j) {
            if (decisions_.joints[j].is_head) {
                decide_convex(j);
            }
        }
        std::ranges::sort(decisions_.between, {}, &Decisions::Between::chosen);
    }

 private:
    std::span<const OfferedNormal> offers(const Place& place) const {
        return part_of(places_.normals, place.normals);
    }

    int candidate_index(const Place& place, int offer) const {
        return offers(place)[offer].candidate;
    }

    const Candidate& candidate_of(const Place& place, int offer) const {
        return candidates_[candidate_index(place, offer)];
    }

    Choice& choice_of(const Place& place, int offer) {
        return decisions_.choices[place.normals.first + offer];
    }

    bool any_silent(const Place& place) const {
        return std::ranges::any_of(offers(place), &OfferedNormal::is_silent);
    }

    void mark_silent(const Place& place) {
        for (int i = 0; i < place.normals.count; ++i) {
            if (offers(place)[i].is_silent) {
                choice_of(place, i) = Choice::Silent;
            }
        }
    }

    void choose(const Place& place, int offer) {
        choice_of(place, offer) = Choice::Chosen;
        decisions_.chosen.push_back(offers(place)[offer].candidate);
    }

    /// Returns the separation of a candidate after a prediction. It covers the time in which the
    /// bodies move a few envelopes, so that where they come from and go to counts, not their
    /// present overlap; at least one step. Without a velocity the present separation is returned.
    /// To first order the separation of a contact changes by the component along its normal of the
    /// relative velocity of the two materials there.
    double predicted(const Candidate& candidate) const {
        const Vec3 velocity = frame_.velocity_at(candidate.position);
        const double speed = velocity.norm();
        if (!(speed > 0.0)) {
            return candidate.separation;
        }
        const double step = frame_.time_step;
        const double time = std::clamp(kLookEnvelopes * frame_.tolerances.envelope / speed, step,
                                       std::max(step, kLongestLook));
        return candidate.separation + time * candidate.normal.dot(velocity);
    }

    /// Decides where a solid is concave. One normal may not keep the bodies apart there: a point in
    /// a crack needs both sides. So sets of normals are compared, those that are sufficient. When
    /// the silent normals are enough, no contact is added.
    void decide_bent(const Place& place, const LocalSolid& solid_a, const LocalSolid& solid_b) {
        mark_silent(place);
        find_options(place, solid_a, solid_b);
        if (decisions_.options.front() == silent_set(place)) {
            return;
        }
        const NormalSet best = best_options(place);
        for (int i = 0; i < place.normals.count; ++i) {
            if (holds(best, i) && !offers(place)[i].is_silent) {
                choose(place, i);
            }
        }
    }

    /// Number of normals that a set tells apart; those beyond are in the set of all alone.
    static constexpr int kMostTold = std::numeric_limits<NormalSet>::digits;

    static NormalSet bit(int i) { return i < kMostTold ? NormalSet{1} << i : NormalSet{0}; }
    static bool holds(NormalSet set, int i) {
        return i < kMostTold ? (set & bit(i)) != 0 : set == ~NormalSet{0};
    }

    NormalSet silent_set(const Place& place) const {
        NormalSet silent = 0;
        for (int i = 0; i < place.normals.count; ++i) {
            silent |= offers(place)[i].is_silent ? bit(i) : 0;
        }
        return silent;
    }

    void find_options(const Place& place, const LocalSolid& solid_a, const LocalSolid& solid_b) {
        std::vector<NormalSet>& options = decisions_.options;
        if (place.normals.count > kMaxNormals) {
            // Too many to test, so all are taken.
            options.assign(1, ~NormalSet{0});
            return;
        }
        decisions_.normals.clear();
        for (int i = 0; i < place.normals.count; ++i) {
            decisions_.normals.push_back(candidate_of(place, i).normal);
        }
        decisions_.sufficiency.set(solid_a, solid_b, frame_.a_from_b.transpose(),
                                   decisions_.normals);
        decisions_.sufficiency.find_options(silent_set(place), options);
    }

    /// Returns the union of the options that tie for the best.
    NormalSet best_options(const Place& place) {
        std::vector<Decisions::Score>& scores = decisions_.scores;
        scores.clear();
        for (const NormalSet option : decisions_.options) {
            Decisions::Score score{option, std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::infinity()};
            // All normals of a set must hold at once, so the worst one determines its score.
            for (int i = 0; i < place.normals.count; ++i) {
                if (holds(option, i)) {
                    const Candidate& candidate = candidate_of(place, i);
                    score.separation = std::min(score.separation, candidate.separation);
                    score.predicted = std::min(score.predicted, predicted(candidate));
                }
            }
            scores.push_back(score);
        }
        NormalSet offered = 0;
        for (const Decisions::Score& score : scores) {
            offered |= score.normals;
        }
        mark_left_out(place, offered, Choice::NoSuchOption);
        const NormalSet close = keep_within(&Decisions::Score::separation, frame_.tolerances.tie);
        mark_left_out(place, close, Choice::Farther);
        const NormalSet best =
            keep_within(&Decisions::Score::predicted, kOptionTieShare * frame_.tolerances.envelope);
        mark_left_out(place, best, Choice::Slower);
        return best;
    }

    /// Records the reason for normals that have none yet.
    void mark_left_out(const Place& place, NormalSet kept, Choice reason) {
        for (int i = 0; i < place.normals.count; ++i) {
            if (!holds(kept, i) && choice_of(place, i) == Choice::NotNeeded) {
                choice_of(place, i) = reason;
            }
        }
    }

    /// Removes the scores more than `slack` below the largest; returns the normals of the rest.
    NormalSet keep_within(double Decisions::Score::*value, double slack) {
        std::vector<Decisions::Score>& scores = decisions_.scores;
        double largest = -std::numeric_limits<double>::infinity();
        for (const Decisions::Score& score : scores) {
            largest = std::max(largest, score.*value);
        }
        std::erase_if(
            scores, [&](const Decisions::Score& score) { return score.*value < largest - slack; });
        return normals_of(scores);
    }

    /// Removes the scores of normals that do not separate the solids as they meet, where others do;
    /// returns the normals of the rest. A body that comes down on a corner without spin dives
    /// through a plane over which its edges hang, and passes beside one whose border it misses.
    NormalSet keep_firm() {
        std::vector<Decisions::Score>& scores = decisions_.scores;
        if (!std::ranges::all_of(scores, &Decisions::Score::is_loose)) {
            std::erase_if(scores, &Decisions::Score::is_loose);
        }
        return normals_of(scores);
    }

    static NormalSet normals_of(const std::vector<Decisions::Score>& scores) {
        NormalSet normals = 0;
        for (const Decisions::Score& score : scores) {
            normals |= score.normals;
        }
        return normals;
    }

    /// Adds a place to an earlier one with the same normals. Two ends of a ridge that lies on a
    /// ridge must not choose different sides.
    void join(int p) {
        std::vector<Decisions::Joint>& joints = decisions_.joints;
        int last = -1;
        for (int j = 0; j < std::ssize(joints) && last < 0; ++j) {
            if (joints[j].is_head &&
                offer_the_same(places_.list[joints[j].first_place], places_.list[p])) {
                last = j;
            }
        }
        joints.push_back({p, -1, last < 0});
        if (last < 0) {
            return;
        }
        while (joints[last].next >= 0) {
            last = joints[last].next;
        }
        joints[last].next = static_cast<int>(joints.size()) - 1;
    }

    bool offer_the_same(const Place& x, const Place& y) const {
        if (x.normals.count != y.normals.count) {
            return false;
        }
        for (int i = 0; i < x.normals.count; ++i) {
            if (matching_offer(y, candidate_of(x, i).normal) < 0) {
                return false;
            }
        }
        return true;
    }

    /// Returns the normal of the place that is closest to the given one, within 3δ; −1: none.
    int matching_offer(const Place& place, const Vec3& normal) const {
        int best = -1;
        double largest = cos_same_offer_;
        for (int i = 0; i < place.normals.count; ++i) {
            const double cosine = candidate_of(place, i).normal.dot(normal);
            if (cosine >= largest) {
                best = i;
                largest = cosine;
            }
        }
        return best;
    }

    /// Chooses one normal for all places of a joint.
    void decide_convex(int joint) {
        const Place& head = places_.list[decisions_.joints[joint].first_place];
        std::vector<Decisions::Score>& scores = decisions_.scores;
        scores.clear();
        for (int i = 0; i < std::min(head.normals.count, kMostTold); ++i) {
            scores.push_back(joint_score(joint, head, i));
        }
        const NormalSet firm = keep_firm();
        const NormalSet close = keep_within(&Decisions::Score::separation, frame_.tolerances.tie);
        decisions_.close = scores;
        const NormalSet best = keep_within(&Decisions::Score::predicted, frame_.tolerances.equal);
        const int winner = most_central(head, best);
        find_shares(head, winner);
        for (int j = joint; j >= 0; j = decisions_.joints[j].next) {
            const Place& place = places_.list[decisions_.joints[j].first_place];
            for (int i = 0; i < std::min(head.normals.count, kMostTold); ++i) {
                const int offer = matching_offer(place, candidate_of(head, i).normal);
                if (i == winner) {
                    choose(place, offer);
                    place_between(head, place, candidate_index(place, offer));
                } else if (choice_of(place, offer) != Choice::Chosen) {
                    choice_of(place, offer) = (firm & bit(i)) == 0    ? Choice::Loose
                                              : (close & bit(i)) == 0 ? Choice::Farther
                                              : (best & bit(i)) == 0  ? Choice::Slower
                                                                      : Choice::LostTie;
                }
            }
        }
    }

    /// Finds the part that each normal takes in the contact of a joint. It falls from that of the
    /// winner to nothing as a normal is told from it, so that the least disturbance does not turn
    /// the contact from the middle of the normals to one of them.
    void find_shares(const Place& head, int winner) {
        std::vector<Decisions::Share>& shares = decisions_.shares;
        shares.clear();
        double largest = -std::numeric_limits<double>::infinity();
        for (const Decisions::Score& score : decisions_.close) {
            largest = std::max(largest, score.predicted);
        }
        const Vec3 line = line_of_centers();
        for (const Decisions::Score& score : decisions_.close) {
            const int offer = std::countr_zero(score.normals);
            const double behind =
                (largest - score.predicted) / (kPredictedSlack * frame_.tolerances.envelope);
            const double share = std::max(0.0, 1.0 - behind) *
                                 share_by_line(offers(head)[winner], offers(head)[offer], line);
            if (offer == winner || share > 0.0) {
                shares.push_back({offer, offer == winner ? 1.0 : share});
            }
        }
    }

    /// Returns the part of a normal beside the winner's, 0 to 1, as far as the line between the
    /// centres tells. Of a facet of each body, which lean on each other, what is along the line;
    /// else what is as much along it as the winner.
    double share_by_line(const OfferedNormal& winner, const OfferedNormal& other,
                         const Vec3& line) const {
        const Vec3& best = candidates_[winner.candidate].normal;
        const Vec3& normal = candidates_[other.candidate].normal;
        const double along = best.dot(line);
        const double along_other = normal.dot(line);
        const bool lean = winner.is_of_a != winner.is_of_b && other.is_of_a != other.is_of_b &&
                          winner.is_of_a != other.is_of_a;
        if (lean && along > 0.0) {
            const double cosine = best.dot(normal);
            // The line lies beyond the other normal where no part of the winner is left.
            const double part = along - cosine * along_other;
            return part > 0.0 ? std::clamp((along_other - cosine * along) / part, 0.0, 1.0) : 1.0;
        }
        const double aside = std::abs(along - along_other) / (kCenterLineSlack * line.norm());
        return std::max(0.0, 1.0 - aside);
    }

    /// Sets the contact of a place between the normals that have a part in it.
    void place_between(const Place& head, const Place& place, int chosen) {
        if (decisions_.shares.size() < 2) {
            return;
        }
        std::vector<Decisions::Part>& parts = decisions_.parts;
        Decisions::Between contact;
        contact.chosen = chosen;
        contact.feature_a = candidates_[chosen].feature_a;
        contact.feature_b = candidates_[chosen].feature_b;
        contact.parts.first = static_cast<int>(parts.size());
        for (const auto& [offer, share] : decisions_.shares) {
            const int part =
                candidate_index(place, matching_offer(place, candidate_of(head, offer).normal));
            contact.feature_a = std::min(contact.feature_a, candidates_[part].feature_a);
            contact.feature_b = std::min(contact.feature_b, candidates_[part].feature_b);
            parts.push_back({part, share});
        }
        contact.parts.count = static_cast<int>(parts.size()) - contact.parts.first;
        const std::optional<ContactPlane> plane =
            mean_plane(part_of(parts, contact.parts), [&](int candidate) {
                const Candidate& c = candidates_[candidate];
                return ContactPlane{c.position, c.normal, c.separation};
            });
        if (plane) {
            contact.plane = *plane;
            decisions_.between.push_back(contact);
        }
    }

    /// Returns the smallest values over the places for the normal of the first place.
    Decisions::Score joint_score(int joint, const Place& head, int offer) const {
        const Vec3& normal = candidate_of(head, offer).normal;
        Decisions::Score score{bit(offer), std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::infinity()};
        for (int j = joint; j >= 0; j = decisions_.joints[j].next) {
            const Place& place = places_.list[decisions_.joints[j].first_place];
            const int matching = matching_offer(place, normal);
            const Candidate& candidate = candidate_of(place, matching);
            score.separation = std::min(score.separation, candidate.separation);
            score.predicted = std::min(score.predicted, predicted(candidate));
            score.is_loose = score.is_loose || offers(place)[matching].is_loose;
        }
        return score;
    }

    Vec3 line_of_centers() const {
        return frame_.from_b(frame_.b->center_of_mass) - frame_.a->center_of_mass;
    }

    /// Breaks a tie by the line from A's centre of mass to B's, which depends neither on the
    /// numbering nor on the pose of the scene: the normal most along it wins.
    int most_central(const Place& head, NormalSet tied) const {
        const Vec3 line = line_of_centers();
        const double slack = kCenterLineTie * line.norm();
        int best = -1;
        for (int i = 0; i < std::min(head.normals.count, kMostTold); ++i) {
            if ((tied & bit(i)) != 0 &&
                (best < 0 || candidate_of(head, i).normal.dot(line) >
                                 candidate_of(head, best).normal.dot(line) + slack)) {
                best = i;
            }
        }
        return best;
    }

    const PairFrame& frame_;
    const std::vector<Candidate>& candidates_;
    const Places& places_;
    Decisions& decisions_;
    double cos_same_offer_ = kUnset;
};

}  // namespace

const Decisions::Between* find_between(const Decisions& decisions, int chosen) {
    const auto between =
        std::ranges::lower_bound(decisions.between, chosen, {}, &Decisions::Between::chosen);
    return between != decisions.between.end() && between->chosen == chosen ? &*between : nullptr;
}

void decide(const PairFrame& frame, const std::vector<Candidate>& candidates, const Places& places,
            Decisions& decisions) {
    Decider(frame, candidates, places, decisions).run();
}

}  // namespace touchstone::semi_local
