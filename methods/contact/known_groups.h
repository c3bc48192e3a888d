#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "methods/contact/bare_contact.h"
#include "methods/contact/post_filter.h"

namespace touchstone {

/// The groups of contacts that agree, see find_groups, as one query of two bodies found them. A
/// later query of bodies that hardly moved mostly finds the same contacts, a little beside where
/// they were: when each lies near the middle of a group, contacts agree when their groups are one,
/// and need not be compared with each other.
class KnownGroups {
 public:
    /// The contacts of a query, and where each comes from: from pairs of elements, say, in order.
    struct Found {
        std::span<const BareContact> contacts;
        std::span<const int> sources;  ///< by contact, ascending
        int source_count;
    };

    /// Learns the groups of contacts, which are those of find_groups, in place of those that are
    /// known. Returns false, and knows none, where contacts of one group are not close enough to
    /// each other, or those of different ones not far enough apart, that all near the middles of
    /// their groups agree, and no others.
    bool learn(const Found& found, const ContactGroups& groups, const MergeTolerances& tolerances);

    /// Forgets the groups.
    void forget() { *this = {}; }

    /// Returns true when groups are known of contacts from so many sources.
    bool are_known(int source_count) const {
        return static_cast<int>(first_.size()) == source_count + 1;
    }

    /// Returns the number of groups.
    int count() const { return static_cast<int>(groups_.size()); }

    /// Returns the group at this place of the order in which a query left them: whoever sorts their
    /// contacts begins there.
    int at_place(int place) const { return groups_[place].at_place; }
    /// Puts a group at this place of the order.
    void put_at_place(int place, int group) {
        groups_[place].at_place = static_cast<std::uint16_t>(group);
    }

    class Query;

 private:
    using Triple = std::array<double, 3>;

    struct Group {
        Triple middle;           ///< [m]
        std::uint16_t normal;    ///< place in `normals_`
        std::uint16_t at_place;  ///< of all groups, the one at the place in the order that has the
                                 ///< number of this one
    };

    bool can_add(int count) const;
    void add(const BareContact& contact, double normal_tolerance);
    int number_of_normal(const Triple& normal, double normal_tolerance);

    std::vector<Group> groups_;            ///< those that were learned, and new ones
    int learned_ = 0;                      ///< number of those that were learned
    std::vector<Triple> normals_;          ///< those that differ
    std::vector<int> first_;               ///< place of the first contact of each source
    std::vector<std::uint16_t> group_of_;  ///< by contact
};

/// A query whose contacts are looked for in known groups.
class KnownGroups::Query {
 public:
    Query(KnownGroups& groups, const MergeTolerances& tolerances);

    /// Returns the group of the contact that a source has as its `number`-th: the one that it was
    /// in last, another, or a new one that is far enough from all, until there are twice as many as
    /// were learned, and some. −1: there is none like that, and nothing is known of this query's
    /// groups.
    int group_of(int source, int number, const BareContact& contact) {
        const int place = groups_.first_[source] + number;
        const bool has_place = place < groups_.first_[source + 1];
        return has_place && holds(groups_.group_of_[place], contact)
                   ? groups_.group_of_[place]
                   : searched_group(has_place ? place : -1, contact);
    }

 private:
    friend class KnownGroups;

    static double squared_distance(const double* a, const Triple& b) {
        const double x = a[0] - b[0];
        const double y = a[1] - b[1];
        const double z = a[2] - b[2];
        return x * x + y * y + z * z;
    }

    /// Returns true for a contact within these distances of the middle of the group.
    bool is_within(const MergeTolerances& squared, int group, const BareContact& contact) const {
        const Group& known = groups_.groups_[group];
        return squared_distance(contact.position, known.middle) <= squared.position &&
               squared_distance(contact.normal, groups_.normals_[known.normal]) <= squared.normal;
    }
    bool holds(int group, const BareContact& contact) const {
        return is_within(reach_squared_, group, contact);
    }

    int searched_group(int place, const BareContact& contact);

    KnownGroups& groups_;
    double normal_tolerance_;
    MergeTolerances reach_squared_;
    MergeTolerances apart_squared_;
    std::int64_t comparisons_left_;
};

}  // namespace touchstone
