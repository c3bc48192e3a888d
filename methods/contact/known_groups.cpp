#include "methods/contact/known_groups.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace touchstone {
namespace {

// Contacts agree within a tolerance. Two of one group, each within a reach of its middle, are less
// than a tolerance apart; two of groups whose middles are farther apart than two tolerances are
// farther apart than one.

/// The reach, as a share of the tolerance [-].
constexpr double kReach = 0.25;
/// The part of it in which contacts lie when groups are learned, so that they may move [-].
constexpr double kReachWhenLearned = 0.5;
/// The distance of middles [tolerances].
constexpr double kApart = 2.0;
/// The difference of normals that are taken for one, as a share of the tolerance [-].
constexpr double kNormalShare = 0.01;
/// Comparisons of a query that search for groups, for each contact, and in any case: more take
/// longer than finding the groups anew.
constexpr std::int64_t kComparisonsOfContact = 8;
constexpr std::int64_t kComparisonsAnyway = 1024;
/// Groups for each that was learned, and in any case: contacts have left most of more than these.
constexpr int kMostForOne = 2;
constexpr int kMostAnyway = 32;

MergeTolerances scaled(double share, const MergeTolerances& tolerances) {
    return {share * tolerances.position, share * tolerances.normal};
}

MergeTolerances squared(const MergeTolerances& tolerances) {
    return {tolerances.position * tolerances.position, tolerances.normal * tolerances.normal};
}

}  // namespace

/// Returns the place of the normal among those that are known, of which the last few are compared.
int KnownGroups::number_of_normal(const Triple& normal, double normal_tolerance) {
    constexpr int kCompared = 8;
    const double tolerance = kNormalShare * normal_tolerance;
    const int count = static_cast<int>(normals_.size());
    for (int i = count - 1; i >= std::max(0, count - kCompared); --i) {
        if (Query::squared_distance(normal.data(), normals_[i]) <= tolerance * tolerance) {
            return i;
        }
    }
    normals_.push_back(normal);
    return count;
}

/// Returns true when so many more groups can be numbered.
bool KnownGroups::can_add(int count) const {
    return groups_.size() + count <= std::numeric_limits<std::uint16_t>::max();
}

/// Adds a group around the contact.
void KnownGroups::add(const BareContact& contact, double normal_tolerance) {
    const auto [x, y, z] = contact.position;
    const auto [nx, ny, nz] = contact.normal;
    const int normal = number_of_normal({nx, ny, nz}, normal_tolerance);
    groups_.push_back({{x, y, z},
                       static_cast<std::uint16_t>(normal),
                       static_cast<std::uint16_t>(groups_.size())});
}

bool KnownGroups::learn(const Found& found, const ContactGroups& groups,
                        const MergeTolerances& tolerances) {
    forget();
    std::vector<BareContact> kept;
    kept.reserve(groups.kept.size());
    for (const int contact : groups.kept) {
        kept.push_back(found.contacts[contact]);
    }
    if (!can_add(static_cast<int>(std::ssize(kept))) ||
        find_unrepeated(kept, scaled(kApart, tolerances)).size() < kept.size()) {
        return false;
    }
    groups_.reserve(kept.size());
    for (const BareContact& contact : kept) {
        add(contact, tolerances.normal);
    }
    const Query query(*this, scaled(kReachWhenLearned, tolerances));
    for (std::size_t contact = 0; contact < found.contacts.size(); ++contact) {
        if (!query.holds(groups.group_of[contact], found.contacts[contact])) {
            forget();
            return false;
        }
    }
    learned_ = count();
    normals_.shrink_to_fit();
    group_of_.assign(groups.group_of.begin(), groups.group_of.end());
    first_.assign(found.source_count + 1, 0);
    for (const int source : found.sources) {
        ++first_[source + 1];
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    return true;
}

KnownGroups::Query::Query(KnownGroups& groups, const MergeTolerances& tolerances)
    : groups_(groups),
      normal_tolerance_(tolerances.normal),
      reach_squared_(squared(scaled(kReach, tolerances))),
      apart_squared_(squared(scaled(kApart, tolerances))),
      comparisons_left_(kComparisonsAnyway + kComparisonsOfContact * std::ssize(groups.group_of_)) {
}

int KnownGroups::Query::searched_group(int place, const BareContact& contact) {
    const int count = groups_.count();
    comparisons_left_ -= count;
    if (comparisons_left_ < 0) {
        return -1;
    }
    bool is_far = true;
    int group = 0;
    for (; group < count && !holds(group, contact); ++group) {
        is_far = is_far && !is_within(apart_squared_, group, contact);
    }
    if (group == count) {
        const bool are_many = count >= kMostForOne * groups_.learned_ + kMostAnyway;
        if (!is_far || are_many || !groups_.can_add(1)) {
            return -1;
        }
        groups_.add(contact, normal_tolerance_);
    }
    if (place >= 0) {
        groups_.group_of_[place] = static_cast<std::uint16_t>(group);
    }
    return group;
}

}  // namespace touchstone
