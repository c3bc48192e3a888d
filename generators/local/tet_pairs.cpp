#include "generators/local/tet_pairs.h"

#include <algorithm>
#include <limits>
#include <span>

#include "generators/local/settings/local_options.h"
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

FoundContacts narrow_phase(const Collider& a, const Collider& b, std::span<const ElementPair> pairs,
                           TetPairKernel kernel, const LocalSettings& settings) {
    FoundContacts result;
    result.contacts.reserve(2 * pairs.size());
    result.origins.reserve(2 * pairs.size());
    TetPairContacts found;
    for (int pair = 0; pair < std::ssize(pairs); ++pair) {
        found.count = 0;
        kernel(a.tets[pairs[pair].a], b.tets[pairs[pair].b], settings, found);
        for (int i = 0; i < found.count; ++i) {
            const TetPairContact& item = found.items[i];
            ContactPoint& contact = result.contacts.emplace_back();
            contact.position = Vec3(item.position[0], item.position[1], item.position[2]);
            contact.normal = Vec3(item.normal[0], item.normal[1], item.normal[2]);
            contact.separation = item.separation;
            result.origins.push_back({pair, item.element_a, item.element_b});
        }
    }
    return result;
}

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

std::vector<ContactPoint> contacts_of(const Collider& a, const Collider& b, TetPairKernel kernel,
                                      double reach, const LocalSettings& settings,
                                      FindPairs find_pairs) {
    const bool exchanged = settings.ties == Ties::Canonical && comes_first(b, a);
    const Collider& first = exchanged ? b : a;
    const Collider& second = exchanged ? a : b;
    const std::vector<ElementPair> pairs = find_pairs(first, second, reach, settings);
    const FoundContacts found = narrow_phase(first, second, pairs, kernel, settings);
    const std::vector<int> kept = filtered(found.contacts, first, second, settings);
    std::vector<ContactPoint> contacts = completed(found, kept, first, second, pairs);
    if (exchanged) {
        std::for_each(contacts.begin(), contacts.end(), exchange_bodies);
    }
    return contacts;
}

}  // namespace

std::vector<ElementPair> candidate_tet_pairs(const Collider& a, const Collider& b, double reach,
                                             const LocalSettings& settings) {
    double largest = 0.0;
    for (const BoundingBox* box : {&a.bounds, &b.bounds}) {
        largest =
            std::max({largest, box->lower.cwiseAbs().maxCoeff(), box->upper.cwiseAbs().maxCoeff()});
    }
    const double size = std::max(a.shape->size, b.shape->size);
    const double touch = kTouchOfPrecision * settings.precision * size;
    const double margin = reach + 2.0 * touch + kMarginUlps * kUlp * largest;
    return overlapping_elements(a.shape->tree, a.tet_boxes, b.shape->tree, b.tet_boxes, margin);
}

std::vector<ContactPoint> contacts_of_tet_pairs(const Collider& a, const Collider& b,
                                                TetPairKernel kernel, double reach,
                                                const LocalSettings& settings) {
    return contacts_of(a, b, kernel, reach, settings, candidate_tet_pairs);
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
            return contacts_of_tet_pairs(a, b, find_kernel(best_kernels(), id).run,
                                         local.reach(settings, size), local.shared(settings));
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
