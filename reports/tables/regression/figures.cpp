#include "reports/tables/regression/figures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "methods/geometry/measure.h"
#include "reports/text/number_text.h"

namespace touchstone::reports {
namespace {

constexpr double kMetricTolerance = 1e-9;
constexpr double kSearchRadius = 1e-3;  ///< a contact that moved is looked for as far as this [m]
constexpr double kDegrees = 180.0 / std::numbers::pi;

std::string body_name(const StudyRow& row, int body) {
    return body >= 0 && body < std::ssize(row.body_names) ? row.body_names[body]
                                                          : "body " + std::to_string(body);
}

VerdictKind verdict_at(const StudyRow& row, std::size_t contact) {
    return contact < row.judgement.verdicts.size() ? row.judgement.verdicts[contact].kind
                                                   : VerdictKind::NotJudged;
}

std::vector<ContactFigures> list_contacts(const StudyRow& row) {
    std::vector<ContactFigures> contacts;
    for (std::size_t i = 0; i < row.contacts.size(); ++i) {
        const ContactPoint& contact = row.contacts[i];
        contacts.push_back({body_name(row, contact.body_a), body_name(row, contact.body_b),
                            contact.position, contact.normal, contact.separation,
                            verdict_id(verdict_at(row, i))});
    }
    return contacts;
}

std::vector<PairFigures> sum_pairs(const StudyRow& row) {
    std::map<std::pair<int, int>, PairFigures> pairs;
    for (std::size_t i = 0; i < row.contacts.size(); ++i) {
        const ContactPoint& contact = row.contacts[i];
        PairFigures& pair = pairs[{contact.body_a, contact.body_b}];
        pair.body_a = body_name(row, contact.body_a);
        pair.body_b = body_name(row, contact.body_b);
        ++pair.contacts;
        pair.correct += verdict_at(row, i) == VerdictKind::Right ? 1 : 0;
        pair.normal_sum += contact.normal;
    }
    std::vector<PairFigures> result;
    result.reserve(pairs.size());
    for (auto& [bodies, pair] : pairs) {
        result.push_back(std::move(pair));
    }
    return result;
}

constexpr int kFewestDigits = 4;
constexpr int kMostDigits = 17;

/// Two numbers with as few significant digits as tell them apart, at least four.
struct NumberPair {
    std::string before;
    std::string after;
};
NumberPair number_pair(double before, double after) {
    NumberPair texts;
    for (int digits = kFewestDigits; digits <= kMostDigits; ++digits) {
        texts = {short_text(before, digits), short_text(after, digits)};
        if (texts.before != texts.after) {
            break;
        }
    }
    return texts;
}

/// Returns "(0, 0.25, -1)" or the like.
std::string in_brackets(const Vec3& v) {
    return "(" + short_text(v.x(), kFewestDigits) + ", " + short_text(v.y(), kFewestDigits) + ", " +
           short_text(v.z(), kFewestDigits) + ")";
}

NumberPair vector_pair(const Vec3& before, const Vec3& after) {
    NumberPair texts{"(", "("};
    for (int i = 0; i < 3; ++i) {
        const NumberPair part = number_pair(before[i], after[i]);
        texts.before += (i == 0 ? "" : ", ") + part.before;
        texts.after += (i == 0 ? "" : ", ") + part.after;
    }
    return {texts.before + ")", texts.after + ")"};
}

NumberPair figure_pair(const std::optional<double>& before, const std::optional<double>& after) {
    const auto text = [](const std::optional<double>& value) {
        return value ? short_text(*value, kFewestDigits) : "none";
    };
    return before && after ? number_pair(*before, *after) : NumberPair{text(before), text(after)};
}

/// Returns which way a figure turned. Where one side has no value, or both are as far off, nothing
/// says which is better.
Turn turn_of(Better better, const std::optional<double>& before,
             const std::optional<double>& after) {
    if (better == Better::Neither || !before || !after) {
        return Turn::Neither;
    }
    const double right = better == Better::NearOne ? 1.0 : 0.0;
    const double off_before = std::abs(*before - right);
    const double off_after = std::abs(*after - right);
    return off_after < off_before   ? Turn::Better
           : off_after > off_before ? Turn::Worse
                                    : Turn::Neither;
}

/// Returns true when a figure moved. Written so that NaN counts as moved, unless both are.
bool moved(const std::optional<double>& before, const std::optional<double>& after,
           double tolerance) {
    if (std::isinf(tolerance)) {
        return false;
    }
    if (!before || !after) {
        return before.has_value() != after.has_value();
    }
    if (std::isnan(*before) && std::isnan(*after)) {
        return false;
    }
    return !(std::abs(*before - *after) <= tolerance);
}

std::string pair_name(const std::string& a, const std::string& b) { return a + " – " + b; }

/// Compares the contacts of one row.
class ContactComparison {
 public:
    ContactComparison(const FigureRow& before, const FigureRow& after,
                      const FigureTolerances& tolerances)
        : before_(before), after_(after), tolerances_(tolerances), used_(after.contacts.size()) {}

