#include "methods/quality/judge.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "methods/quality/ahead.h"
#include "methods/quality/judge_pair.h"

namespace touchstone {
namespace {

/// Finds pairs of a reference by their bodies in either order, by bisection: large scenes have
/// many.
class PairFinder {
 public:
    explicit PairFinder(const Reference& reference) {
        for (int i = 0; i < std::ssize(reference); ++i) {
            keys_.push_back({std::minmax(reference[i].body_a, reference[i].body_b), i});
        }
        std::sort(keys_.begin(), keys_.end());
    }

    /// Returns the index of the first such pair in the reference; -1 when it is not named.
    int find(const ContactPoint& contact) const {
        const Bodies bodies = std::minmax(contact.body_a, contact.body_b);
        const auto found = std::lower_bound(keys_.begin(), keys_.end(), std::pair(bodies, 0));
        return found != keys_.end() && found->first == bodies ? found->second : -1;
    }

 private:
    using Bodies = std::pair<int, int>;
    std::vector<std::pair<Bodies, int>> keys_;
};

/// Returns true when the angle to the nearest right normal is at most `angle` [degrees]. With raw
/// normals the length must be right, too.
bool is_right_at(const Verdict& verdict, double angle, const JudgeOptions& options) {
    if (verdict.normal < 0 || (options.raw_normals && verdict.kind != VerdictKind::Right)) {
        return false;
    }
    return verdict.angle <= angle;
}

/// Counts the verdicts that do not depend on pairs.
void add_contacts(const JudgeOptions& options, Judgement& judgement) {
    for (const Verdict& verdict : judgement.verdicts) {
        judgement.correct += verdict.kind == VerdictKind::Right ? 1 : 0;
        for (std::size_t i = 0; i < kCountedAngles.size(); ++i) {
            judgement.correct_at[i] += is_right_at(verdict, kCountedAngles[i], options) ? 1 : 0;
        }
        if (verdict.well_placed) {
            ++judgement.placed_contacts;
            judgement.well_placed += *verdict.well_placed ? 1 : 0;
        }
    }
}

/// Sums over the pairs. A sum is unknown as soon as one pair does not state its part.
void add_pairs(Judgement& judgement) {
    judgement.min_contacts = judgement.pairs.empty() ? std::nullopt : std::optional<int>(0);
    judgement.known_area = judgement.pairs.empty() ? std::nullopt : std::optional<double>(0.0);
    for (const PairJudgement& pair : judgement.pairs) {
        judgement.expected_normals += pair.expected_normals;
        judgement.met_normals += pair.met_normals;
        if (judgement.min_contacts && pair.min_contacts) {
            *judgement.min_contacts += *pair.min_contacts;
        } else {
            judgement.min_contacts = std::nullopt;
        }
        judgement.contact_area += pair.contact_area;
        if (judgement.known_area && pair.known_area) {
            *judgement.known_area += *pair.known_area;
        } else {
            judgement.known_area = std::nullopt;
        }
    }
}

/// Collects the judged contacts with their answers, for the judgement of forces. Returns none where
/// some contact has no force, or a verdict is open.
std::vector<ForcedContact> forced_contacts(std::span<const ContactPoint> contacts,
                                           const Reference& reference, const Judgement& judgement) {
    std::vector<ForcedContact> forced;
    for (int i = 0; i < std::ssize(contacts); ++i) {
        const Verdict& verdict = judgement.verdicts[i];
        if (!verdict.counted) {
            continue;
        }
        if (!std::isfinite(contacts[i].force) || verdict.kind == VerdictKind::NotJudged) {
            return {};
        }
        ForcedContact contact{&contacts[i], verdict.kind == VerdictKind::Right, verdict.pair,
                              verdict.normal};
        const int answer = verdict.pair < 0 ? -1 : judgement.pairs[verdict.pair].answer;
        if (answer >= 0) {
            contact.reference = &reference[verdict.pair];
            contact.answer = &reference[verdict.pair].answers[answer];
        }
        forced.push_back(contact);
    }
    return forced;
}

}  // namespace

const char* verdict_id(VerdictKind kind) {
    switch (kind) {
        case VerdictKind::Right:
            return "right";
        case VerdictKind::WrongLength:
            return "wrong_length";
        case VerdictKind::Tilted:
            return "tilted";
        case VerdictKind::Flipped:
            return "flipped";
        case VerdictKind::Sideways:
            return "sideways";
        case VerdictKind::Oblique:
            return "oblique";
        case VerdictKind::Invalid:
            return "invalid";
        case VerdictKind::Unexpected:
            return "unexpected";
        case VerdictKind::UnexpectedPair:
            return "unexpected_pair";
        case VerdictKind::NotJudged:
            return "not_judged";
        case VerdictKind::Ahead:
            return "ahead";
    }
    return "";
}

bool is_wrong(VerdictKind kind) {
    return kind != VerdictKind::Right && kind != VerdictKind::NotJudged &&
           kind != VerdictKind::Ahead;
}

Judgement judge(std::span<const ContactPoint> contacts, const Reference& reference,
                const JudgeOptions& options) {
    Judgement judgement;
    judgement.contacts = static_cast<int>(contacts.size());
    judgement.verdicts.resize(contacts.size());
    const PairFinder pairs(reference);
    std::vector<PairContacts> found(reference.size());
    for (int i = 0; i < std::ssize(contacts); ++i) {
        const int pair = pairs.find(contacts[i]);
        if (is_ahead(contacts[i], options.envelopes)) {
            Verdict& verdict = judgement.verdicts[i];
            verdict.kind = VerdictKind::Ahead;
            verdict.counted = false;
            verdict.pair = pair;
            // Contacts ahead count nowhere else, and their pairs are judged without them.
            --judgement.contacts;
            ++judgement.ahead;
            continue;
        }
        if (pair < 0) {
            judgement.verdicts[i].kind =
                reference.empty() ? VerdictKind::NotJudged : VerdictKind::UnexpectedPair;
            continue;
        }
        // Normals are compared in the order of bodies that the reference has.
        const bool turned = contacts[i].body_a != reference[pair].body_a;
        found[pair].indices.push_back(i);
        found[pair].normals.push_back(turned ? Vec3(-contacts[i].normal) : contacts[i].normal);
    }
    for (int p = 0; p < std::ssize(reference); ++p) {
        const JudgedPair result = judge_pair(contacts, found[p], reference[p], options);
        judgement.pairs.push_back(result.pair);
        for (std::size_t k = 0; k < found[p].indices.size(); ++k) {
            Verdict& verdict = judgement.verdicts[found[p].indices[k]];
            verdict = result.verdicts[k];
            verdict.pair = p;
            judgement.contacts -= verdict.counted ? 0 : 1;
        }
    }
    add_contacts(options, judgement);
    add_pairs(judgement);
    judgement.forces = judge_forces(forced_contacts(contacts, reference, judgement));
    return judgement;
}

}  // namespace touchstone
