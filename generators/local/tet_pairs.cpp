#include "generators/local/tet_pairs.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "generators/local/settings/local_options.h"
#include "generators/local/settled_tets.h"
#include "methods/contact/post_filter.h"

namespace touchstone {
namespace {

/// Rounding error of the coordinates that the kernels may count as touch [ulps].
constexpr double kMarginUlps = 64.0;
constexpr double kUlp = std::numeric_limits<double>::epsilon();

/// Filter tolerance of the research code: ten times the machine epsilon of 32-bit floats.
constexpr double kPublishedFilterTolerance = 1.19e-6;

Feature feature_of(const PosedTet& tet, int element) {
    Feature feature;
    const auto take = [&](FeatureType type, auto corners) {
        feature.type = type;
        int count = 0;
        for (const int corner : corners) {
            feature.vertices[count++] = tet.vertices[corner];
        }
        std::sort(feature.vertices.begin(), feature.vertices.begin() + count);
    };
    if (element < kFirstEdgeCode) {
        take(FeatureType::Vertex, std::array{element});
    } else if (element < kFirstFaceCode) {
        take(FeatureType::Edge, kTetEdges[element - kFirstEdgeCode]);
    } else if (element < kTetCode) {
        take(FeatureType::Face, kTetFaces[element - kFirstFaceCode]);
    } else {
        take(FeatureType::Tetrahedron, std::array{0, 1, 2, 3});
    }
    return feature;
}

/// The source of a contact.
struct Origin {
    int pair;       ///< index of the pair of tets
    int element_a;  ///< element codes of the kernels
    int element_b;
};

/// The contacts of a body pair before the post-filter. Most will be dropped, so their features are
/// not determined yet.
struct FoundContacts {
    std::vector<ContactPoint> contacts;
    std::vector<Origin> origins;  ///< one per contact
};

/// Finds the contacts of all pairs, in place of those that are there. `kernel_of` returns the
/// kernel for each pair, by its index.
template <typename KernelOf>
void narrow_phase(const Collider& a, const Collider& b, std::span<const ElementPair> pairs,
                  const KernelOf& kernel_of, const LocalSettings& settings, FoundContacts& result) {
    result.contacts.clear();
    result.origins.clear();
    result.contacts.reserve(2 * pairs.size());
    result.origins.reserve(2 * pairs.size());
    TetPairContacts found;
    for (int pair = 0; pair < std::ssize(pairs); ++pair) {
        found.count = 0;
        kernel_of(pair)(a.tets[pairs[pair].a], b.tets[pairs[pair].b], settings, found);
        for (int i = 0; i < found.count; ++i) {
            const TetPairContact& item = found.items[i];
            ContactPoint& contact = result.contacts.emplace_back();
            contact.position = Vec3(item.position[0], item.position[1], item.position[2]);
            contact.normal = Vec3(item.normal[0], item.normal[1], item.normal[2]);
            contact.separation = item.separation;
            result.origins.push_back({pair, item.element_a, item.element_b});
        }
    }
}

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

std::vector<int> filtered(std::span<const ContactPoint> contacts, const Collider& a,
                          const Collider& b, const LocalSettings& settings) {
    if (settings.post_filter == PostFilter::Adjacent) {
        return find_nonadjacent(contacts, kPublishedFilterTolerance);
    }
    // Positions and normals closer than this share of the bodies' size belong to one contact.
    const double share = settings.precision;
    const double size = std::min(a.shape->size, b.shape->size);
    return find_unrepeated(contacts, share * size, share);
}

/// Returns the kept contacts, with their features filled in.
std::vector<ContactPoint> completed(const FoundContacts& found, std::span<const int> kept,
                                    const Collider& a, const Collider& b,
                                    std::span<const ElementPair> pairs) {
    std::vector<ContactPoint> contacts;
    contacts.reserve(kept.size());
    for (const int index : kept) {
        const Origin& origin = found.origins[index];
        ContactPoint& contact = contacts.emplace_back(found.contacts[index]);
        contact.feature_a = feature_of(a.tets[pairs[origin.pair].a], origin.element_a);
        contact.feature_b = feature_of(b.tets[pairs[origin.pair].b], origin.element_b);
    }
    return contacts;
}

/// Exchanges A and B, and with them the direction of the normal.
void exchange_bodies(ContactPoint& contact) {
    contact.normal = -contact.normal;
    std::swap(contact.feature_a, contact.feature_b);
}

using FindPairs = std::vector<ElementPair> (*)(const Collider& a, const Collider& b, double reach,
                                               const LocalSettings& settings);

/// The two bodies in the order in which they are processed.
struct OrderedBodies {
    const Collider& first;
    const Collider& second;
    bool exchanged;  ///< true: A is the second
};

OrderedBodies in_order(const Collider& a, const Collider& b, const LocalSettings& settings) {
    const bool exchanged = settings.ties == Ties::Canonical && comes_first(b, a);
    return {exchanged ? b : a, exchanged ? a : b, exchanged};
}

std::vector<ContactPoint> finished(const OrderedBodies& bodies, const FoundContacts& found,
                                   std::span<const ElementPair> pairs,
                                   const LocalSettings& settings) {
    const std::vector<int> kept = filtered(found.contacts, bodies.first, bodies.second, settings);
    std::vector<ContactPoint> contacts = completed(found, kept, bodies.first, bodies.second, pairs);
    if (bodies.exchanged) {
        std::for_each(contacts.begin(), contacts.end(), exchange_bodies);
    }
    return contacts;
}

std::vector<ContactPoint> contacts_of(const Collider& a, const Collider& b, TetPairKernel kernel,
                                      double reach, const LocalSettings& settings,
                                      FindPairs find_pairs) {
    const OrderedBodies bodies = in_order(a, b, settings);
    const std::vector<ElementPair> pairs = find_pairs(bodies.first, bodies.second, reach, settings);
    const ContactScratch scratch;
    narrow_phase(
        bodies.first, bodies.second, pairs, [kernel](int) { return kernel; }, settings,
        scratch.found);
    const FoundContacts& found = scratch.found;
    return finished(bodies, found, pairs, settings);
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

/// Drops contacts of tets whose boxes do not come near each other: among what is remembered may be
/// pairs that candidate_tet_pairs does not have now.
void drop_distant(FoundContacts& found, const OrderedBodies& bodies, const SettledTets::Left& left,
                  double margin) {
    int last_pair = -1;
    bool is_near = false;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < found.contacts.size(); ++i) {
        const int pair = found.origins[i].pair;
        if (pair != last_pair) {
            last_pair = pair;
            is_near = left.is_surely_near(pair) ||
                      come_near(bodies.first.tets[left.pairs[pair].a],
                                bodies.second.tets[left.pairs[pair].b], margin);
        }
        if (is_near && kept < i) {
            found.contacts[kept] = found.contacts[i];
            found.origins[kept] = found.origins[i];
        }
        kept += is_near ? 1 : 0;
    }
    found.contacts.resize(kept);
    found.origins.resize(kept);
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
        memory.kept = std::make_unique<SettledTets>();
    }
    SettledTets& tets = static_cast<SettledTets&>(*memory.kept);
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
        return contacts_of_tet_pairs(a, b, kernel.run, reach, settings);
    }
    memory.settled = left->settled;
    const auto kernel_of = [&](int pair) {
        return left->is_by_faces(pair) ? kernel.faces_only.run : kernel.run;
    };
    const ContactScratch scratch;
    FoundContacts& found = scratch.found;
    narrow_phase(bodies.first, bodies.second, left->pairs, kernel_of, settings, found);
    drop_distant(found, bodies, *left, margin);
    std::vector<ContactPoint> contacts = finished(bodies, found, left->pairs, settings);
    if (const std::optional<double> room = tets.fine_room_wanted(settings)) {
        std::vector<bool> makes_contact(left->pairs.size(), false);
        for (const Origin& origin : found.origins) {
            makes_contact[origin.pair] = true;
        }
        tets.keep_fine(*room, *left, makes_contact, conditions);
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
