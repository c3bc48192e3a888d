#pragma once

#include <span>
#include <vector>

#include "generators/local/settings/local_settings.h"
#include "methods/base/boxes/box_tree.h"
#include "methods/contact/bare_contact.h"
#include "methods/contact/collider.h"
#include "methods/contact/contact_point.h"
#include "methods/contact/known_groups.h"
#include "methods/contact/post_filter.h"

namespace touchstone {

// From the contacts that kernels find to those that leave a query.

/// The two bodies in the order in which they are processed.
struct OrderedBodies {
    const Collider& first;
    const Collider& second;
    bool exchanged;  ///< true: A is the second
};

/// Returns the bodies in their order, which with Ties::Canonical does not depend on which is A.
OrderedBodies in_order(const Collider& a, const Collider& b, const LocalSettings& settings);

/// The contacts of a body pair before the post-filter. Most will be dropped, so their features are
/// not determined yet.
struct FoundContacts {
    std::vector<BareContact> contacts;  ///< with element codes of the kernels
    std::vector<int> pairs;             ///< index of the pair of tets of each
};

/// The thread's memory for the contacts of one pair of bodies, one pair at a time. It stays for the
/// next pair, since allocating it takes longer than the few pairs of bodies at rest; what is larger
/// than most bodies need is given back.
class ContactScratch {
 public:
    ContactScratch() : found(of_thread()) {}
    ContactScratch(const ContactScratch&) = delete;
    ContactScratch& operator=(const ContactScratch&) = delete;
    ~ContactScratch() {
        constexpr std::size_t kMostKept = 1024;
        if (found.contacts.capacity() > kMostKept) {
            found = {};
        }
    }

    FoundContacts& found;

 private:
    static FoundContacts& of_thread() {
        thread_local FoundContacts contacts;
        return contacts;
    }
};

/// Returns the distances up to which contacts of two bodies are one, with PostFilter::Merge.
MergeTolerances merge_tolerances(const OrderedBodies& bodies, const LocalSettings& settings);

/// Returns the contacts that the post-filter keeps, in order.
std::vector<int> filtered(std::span<const BareContact> contacts, const OrderedBodies& bodies,
                          const LocalSettings& settings);

/// Returns the groups that have a contact, in the order of these. `deepest`: the contact of each
/// group; without a pair: none.
std::vector<int> sorted_groups(KnownGroups& groups, const FoundContacts& deepest);

/// Returns the kept contacts as they leave the query, with their features.
std::vector<ContactPoint> finished(const OrderedBodies& bodies, const FoundContacts& found,
                                   std::span<const int> kept, std::span<const ElementPair> pairs);

}  // namespace touchstone
