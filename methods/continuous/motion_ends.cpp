#include "methods/continuous/motion_ends.h"

#include <algorithm>
#include <cmath>

namespace touchstone {

SweptBoxes make_swept_boxes(const ImpactQuery& query) {
    return query.kind == ImpactKind::VertexFace ? swept_boxes<ImpactKind::VertexFace>(query)
                                                : swept_boxes<ImpactKind::EdgeEdge>(query);
}

EndVectors make_end_vectors(const ImpactQuery& query) {
    const SweptBoxes boxes = make_swept_boxes(query);
    return query.kind == ImpactKind::VertexFace ? end_vectors<ImpactKind::VertexFace>(query, boxes)
                                                : end_vectors<ImpactKind::EdgeEdge>(query, boxes);
}

std::optional<int> range_exponent(const SweptBoxes& boxes) {
    if (are_in_usual_range(boxes)) {
        return std::nullopt;
    }
    double size = 0.0;
    for (const SweptRange* range : {&boxes.x, &boxes.y, &boxes.z}) {
        const NumberPair of_element = larger(-range->low, range->high);
        size = std::max({size, of_element[0], of_element[1]});
    }
    if (size == 0.0) {
        return std::nullopt;
    }
    return -std::ilogb(size);
}

ImpactQuery scaled_by_power(const ImpactQuery& query, int exponent) {
    ImpactQuery scaled = query;
    for (std::array<Vec3, 4>* points : {&scaled.start, &scaled.end}) {
        for (Vec3& point : *points) {
            for (int k = 0; k < 3; ++k) {
                point[k] = std::ldexp(point[k], exponent);
            }
        }
    }
    return scaled;
}

}  // namespace touchstone
