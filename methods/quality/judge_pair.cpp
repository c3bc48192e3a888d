#include "methods/quality/judge_pair.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "methods/geometry/measure.h"
#include "methods/quality/region.h"

namespace touchstone {
namespace {

constexpr double kTilted = 10.0;  // beyond this a normal is not a tilted right one [degrees]
constexpr double kSideways =
    1.0;  // largest deviation from perpendicular that counts as sideways [degrees]
constexpr double kRawTolerance = 0.01;   // difference of |n·e| from 1, in the paper's scoring [-]
constexpr double kAreaTolerance = 1e-3;  // relative difference of areas [-]

bool has_right_length(const Vec3& normal, const Vec3& expected) {
    return std::abs(std::abs(normal.dot(expected)) - 1.0) < kRawTolerance;
}

/// Everything that one answer is compared with.
struct AnswerContext {
    std::span<const ContactPoint> contacts;  ///< list that `found` points into
    const PairContacts& found;
    const PairReference& reference;
    const JudgeOptions& options;
    double angle_tolerance = kUnset;  ///< angle within which a normal is right [degrees]
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

/// Fills in the area that the right contacts span, those of each normal seen along it, and whether
/// it is that of the true region.
void judge_area(const Answer& answer, const AnswerContext& context, JudgedPair& result) {
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

JudgedPair judge_answer(const Answer& answer, const AnswerContext& context) {
    const std::vector<Vec3> expected = right_normals(answer, context.options);
    JudgedPair result;
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

/// Judges a pair that must yield nothing (`none`), or of which nothing is known.
JudgedPair judge_without_answer(const PairContacts& found, bool none) {
    JudgedPair result;
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
JudgedPair leave_unjudged(const PairContacts& found) {
    JudgedPair result;
    result.pair.min_contacts = 0;
    result.pair.known_area = 0.0;
    Verdict verdict;
    verdict.counted = false;
    result.verdicts.assign(found.indices.size(), verdict);
    return result;
}

}  // namespace

JudgedPair judge_pair(std::span<const ContactPoint> contacts, const PairContacts& found,
                      const PairReference& reference, const JudgeOptions& options) {
    if (reference.not_judged) {
        return leave_unjudged(found);
    }
    const bool nothing_asked = reference.none_is_right && found.indices.empty();
    if (reference.none || nothing_asked || reference.answers.empty()) {
        return judge_without_answer(found, reference.none || nothing_asked);
    }
    const AnswerContext context{contacts, found, reference, options,
                                options.angle_tolerance.value_or(reference.angle_tolerance)};
    JudgedPair best;
    for (int i = 0; i < std::ssize(reference.answers); ++i) {
        JudgedPair candidate = judge_answer(reference.answers[i], context);
        candidate.pair.answer = i;
        if (i == 0 || is_better(candidate.pair, best.pair)) {
            best = std::move(candidate);
        }
    }
    return best;
}

}  // namespace touchstone
