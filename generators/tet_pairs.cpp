#include "generators/tet_pairs.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "methods/contact/post_filter.h"

namespace touchstone {
namespace {

/// Ulps of the coordinates that the kernels may count as touch.
constexpr double kMarginUlps = 64.0;
constexpr double kUlp = std::numeric_limits<double>::epsilon();

/// Positions and normals closer than this share of the bodies' size are one contact.
constexpr double kMergeShare = 1e-6;

/// The research code's filter tolerance: ten times the machine epsilon of 32-bit floats.
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

ContactPoint contact_of(const TetPairContact& found, const PosedTet& a, const PosedTet& b) {
    ContactPoint contact;
    contact.position = Vec3(found.position[0], found.position[1], found.position[2]);
    contact.normal = Vec3(found.normal[0], found.normal[1], found.normal[2]);
    contact.separation = found.separation;
    contact.feature_a = feature_of(a, found.element_a);
    contact.feature_b = feature_of(b, found.element_b);
    return contact;
}

std::vector<ContactPoint> narrow_phase(const Collider& a, const Collider& b,
                                       std::span<const ElementPair> pairs, TetPairKernel kernel,
                                       const GeneratorSettings& settings) {
    std::vector<ContactPoint> contacts;
    contacts.reserve(2 * pairs.size());
    TetPairContacts found;
    for (const ElementPair& pair : pairs) {
        const PosedTet& tet_a = a.tets[pair.a];
        const PosedTet& tet_b = b.tets[pair.b];
        found.count = 0;
        kernel(tet_a, tet_b, settings, found);
        for (int i = 0; i < found.count; ++i) {
            contacts.push_back(contact_of(found.items[i], tet_a, tet_b));
        }
    }
    return contacts;
}

std::vector<ContactPoint> filtered(std::vector<ContactPoint> contacts, const Collider& a,
                                   const Collider& b, const GeneratorSettings& settings) {
    if (settings.post_filter == PostFilter::Adjacent) {
        return drop_adjacent(std::move(contacts), kPublishedFilterTolerance);
    }
    const double size = std::min(a.shape->size, b.shape->size);
    return merge_repeated(contacts, kMergeShare * size, kMergeShare);
}

/// Seen from the other body: A and B exchanged.
void exchange_bodies(ContactPoint& contact) {
    contact.normal = -contact.normal;
    std::swap(contact.feature_a, contact.feature_b);
}

using FindPairs = std::vector<ElementPair> (*)(const Collider&, const Collider&, double);

std::vector<ContactPoint> contacts_of(const Collider& a, const Collider& b, TetPairKernel kernel,
                                      double reach, const GeneratorSettings& settings,
                                      FindPairs find_pairs) {
    const bool exchanged = settings.ties == Ties::Canonical && comes_first(b, a);
    const Collider& first = exchanged ? b : a;
    const Collider& second = exchanged ? a : b;
    std::vector<ElementPair> pairs = find_pairs(first, second, reach);
    // In the order of the elements, so that the same contact of two tet pairs comes from the same
    // one whatever the shape of the trees.
    std::sort(pairs.begin(), pairs.end(), [](const ElementPair& p, const ElementPair& q) {
        return p.a != q.a ? p.a < q.a : p.b < q.b;
    });
    std::vector<ContactPoint> contacts =
        filtered(narrow_phase(first, second, pairs, kernel, settings), first, second, settings);
    if (exchanged) {
        std::for_each(contacts.begin(), contacts.end(), exchange_bodies);
    }
    return contacts;
}

}  // namespace

std::vector<ElementPair> candidate_tet_pairs(const Collider& a, const Collider& b, double reach) {
    double largest = 0.0;
    for (const BoundingBox* box : {&a.bounds, &b.bounds}) {
        largest =
            std::max({largest, box->lower.cwiseAbs().maxCoeff(), box->upper.cwiseAbs().maxCoeff()});
    }
    const double size = std::max(a.shape->size, b.shape->size);
    const double margin = reach + 2.0 * kTouchShare * size + kMarginUlps * kUlp * largest;
    return overlapping_elements(a.shape->tree, a.node_boxes, b.shape->tree, b.node_boxes, margin);
}

std::vector<ContactPoint> contacts_of_tet_pairs(const Collider& a, const Collider& b,
                                                TetPairKernel kernel, double reach,
                                                const GeneratorSettings& settings) {
    return contacts_of(a, b, kernel, reach, settings, candidate_tet_pairs);
}

std::vector<ContactPoint> contacts_of_all_tet_pairs(const Collider& a, const Collider& b,
                                                    TetPairKernel kernel,
                                                    const GeneratorSettings& settings) {
    return contacts_of(a, b, kernel, 0.0, settings,
                       [](const Collider& first, const Collider& second, double) {
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
