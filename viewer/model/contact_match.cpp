#include "viewer/model/contact_match.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "methods/geometry/measure.h"

namespace touchstone::viewer {
namespace {

/// Returns the pair, then x, so that contacts near each other are near in the list.
auto sort_key(const ContactPoint& contact) {
    return std::tuple(contact.body_a, contact.body_b, contact.position.x());
}

/// Returns the contacts in the order of sort_key.
std::vector<int> sorted_by_place(std::span<const ContactPoint> contacts) {
    std::vector<int> order(contacts.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, [&](int a, int b) {
        return std::tuple(sort_key(contacts[a]), a) < std::tuple(sort_key(contacts[b]), b);
    });
    return order;
}

MatchKind match(const ContactPoint& contact, std::span<const ContactPoint> others,
                std::span<const int> order, const MatchTolerance& tolerance) {
    ContactPoint lowest = contact;
    lowest.position.x() -= tolerance.position;
    const auto first = std::ranges::lower_bound(order, sort_key(lowest), {},
                                                [&](int index) { return sort_key(others[index]); });
    MatchKind best = MatchKind::Alone;
    for (auto place = first; place != order.end(); ++place) {
        const ContactPoint& other = others[*place];
        if (other.body_a != contact.body_a || other.body_b != contact.body_b ||
            other.position.x() > contact.position.x() + tolerance.position) {
            break;
        }
        if ((other.position - contact.position).norm() > tolerance.position) {
            continue;
        }
        if (angle_between(other.normal, contact.normal) <= tolerance.angle) {
            return MatchKind::Same;
        }
        best = MatchKind::Turned;
    }
    return best;
}

std::vector<MatchKind> match_all(std::span<const ContactPoint> contacts,
                                 std::span<const ContactPoint> others,
                                 const MatchTolerance& tolerance) {
    const std::vector<int> order = sorted_by_place(others);
    std::vector<MatchKind> kinds;
    for (const ContactPoint& contact : contacts) {
        kinds.push_back(match(contact, others, order, tolerance));
    }
    return kinds;
}

}  // namespace

ContactMatches match_contacts(std::span<const ContactPoint> first,
                              std::span<const ContactPoint> second,
                              const MatchTolerance& tolerance) {
    return {match_all(first, second, tolerance), match_all(second, first, tolerance)};
}

}  // namespace touchstone::viewer
