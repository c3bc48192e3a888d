#include "generators/local/tet_pairs.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "generators/local/found_contacts.h"
#include "generators/local/settings/local_options.h"
#include "generators/local/settled_tets.h"
#include "methods/base/pause.h"
#include "methods/contact/known_groups.h"
#include "methods/contact/post_filter.h"

namespace touchstone {
namespace {

/// Rounding error of the coordinates that the kernels may count as touch [ulps].
constexpr double kMarginUlps = 64.0;
constexpr double kUlp = std::numeric_limits<double>::epsilon();

/// Calls a function with each pair that makes contacts, and with these. `kernel_of` returns the
/// kernel for each pair, by its index. Ends early when the function returns false.
template <typename KernelOf, typename Take>
bool narrow_phase(const Collider& a, const Collider& b, std::span<const ElementPair> pairs,
                  const KernelOf& kernel_of, const LocalSettings& settings, const Take& take) {
    TetPairContacts found;
    for (int pair = 0; pair < std::ssize(pairs); ++pair) {
        found.count = 0;
        kernel_of(pair)(a.tets[pairs[pair].a], b.tets[pairs[pair].b], settings, found);
        if (found.count > 0 && !take(pair, std::span(found.items, found.count))) {
            return false;
        }
    }
    return true;
}

/// Finds the contacts of all pairs, in place of those that are there.
template <typename KernelOf>
void find_all(const Collider& a, const Collider& b, std::span<const ElementPair> pairs,
              const KernelOf& kernel_of, const LocalSettings& settings, FoundContacts& result) {
    result.contacts.clear();
    result.pairs.clear();
    result.contacts.reserve(2 * pairs.size());
    result.pairs.reserve(2 * pairs.size());
    narrow_phase(
        a, b, pairs, kernel_of, settings, [&](int pair, std::span<const BareContact> contacts) {
            result.contacts.insert(result.contacts.end(), contacts.begin(), contacts.end());
            result.pairs.insert(result.pairs.end(), contacts.size(), pair);
            return true;
        });
}

using FindPairs = std::vector<ElementPair> (*)(const Collider& a, const Collider& b, double reach,
                                               const LocalSettings& settings);

std::vector<ContactPoint> contacts_of(const Collider& a, const Collider& b, TetPairKernel kernel,
                                      double reach, const LocalSettings& settings,
                                      FindPairs find_pairs) {
    const OrderedBodies bodies = in_order(a, b, settings);
    const std::vector<ElementPair> pairs = find_pairs(bodies.first, bodies.second, reach, settings);
    const ContactScratch scratch;
    FoundContacts& found = scratch.found;
    find_all(
        bodies.first, bodies.second, pairs, [kernel](int) { return kernel; }, settings, found);
    return finished(bodies, found, filtered(found.contacts, bodies, settings), pairs);
}

/// Returns by how much the boxes of the first body's tets are grown [m], see candidate_tet_pairs.
double box_margin(const Collider& a, const Collider& b, double reach,
                  const LocalSettings& settings) {
    double largest = 0.0;
    for (const BoundingBox* box : {&a.bounds, &b.bounds}) {
        largest =
            std::max({largest, box->lower.cwiseAbs().maxCoeff(), box->upper.cwiseAbs().maxCoeff()});
    }
    const double size = std::max(a.shape->size, b.shape->size);
    const double touch = kTouchOfPrecision * settings.precision * size;
    return reach + 2.0 * touch + kMarginUlps * kUlp * largest;
}

/// Returns false for tets whose boxes do not come near each other: among what is remembered may be
/// pairs that candidate_tet_pairs does not have now.
bool is_near(const OrderedBodies& bodies, const SettledTets::Left& left, int pair, double margin) {
    return left.is_surely_near(pair) || come_near(bodies.first.tets[left.pairs[pair].a],
                                                  bodies.second.tets[left.pairs[pair].b], margin);
}

/// Drops contacts of tets whose boxes do not come near each other.
void drop_distant(FoundContacts& found, const OrderedBodies& bodies, const SettledTets::Left& left,
                  double margin) {
    int last_pair = -1;
    bool stays = false;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < found.contacts.size(); ++i) {
        const int pair = found.pairs[i];
        if (pair != last_pair) {
            last_pair = pair;
            stays = is_near(bodies, left, pair, margin);
        }
        if (stays && kept < i) {
            found.contacts[kept] = found.contacts[i];
            found.pairs[kept] = pair;
        }
        kept += stays ? 1 : 0;
    }
    found.contacts.resize(kept);
    found.pairs.resize(kept);
}

/// What is remembered of two bodies.
struct RememberedPair : PairMemory {
    SettledTets tets;
    KnownGroups groups;
    int grouped = 0;  ///< number of queries since the groups were learned
    Pause pause;      ///< after groups that were others before they were of much use
};

/// Finds the deepest contact of each known group, of equally deep ones the first: those that stay
/// of all. Returns false where the groups of some are not known.
template <typename KernelOf>
bool find_deepest(const OrderedBodies& bodies, const SettledTets::Left& left,
                  const KernelOf& kernel_of, double margin, const LocalSettings& settings,
                  KnownGroups& groups, FoundContacts& deepest) {
    deepest.contacts.resize(groups.count());
    deepest.pairs.assign(groups.count(), -1);
    KnownGroups::Query query(groups, merge_tolerances(bodies, settings));
    const auto take = [&](int pair, std::span<const BareContact> contacts) {
        if (!is_near(bodies, left, pair, margin)) {
            return true;
        }
        for (int i = 0; i < std::ssize(contacts); ++i) {
            const BareContact& contact = contacts[i];
            const int group = query.group_of(pair, i, contact);
            if (group < 0) {
                return false;
            }
            if (group == std::ssize(deepest.pairs)) {
                deepest.contacts.push_back(contact);
                deepest.pairs.push_back(pair);
            } else if (deepest.pairs[group] < 0 ||
                       contact.separation < deepest.contacts[group].separation) {
                deepest.contacts[group] = contact;
                deepest.pairs[group] = pair;
            }
        }
        return true;
    };
    return narrow_phase(bodies.first, bodies.second, left.pairs, kernel_of, settings, take);
}

/// The contacts that stay of those that were found.
struct Kept {
    std::vector<int> contacts;  ///< indices, in order
    bool were_grouped = false;  ///< true: groups were known, and only their deepest were kept
    std::optional<ContactGroups> groups;  ///< of all, to be learned; nothing: not found
};

/// Finds the contacts of the pairs that are left: all, or the deepest of each group, where these
/// are known and not `all` are wanted.
template <typename KernelOf>
Kept find_of_left(RememberedPair& remembered, const OrderedBodies& bodies,
                  const SettledTets::Left& left, const KernelOf& kernel_of, double margin,
                  const LocalSettings& settings, bool all, FoundContacts& found) {
    KnownGroups& groups = remembered.groups;
    const int pair_count = static_cast<int>(std::ssize(left.pairs));
    const bool merges = settings.post_filter == PostFilter::Merge;
    bool may_learn = merges && !remembered.pause.take();
    if (merges && !all && groups.are_known(pair_count)) {
        if (find_deepest(bodies, left, kernel_of, margin, settings, groups, found)) {
            ++remembered.grouped;
            return {sorted_groups(groups, found), true, {}};
        }
        // Groups lie in the world, and bodies have left the place where these were learned.
        constexpr int kMuch = 16;
        if (remembered.grouped < kMuch) {
            remembered.pause.lengthen();
            may_learn = false;
        } else {
            remembered.pause.end();
        }
    }
    groups.forget();
    remembered.grouped = 0;
    find_all(bodies.first, bodies.second, left.pairs, kernel_of, settings, found);
    drop_distant(found, bodies, left, margin);
    Kept kept;
    if (may_learn) {
        kept.groups = find_groups(found.contacts, merge_tolerances(bodies, settings));
        kept.contacts = kept.groups->kept;
    } else {
        kept.contacts = filtered(found.contacts, bodies, settings);
    }
    return kept;
}

/// Learns the groups of contacts that were found in so many pairs, where the next query is about
/// these pairs as well: groups are known by pair.
void learn_groups(RememberedPair& remembered, const FoundContacts& found,
                  const ContactGroups& groups, std::int64_t pair_count,
                  const MergeTolerances& tolerances) {
    const std::optional<SettledTets::Left> next = remembered.tets.left();
    if (!next || std::ssize(next->pairs) != pair_count) {
        return;  // the fine room, once it is kept, leaves some of them
    }
    if (!remembered.groups.learn({found.contacts, found.pairs, static_cast<int>(pair_count)},
                                 groups, tolerances)) {
        remembered.pause.lengthen();
    }
}

/// Returns true for settings with which all that decides whether tets make a contact is a matter of
/// distance: the research code's tolerance is 0 in places, where the last bit decides.
bool can_remember(const LocalOptions& local, const LocalSettings& settings) {
    return settings.tolerance == Tolerance::Relative &&
           (local.is_bounded == nullptr || local.is_bounded(settings));
}

/// Finds the pairs whose boxes come near, now or within the room, and keeps those that are left.
/// Returns nothing where bodies are too fast, or their meshes too fine or their tets too thin for
/// that.
std::optional<SettledTets::Left> find_left(SettledTets& memory, const OrderedBodies& bodies,
                                           double reach,
                                           const SettledTets::Conditions& conditions) {
    const std::optional<double> room = memory.wide_room_wanted();
    if (!room) {
        return std::nullopt;
    }
    const Collider& first = bodies.first;
    const Collider& second = bodies.second;
    // Boxes are aligned with the world's axes: those of tets that are farther apart than the margin
    // come near each other when both bodies turn about together.
    const double farthest =
        std::max(conditions.margin, farthest_contact(first, second, reach, conditions.settings));
    if (!(farthest < conditions.margin + *room)) {
        return std::nullopt;
    }
    memory.keep_wide(*room,
                     overlapping_elements(first.shape->tree, first.tet_boxes, second.shape->tree,
                                          second.tet_boxes, farthest + *room),
                     reach, conditions);
    return memory.left();
}

}  // namespace

