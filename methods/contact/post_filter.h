#pragma once

#include <span>
#include <vector>

#include "methods/contact/bare_contact.h"
#include "methods/contact/contact_point.h"

namespace touchstone {

/// Merges contacts of one body pair that agree: positions within `position_tolerance` [m] and
/// normals within `normal_tolerance`, both as Euclidean distances, since the maximum norm of the
/// usual filters depends on how the scene is rotated. Of each group the deepest contact stays, and
/// of equally deep ones the first in `contacts`. The result is sorted (see sorted).
std::vector<ContactPoint> merge_repeated(const std::vector<ContactPoint>& contacts,
                                         double position_tolerance, double normal_tolerance);

/// Applies the filter of the research code: sorts, then drops a contact that agrees with the last
/// kept one in every component of position, normal and separation within `tolerance`. Repeats that
/// are not adjacent in that order survive.
std::vector<ContactPoint> drop_adjacent(const std::vector<ContactPoint>& contacts,
                                        double tolerance);

/// Distances up to which contacts are one.
struct MergeTolerances {
    double position;  ///< [m]
    double normal;
};

/// Returns the contacts that `merge_repeated` keeps, as indices into `contacts`, for callers that
/// have yet to complete the contacts. Elements are ignored.
std::vector<int> find_unrepeated(std::span<const BareContact> contacts,
                                 const MergeTolerances& tolerances);
/// Returns the contacts that `drop_adjacent` keeps, in the same form.
std::vector<int> find_nonadjacent(std::span<const BareContact> contacts, double tolerance);

/// Contacts in groups, of each of which one stays.
struct ContactGroups {
    std::vector<int> kept;      ///< what find_unrepeated returns
    std::vector<int> group_of;  ///< by contact: place in `kept` of the one that stands for it
};
/// Returns the groups that `merge_repeated` merges.
ContactGroups find_groups(std::span<const BareContact> contacts, const MergeTolerances& tolerances);

/// Returns −1, 0 or 1 when `sorted` puts the first before the second, leaves them in their order,
/// or puts it after.
int compare_contacts(const BareContact& a, const BareContact& b);
/// Returns true when `sorted` puts the first before the second whatever their order was.
inline bool comes_before(const BareContact& a, const BareContact& b) {
    const double difference = a.position[1] - b.position[1];  // 0 between equal numbers only
    return difference != 0.0 ? difference < 0.0 : compare_contacts(a, b) < 0;
}

/// Sorts by position (y, x, z), then normal (y, x, z), then separation; equal contacts keep their
/// order.
std::vector<ContactPoint> sorted(const std::vector<ContactPoint>& contacts);

}  // namespace touchstone