    std::vector<Movement> run() {
        std::vector<const ContactFigures*> open;
        for (const ContactFigures& contact : before_.contacts) {
            if (!take(contact, [&](const ContactFigures& other) { return same(contact, other); })) {
                open.push_back(&contact);
            }
        }
        for (const ContactFigures* contact : open) {
            const ContactFigures* partner = take(*contact, [&](const ContactFigures& other) {
                return (contact->position - other.position).norm() <= kSearchRadius;
            });
            if (partner == nullptr) {
                add(*contact, describe(*contact), "gone");
            } else {
                const NumberPair texts = differences(*contact, *partner);
                add(*contact, texts.before, texts.after);
            }
        }
        for (std::size_t i = 0; i < used_.size(); ++i) {
            if (!used_[i]) {
                add(after_.contacts[i], "", describe(after_.contacts[i]));
            }
        }
        return std::move(movements_);
    }

 private:
    bool same(const ContactFigures& a, const ContactFigures& b) const {
        return (a.position - b.position).norm() <= tolerances_.position &&
               angle_between(a.normal, b.normal) <= tolerances_.angle &&
               std::abs(a.separation - b.separation) <= tolerances_.separation &&
               a.verdict == b.verdict;
    }

    /// Takes the nearest free contact of the same pair that fits; it is free no longer.
    template <typename Fits>
    const ContactFigures* take(const ContactFigures& contact, const Fits& fits) {
        std::size_t best = used_.size();
        double smallest = 0.0;
        for (std::size_t i = 0; i < used_.size(); ++i) {
            const ContactFigures& other = after_.contacts[i];
            if (used_[i] || other.body_a != contact.body_a || other.body_b != contact.body_b ||
                !fits(other)) {
                continue;
            }
            const double distance = (other.position - contact.position).norm();
            if (best == used_.size() || distance < smallest) {
                best = i;
                smallest = distance;
            }
        }
        if (best == used_.size()) {
            return nullptr;
        }
        used_[best] = true;
        return &after_.contacts[best];
    }

    static std::string describe(const ContactFigures& contact) {
        return contact.verdict + ", normal " + in_brackets(contact.normal) + ", separation " +
               short_text(contact.separation, kFewestDigits);
    }

    /// Returns the differences between two contacts, and nothing else.
    NumberPair differences(const ContactFigures& before, const ContactFigures& after) const {
        NumberPair texts;
        const auto add_part = [&](const std::string& name, const NumberPair& part) {
            const std::string head = (texts.before.empty() ? "" : ", ") + name;
            texts.before += head + part.before;
            texts.after += head + part.after;
        };
        if (before.verdict != after.verdict) {
            add_part("", {before.verdict, after.verdict});
        }
        if (!((before.position - after.position).norm() <= tolerances_.position)) {
            add_part("position ", vector_pair(before.position, after.position));
        }
        if (!(angle_between(before.normal, after.normal) <= tolerances_.angle)) {
            add_part("normal ", vector_pair(before.normal, after.normal));
        }
        if (!(std::abs(before.separation - after.separation) <= tolerances_.separation)) {
            add_part("separation ", number_pair(before.separation, after.separation));
        }
        return texts;
    }

    void add(const ContactFigures& contact, std::string before, std::string after) {
        movements_.push_back({before_.key,
                              "contact " + pair_name(contact.body_a, contact.body_b) + " at " +
                                  in_brackets(contact.position),
                              std::move(before), std::move(after), MovementKind::Contact});
    }