std::vector<ElementPair> candidate_tet_pairs(const Collider& a, const Collider& b, double reach,
                                             const LocalSettings& settings) {
    return overlapping_elements(a.shape->tree, a.tet_boxes, b.shape->tree, b.tet_boxes,
                                box_margin(a, b, reach, settings));
}

std::vector<ContactPoint> contacts_of_tet_pairs(const Collider& a, const Collider& b,
                                                TetPairKernel kernel, double reach,
                                                const LocalSettings& settings) {
    return contacts_of(a, b, kernel, reach, settings, candidate_tet_pairs);
}

std::vector<ContactPoint> contacts_of_unsettled_tets(const Collider& a, const Collider& b,
                                                     const NamedKernel& kernel, double reach,
                                                     const LocalSettings& settings, Leeway leeway,
                                                     PairSlot& memory) {
    if (memory.kept == nullptr) {
        memory.kept = std::make_unique<RememberedPair>();
    }
    RememberedPair& remembered = static_cast<RememberedPair&>(*memory.kept);
    SettledTets& tets = remembered.tets;
    const OrderedBodies bodies = in_order(a, b, settings);
    const double margin = box_margin(bodies.first, bodies.second, reach, settings);
    const SettledTets::Conditions conditions{leeway, margin, settings};
    tets.observe(bodies.first, bodies.second);
    std::optional<SettledTets::Left> left = tets.left();
    memory.was_of_use = left.has_value();
    if (!left) {
        left = find_left(tets, bodies, reach, conditions);
    }
    if (!left) {
        remembered.groups.forget();
        return contacts_of_tet_pairs(a, b, kernel.run, reach, settings);
    }
    memory.settled = left->settled;
    const auto kernel_of = [&](int pair) {
        return left->is_by_faces(pair) ? kernel.faces_only.run : kernel.run;
    };
    const ContactScratch scratch;
    FoundContacts& found = scratch.found;
    const std::optional<double> fine_room = tets.fine_room_wanted(settings);
    const Kept kept = find_of_left(remembered, bodies, *left, kernel_of, margin, settings,
                                   fine_room.has_value(), found);
    memory.was_grouped = kept.were_grouped;
    std::vector<ContactPoint> contacts = finished(bodies, found, kept.contacts, left->pairs);
    if (fine_room) {
        std::vector<bool> makes_contact(left->pairs.size(), false);
        for (const int pair : found.pairs) {
            makes_contact[pair] = true;
        }
        tets.keep_fine(*fine_room, *left, makes_contact, conditions);
    }
    if (kept.groups) {
        learn_groups(remembered, found, *kept.groups, std::ssize(left->pairs),
                     merge_tolerances(bodies, settings));
    }
    if (kernel.faces_only.decide != nullptr) {
        if (const std::optional<double> room = tets.faces_room_wanted()) {
            tets.keep_faces(*room, kernel.faces_only.decide, settings);
        }
    }
    return contacts;
}

