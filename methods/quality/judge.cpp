#include "methods/quality/judge.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "methods/geometry/measure.h"
#include "methods/quality/ahead.h"
#include "methods/quality/region.h"

namespace touchstone {
namespace {

constexpr double kTilted = 10.0;   // beyond this a normal is not a tilted right one [degrees]
constexpr double kSideways = 1.0;  // how far from perpendicular still counts as sideways [degrees]
constexpr double kRawTolerance = 0.01;   // difference of |n·e| from 1, in the paper's scoring [-]
constexpr double kAreaTolerance = 1e-3;  // relative difference of areas [-]

bool has_right_length(const Vec3& normal, const Vec3& expected) {
    return std::abs(std::abs(normal.dot(expected)) - 1.0) < kRawTolerance;
}

/// The contacts of one pair, with their normals turned to run from the reference's a to its b.
struct PairContacts {
    std::vector<int> indices;  ///< indices in the list that is judged
    std::vector<Vec3> normals;
};

/// The judgement of one pair against one answer.
struct AnswerJudgement {
    PairJudgement pair;
    std::vector<Verdict> verdicts;  ///< verdicts in the order of PairContacts
};

/// Everything that one answer is compared with.
struct AnswerContext {
    std::span<const ContactPoint> contacts;
    const PairContacts& found;
    const PairReference& reference;
    const JudgeOptions& options;
    double angle_tolerance = kUnset;  ///< [degrees]
};

std::vector<Vec3> right_normals(const Answer& answer, const JudgeOptions& options) {
    std::vector<Vec3> normals = answer.normals;
    if (options.mirror_expected_x) {
        for (Vec3& normal : normals) {
            normal.x() = -normal.x();
        }
    }
    return normals;
}

bool matches(const Vec3& normal, const Vec3& expected, const AnswerContext& context) {
    if (context.options.raw_normals) {
        return has_right_length(normal, expected);
    }
    const double angle = angle_between(normal, expected);
    const double folded = context.options.signed_normals ? angle : std::min(angle, 180.0 - angle);
    return folded <= context.angle_tolerance;
}

VerdictKind kind_of_error(const Verdict& verdict, const Vec3& normal,
                          std::span<const Vec3> expected, const AnswerContext& context) {
    if (verdict.angle <= context.angle_tolerance) {
        return VerdictKind::WrongLength;
    }
    if (verdict.angle <= kTilted) {
        return VerdictKind::Tilted;
    }
    const auto is_opposite = [&](const Vec3& e) {
        return 180.0 - angle_between(normal, e) <= kTilted;
    };
    if (std::any_of(expected.begin(), expected.end(), is_opposite)) {
        return VerdictKind::Flipped;
    }
    const auto is_perpendicular = [&](const Vec3& e) {
        return std::abs(angle_between(normal, e) - 90.0) <= kSideways;
    };
    return std::all_of(expected.begin(), expected.end(), is_perpendicular) ? VerdictKind::Sideways
                                                                           : VerdictKind::Oblique;
}

/// Judges a contact's direction.
Verdict judge_normal(const Vec3& normal, std::span<const Vec3> expected,
                     const AnswerContext& context) {
    Verdict verdict;
    if (expected.empty()) {
        return verdict;
    }
    if (!normal.allFinite() || normal.isZero(0.0)) {
        verdict.kind = VerdictKind::Invalid;
        return verdict;
    }
    bool right = false;
    for (int i = 0; i < std::ssize(expected); ++i) {
        const double angle = angle_between(normal, expected[i]);
        const double folded =
            context.options.signed_normals ? angle : std::min(angle, 180.0 - angle);
        if (verdict.normal < 0 || folded < verdict.angle) {
            verdict.normal = i;
            verdict.angle = folded;
        }
        right = right || matches(normal, expected[i], context);
    }
    verdict.kind = right ? VerdictKind::Right : kind_of_error(verdict, normal, expected, context);
    return verdict;
}

/// Returns Q, the largest |n·e|. Erleben [2018], Eqs. (2) and (7). Nothing when no normal is
/// expected; 0 for a contact of no direction.
std::optional<double> alignment(const Vec3& normal, std::span<const Vec3> expected) {
    if (expected.empty()) {
        return std::nullopt;
    }
    if (!normal.allFinite() || normal.isZero(0.0)) {
        return 0.0;
    }
    double best = 0.0;
    const Vec3 direction = normal.stableNormalized();
    for (const Vec3& e : expected) {
        best = std::max(best, std::abs(direction.dot(e)));
    }
    return std::min(best, 1.0);
}

/// Adds up the areas that the contacts span, each seen along the right normal nearest to it.
/// Erleben [2018], Eq. (3): of a pair with one right normal, the hull of all its contacts.
double contact_area(const Answer& answer, const AnswerContext& context,
                    std::span<const Verdict> verdicts) {
    double area = 0.0;
    for (int i = 0; i < std::ssize(answer.normals); ++i) {
        std::vector<Vec3> points;
        for (std::size_t k = 0; k < verdicts.size(); ++k) {
            const Vec3& position = context.contacts[context.found.indices[k]].position;
            if (std::max(verdicts[k].normal, 0) == i && position.allFinite()) {
                points.push_back(position);
            }
        }
        area += points.empty() ? 0.0 : project_region(points, answer.normals[i]).area();
    }
    return area;
}

std::optional<double> known_area(const Answer& answer) {
    return answer.hull_area ? answer.hull_area : answer.area;
}

/// Returns the area that the right contacts span, each normal's contacts seen along it.
void judge_area(const Answer& answer, const AnswerContext& context, AnswerJudgement& result) {
    double perimeter = 0.0;
    double area = 0.0;
    for (int i = 0; i < std::ssize(answer.normals); ++i) {
        std::vector<Vec3> points;
        for (std::size_t k = 0; k < result.verdicts.size(); ++k) {
            const ContactPoint& contact = context.contacts[context.found.indices[k]];
            const Verdict& verdict = result.verdicts[k];
            if (verdict.kind == VerdictKind::Right && verdict.normal == i &&
                contact.position.allFinite()) {
                points.push_back(contact.position);
            }
        }
        if (points.empty()) {
            continue;
        }
        const Region region = project_region(points, answer.normals[i]);
        area += region.area();
        perimeter += region.perimeter();
    }
    result.pair.hull_area = area;
    const std::optional<double> expected = known_area(answer);
    if (expected) {
        if (!answer.points.empty()) {
            perimeter = Region(answer.points).perimeter();
        }
        const double tolerance =
            kAreaTolerance * *expected + perimeter * context.reference.position_tolerance;
        result.pair.area_is_right = std::abs(area - *expected) <= tolerance;
    }
}

AnswerJudgement judge_answer(const Answer& answer, const AnswerContext& context) {
    const std::vector<Vec3> expected = right_normals(answer, context.options);
    AnswerJudgement result;
    result.pair.contacts = static_cast<int>(context.found.indices.size());
    result.pair.expected_normals = static_cast<int>(expected.size());
    result.pair.min_contacts = answer.min_contacts;
    std::optional<Region> region;
    if (!answer.points.empty()) {
        region.emplace(answer.points);
    }
    for (std::size_t k = 0; k < context.found.indices.size(); ++k) {
        const ContactPoint& contact = context.contacts[context.found.indices[k]];
        Verdict verdict = judge_normal(context.found.normals[k], expected, context);
        verdict.alignment = alignment(context.found.normals[k], expected);
        verdict.paper_alignment = alignment(context.found.normals[k], answer.paper_normals);
        if (region) {
            verdict.well_placed =
                region->distance(contact.position) <= context.reference.position_tolerance;
        }
        if (answer.separation) {
            const double tolerance = context.reference.separation_tolerance;
            verdict.separation_in_range =
                contact.separation >= (*answer.separation)[0] - tolerance &&
                contact.separation <= (*answer.separation)[1] + tolerance;
        }
        result.pair.correct += verdict.kind == VerdictKind::Right ? 1 : 0;
        result.verdicts.push_back(verdict);
    }
    for (const Vec3& normal : expected) {
        const auto meets = [&](const Vec3& n) {
            return n.allFinite() && !n.isZero(0.0) && matches(n, normal, context);
        };
        result.pair.met_normals +=
            std::any_of(context.found.normals.begin(), context.found.normals.end(), meets) ? 1 : 0;
    }
    judge_area(answer, context, result);
    result.pair.contact_area = contact_area(answer, context, result.verdicts);
    result.pair.known_area = known_area(answer);
    return result;
}

/// Returns true when `first` counts for more: by quality, then coverage, then excess nearest 1.
/// Both are about the same contacts, so quality compares by the number of correct ones.
bool is_better(const PairJudgement& first, const PairJudgement& second) {
    if (first.correct != second.correct) {
        return first.correct > second.correct;
    }
    const int left = first.met_normals * second.expected_normals;
    const int right = second.met_normals * first.expected_normals;
    if (left != right) {
        return left > right;
    }
    const auto distance_from_one = [](const PairJudgement& pair) {
        const int fewest = pair.min_contacts.value_or(0);
        return fewest == 0 ? 0.0 : std::abs(static_cast<double>(pair.contacts) / fewest - 1.0);
    };
    return distance_from_one(first) < distance_from_one(second);
}

/// A pair that must yield nothing, or of which nothing is known.
AnswerJudgement judge_without_answer(const PairContacts& found, bool none) {
    AnswerJudgement result;
    result.pair.contacts = static_cast<int>(found.indices.size());
    Verdict verdict;
    if (none) {
        result.pair.min_contacts = 0;
        result.pair.known_area = 0.0;
        verdict.kind = VerdictKind::Unexpected;
    }
    result.verdicts.assign(found.indices.size(), verdict);
    return result;
}

/// Judges a pair that the reference leaves open.
AnswerJudgement leave_unjudged(const PairContacts& found) {
    AnswerJudgement result;
    result.pair.min_contacts = 0;
    result.pair.known_area = 0.0;
    Verdict verdict;
    verdict.counted = false;
    result.verdicts.assign(found.indices.size(), verdict);
    return result;
}

AnswerJudgement judge_pair(const AnswerContext& context) {
    const PairReference& reference = context.reference;
    if (reference.not_judged) {
        return leave_unjudged(context.found);
    }
    const bool nothing_asked = reference.none_is_right && context.found.indices.empty();
    if (reference.none || nothing_asked || reference.answers.empty()) {
        return judge_without_answer(context.found, reference.none || nothing_asked);
    }
    AnswerJudgement best;
    for (int i = 0; i < std::ssize(reference.answers); ++i) {
        AnswerJudgement candidate = judge_answer(reference.answers[i], context);
        candidate.pair.answer = i;
        if (i == 0 || is_better(candidate.pair, best.pair)) {
            best = std::move(candidate);
        }
    }
    return best;
}

/// Finds the pairs of a reference by their bodies, in either order: large scenes have many.
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

bool is_right_at(const Verdict& verdict, double angle, const JudgeOptions& options) {
    if (verdict.normal < 0 || (options.raw_normals && verdict.kind != VerdictKind::Right)) {
        return false;
    }
    return verdict.angle <= angle;
}

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

/// The judged contacts by what their forces are judged by. Empty where some contact has none, or a
/// verdict is open.
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
            --judgement.contacts;
            ++judgement.ahead;
            continue;
        }
        if (pair < 0) {
            judgement.verdicts[i].kind =
                reference.empty() ? VerdictKind::NotJudged : VerdictKind::UnexpectedPair;
            continue;
        }
        const bool turned = contacts[i].body_a != reference[pair].body_a;
        found[pair].indices.push_back(i);
        found[pair].normals.push_back(turned ? Vec3(-contacts[i].normal) : contacts[i].normal);
    }
    for (int p = 0; p < std::ssize(reference); ++p) {
        const AnswerJudgement result =
            judge_pair({contacts, found[p], reference[p], options,
                        options.angle_tolerance.value_or(reference[p].angle_tolerance)});
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
