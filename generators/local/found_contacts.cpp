#include "generators/local/found_contacts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "generators/local/kernel.h"

namespace touchstone {
namespace {

/// Filter tolerance of the research code: ten times the machine epsilon of 32-bit floats.
constexpr double kPublishedFilterTolerance = 1.19e-6;

/// Returns the element of a tet by its code.
Feature feature_of(const PosedTet& tet, int element) {
    Feature feature;
    const auto take = [&](FeatureType type, const auto& corners) {
        feature.type = type;
        int count = 0;
        for (const int corner : corners) {
            const int vertex = tet.vertices[corner];
            int place = count++;
            for (; place > 0 && vertex < feature.vertices[place - 1]; --place) {
                feature.vertices[place] = feature.vertices[place - 1];
            }
            feature.vertices[place] = vertex;
        }
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

/// Returns the kept contacts, with their features filled in.
std::vector<ContactPoint> completed(const FoundContacts& found, std::span<const int> kept,
                                    const Collider& a, const Collider& b,
                                    std::span<const ElementPair> pairs) {
    std::vector<ContactPoint> contacts;
    contacts.reserve(kept.size());
    for (const int index : kept) {
        const BareContact& bare = found.contacts[index];
        const ElementPair& pair = pairs[found.pairs[index]];
        ContactPoint& contact = contacts.emplace_back();
        contact.position = Vec3(bare.position[0], bare.position[1], bare.position[2]);
        contact.normal = Vec3(bare.normal[0], bare.normal[1], bare.normal[2]);
        contact.separation = bare.separation;
        contact.feature_a = feature_of(a.tets[pair.a], bare.element_a);
        contact.feature_b = feature_of(b.tets[pair.b], bare.element_b);
    }
    return contacts;
}

/// Exchanges A and B, and with them the direction of the normal.
void exchange_bodies(ContactPoint& contact) {
    contact.normal = -contact.normal;
    std::swap(contact.feature_a, contact.feature_b);
}

}  // namespace

OrderedBodies in_order(const Collider& a, const Collider& b, const LocalSettings& settings) {
    const bool exchanged = settings.ties == Ties::Canonical && comes_first(b, a);
    return {exchanged ? b : a, exchanged ? a : b, exchanged};
}

MergeTolerances merge_tolerances(const OrderedBodies& bodies, const LocalSettings& settings) {
    // Positions and normals closer than this share of the bodies' size belong to one contact.
    const double share = settings.precision;
    return {share * std::min(bodies.first.shape->size, bodies.second.shape->size), share};
}

std::vector<int> filtered(std::span<const BareContact> contacts, const OrderedBodies& bodies,
                          const LocalSettings& settings) {
    if (settings.post_filter == PostFilter::Adjacent) {
        return find_nonadjacent(contacts, kPublishedFilterTolerance);
    }
    return find_unrepeated(contacts, merge_tolerances(bodies, settings));
}

std::vector<int> sorted_groups(KnownGroups& groups, const FoundContacts& deepest) {
    const auto has_contact = [&](int group) { return deepest.pairs[group] >= 0; };
    const auto before = [&](int a, int b) {
        return comes_before(deepest.contacts[a], deepest.contacts[b]);
    };
    std::vector<int> kept;
    kept.reserve(groups.count());
    for (int place = 0; place < groups.count(); ++place) {
        if (has_contact(groups.at_place(place))) {
            kept.push_back(groups.at_place(place));
        }
    }
    constexpr std::size_t kMany = 64;
    if (kept.size() > kMany) {
        std::sort(kept.begin(), kept.end(), before);
    }
    // Few are in almost the same order from query to query.
    for (std::size_t i = 1; i < kept.size(); ++i) {
        const int group = kept[i];
        std::size_t place = i;
        for (; place > 0 && before(group, kept[place - 1]); --place) {
            kept[place] = kept[place - 1];
        }
        kept[place] = group;
    }
    auto next = kept.begin();
    for (int place = 0; place < groups.count(); ++place) {
        if (has_contact(groups.at_place(place))) {
            groups.put_at_place(place, *next++);
        }
    }
    return kept;
}

std::vector<ContactPoint> finished(const OrderedBodies& bodies, const FoundContacts& found,
                                   std::span<const int> kept, std::span<const ElementPair> pairs) {
    std::vector<ContactPoint> contacts = completed(found, kept, bodies.first, bodies.second, pairs);
    if (bodies.exchanged) {
        std::for_each(contacts.begin(), contacts.end(), exchange_bodies);
    }
    return contacts;
}

}  // namespace touchstone