    const FigureRow& before_;
    const FigureRow& after_;
    const FigureTolerances& tolerances_;
    std::vector<bool> used_;
    std::vector<Movement> movements_;
};

std::string pair_text(const PairFigures& pair) {
    return std::to_string(pair.contacts) + " contacts, " + std::to_string(pair.correct) +
           " right, sum of normals " + in_brackets(pair.normal_sum);
}

void compare_pairs(const FigureRow& before, const FigureRow& after,
                   const FigureTolerances& tolerances, std::vector<Movement>& movements) {
    using Name = std::pair<std::string, std::string>;
    std::map<Name, const PairFigures*> rest;
    for (const PairFigures& pair : after.pairs) {
        rest[{pair.body_a, pair.body_b}] = &pair;
    }
    for (const PairFigures& pair : before.pairs) {
        const std::string what = "pair " + pair_name(pair.body_a, pair.body_b);
        const auto found = rest.find({pair.body_a, pair.body_b});
        if (found == rest.end()) {
            movements.push_back({before.key, what, pair_text(pair), "none", MovementKind::Contact});
            continue;
        }
        const PairFigures& other = *found->second;
        const double slack = tolerances.angle / kDegrees * pair.contacts;
        if (pair.contacts != other.contacts || pair.correct != other.correct ||
            !((pair.normal_sum - other.normal_sum).norm() <= slack)) {
            movements.push_back(
                {before.key, what, pair_text(pair), pair_text(other), MovementKind::Contact});
        }
        rest.erase(found);
    }
    for (const auto& [name, pair] : rest) {
        movements.push_back({before.key, "pair " + pair_name(name.first, name.second), "none",
                             pair_text(*pair), MovementKind::Contact});
    }
}

void compare_rows(const FigureRow& before, const FigureRow& after,
                  const FigureTolerances& tolerances, std::vector<Movement>& movements) {
    for (std::size_t i = 0; i < contact_figures().size(); ++i) {
        if (moved(before.figures[i], after.figures[i], tolerances.figures[i])) {
            const Figure<StudyRow>& figure = contact_figures()[i];
            const NumberPair texts = figure_pair(before.figures[i], after.figures[i]);
            movements.push_back({before.key, figure.id(), texts.before, texts.after,
                                 MovementKind::Figure,
                                 turn_of(figure.better, before.figures[i], after.figures[i])});
        }
    }
    // Where one side lists its contacts and the other has too many to, the counts tell it.
    if (before.pairs.empty() && after.pairs.empty()) {
        const std::vector<Movement> more = ContactComparison(before, after, tolerances).run();
        movements.insert(movements.end(), more.begin(), more.end());
    } else if (before.contacts.empty() && after.contacts.empty()) {
        compare_pairs(before, after, tolerances, movements);
    }
}

}  // namespace

FigureRow make_figure_row(const StudyRow& row, int run) {
    FigureRow result;
    result.key = {run,
                  row.case_id,
                  row.generator_id,
                  std::string(profile_id(row.profile)),
                  std::string(pose_id(row.pose)),
                  row.query};
    for (const Figure<StudyRow>& kind : contact_figures()) {
        result.figures.push_back(kind.read(row, kind.index));
    }
    if (std::ssize(row.contacts) <= kMostContacts) {
        result.contacts = list_contacts(row);
    } else {
        result.pairs = sum_pairs(row);
    }
    return result;
}

FigureTolerances default_tolerances() {
    FigureTolerances tolerances;
    for (const Figure<StudyRow>& kind : contact_figures()) {
        tolerances.figures.push_back(kind.is_count ? 0.0 : kMetricTolerance);
    }
    return tolerances;
}

std::vector<Movement> find_movements(std::span<const FigureRow> before,
                                     std::span<const FigureRow> after,
                                     const FigureTolerances& tolerances) {
    std::map<RowKey, const FigureRow*> rest;
    for (const FigureRow& row : after) {
        rest[row.key] = &row;
    }
    std::vector<Movement> movements;
    for (const FigureRow& row : before) {
        const auto found = rest.find(row.key);
        if (found == rest.end()) {
            movements.push_back({row.key, "row", "there", "missing", MovementKind::Row});
            continue;
        }
        compare_rows(row, *found->second, tolerances, movements);
        rest.erase(found);
    }
    for (const FigureRow& row : after) {
        if (rest.contains(row.key)) {
            movements.push_back({row.key, "row", "missing", "there", MovementKind::Row});
        }
    }
    return movements;
}

}  // namespace touchstone::reports