Generator by_tet_pairs(Generator entry) {
    // Options are the same for every instruction set; which one it is, the first query finds out.
    const LocalOptions& local = find_kernel(baseline::kKernels, entry.id).options();
    entry.options = local.options;
    entry.shape_rule = local.shape_rule;
    entry.reach = [&local](const MethodSettings& settings, const ShapeSizes& sizes) {
        const double touch = kTouchOfPrecision * local.shared(settings).precision * sizes.largest;
        // Wider than what is added for rounding: this only has to be conservative.
        return local.reach(settings, sizes.largest) + 2.0 * touch + 1e-5 * sizes.largest;
    };
    entry.generate = [&local, id = entry.id](const Collider& a, const Collider& b,
                                             const Query& query) {
        const double size = std::max(a.shape->size, b.shape->size);
        const auto find = [&](const MethodSettings& settings) {
            const NamedKernel& kernel = find_kernel(best_kernels(), id);
            const double reach = local.reach(settings, size);
            const LocalSettings& shared = local.shared(settings);
            const bool remembers = query.memory != nullptr && can_remember(local, shared);
            return remembers ? contacts_of_unsettled_tets(a, b, kernel, reach, shared, local.leeway,
                                                          *query.memory)
                             : contacts_of_tet_pairs(a, b, kernel.run, reach, shared);
        };
        return find(local.of_pair == nullptr ? query.settings
                                             : local.of_pair(query.settings, *a.shape, *b.shape));
    };
    return entry;
}

std::vector<ContactPoint> contacts_of_all_tet_pairs(const Collider& a, const Collider& b,
                                                    TetPairKernel kernel,
                                                    const LocalSettings& settings) {
    return contacts_of(
        a, b, kernel, 0.0, settings,
        [](const Collider& first, const Collider& second, double, const LocalSettings&) {
            std::vector<ElementPair> pairs;
            for (int i = 0; i < std::ssize(first.tets); ++i) {
                for (int j = 0; j < std::ssize(second.tets); ++j) {
                    pairs.push_back({i, j});
                }
            }
            return pairs;
        });
}

}  // namespace touchstone
