#include "generators/semi_local/candidates/corners_below.h"

#include "methods/geometry/facet_queries.h"

namespace touchstone::semi_local {
namespace {

/// Returns the box with that middle and half size, and room for rounding.
BoundingBox roomy_box(const Vec3& center, const Vec3& half) {
    constexpr double kRoom = 1e-9;  // of the coordinates
    return inflated({center - half, center + half},
                    kRoom * (half.maxCoeff() + center.cwiseAbs().maxCoeff()));
}

}  // namespace

std::span<const int> corners_of_b_below(const PairFrame& frame, int facet_of_a, double height,
                                        const BoundingBox& within, std::vector<int>& list) {
    const Facet& facet = frame.a->facets[facet_of_a];
    list.clear();
    append_corners_below(*frame.b, frame.direction_to_b(facet.normal),
                         facet.offset + height - facet.normal.dot(frame.origin_of_b), within, list);
    return list;
}

std::span<const int> corners_of_a_below(const PairFrame& frame, int facet_of_b, double height,
                                        const BoundingBox& within, std::vector<int>& list) {
    const Facet& facet = frame.b->facets[facet_of_b];
    const Vec3 normal = frame.direction_from_b(facet.normal);
    list.clear();
    append_corners_below(*frame.a, normal, facet.offset + height + normal.dot(frame.origin_of_b),
                         within, list);
    return list;
}

BoundingBox box_of_a(const PairFrame& frame) {
    const BoundingBox& box = frame.a->boxes.nodes[0];
    return roomy_box(frame.to_b(0.5 * (box.lower + box.upper)),
                     transposed_product(frame.a_from_b.cwiseAbs(), 0.5 * (box.upper - box.lower)));
}

BoundingBox box_of_b(const PairFrame& frame) {
    const BoundingBox& box = frame.b->boxes.nodes[0];
    return roomy_box(frame.from_b(0.5 * (box.lower + box.upper)),
                     product(frame.a_from_b.cwiseAbs(), 0.5 * (box.upper - box.lower)));
}

}  // namespace touchstone::semi_local
