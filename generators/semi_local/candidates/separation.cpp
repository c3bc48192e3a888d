#include "generators/semi_local/candidates/separation.h"

#include <algorithm>

namespace touchstone::semi_local {
namespace {

constexpr double kRoundedDirection = 1e-9;  ///< of directions and their products, amply [-]

/// Returns may_separate of two edges. Their unit normal changes by no more than twice as much as
/// their cross product, over its length.
bool may_separate_edges(const PairFrame& frame, double slack, const FeaturePair& pair,
                        double turn) {
    const FacetEdge& a = frame.a->edges[pair.a];
    const FacetEdge& b = frame.b->edges[pair.b];
    const Vec3 across = a.direction.cross(frame.direction_from_b(b.direction));
    const Vec3 across_in_b = frame.direction_to_b(across);
    const double sine = across.norm();
    const double change = 2.0 * turn + kRoundedDirection;
    const double most_a = wedge_slack(a, frame.tolerances, slack) * sine + change;
    const double most_b = wedge_slack(b, frame.tolerances, slack) * sine + change + turn * sine;
    const double left_a = across.dot(a.into_left);
    const double right_a = across.dot(a.into_right);
    const double left_b = across_in_b.dot(b.into_left);
    const double right_b = across_in_b.dot(b.into_right);
    return (std::max(left_a, right_a) <= most_a && std::min(left_b, right_b) >= -most_b) ||
           (std::min(left_a, right_a) >= -most_a && std::max(left_b, right_b) <= most_b);
}

}  // namespace

bool surface_lies_above(const FacetModel& model, const FacetCorner& corner, const Vec3& normal,
                        double slack) {
    if (!lies_above(model, corner, normal, slack)) {
        return false;
    }
    // Down a facet it goes steepest along the normal's shadow, where that lies in the sector. Its
    // sides are edges as well, which the directions lack where they are short: those of a sheet.
    return std::ranges::none_of(
        part_of(model.corner_sectors, corner.sectors), [&](const Sector& sector) {
            if (normal.dot(sector.a) < -slack || normal.dot(sector.b) < -slack) {
                return true;
            }
            const double along = normal.dot(sector.normal);
            return 1.0 - along * along > slack * slack &&
                   sector.a.cross(normal).dot(sector.normal) < 0.0 &&
                   normal.cross(sector.b).dot(sector.normal) < 0.0;
        });
}

bool may_separate(const PairFrame& frame, double slack, PairKind kind, const FeaturePair& pair,
                  double turn) {
    const double most = slack + turn + kRoundedDirection;
    switch (kind) {
        case PairKind::FacetCorner:
            return lies_above(*frame.b, frame.b->corners[pair.b],
                              frame.direction_to_b(frame.a->facets[pair.a].normal), most);
        case PairKind::CornerFacet:
            return lies_above(*frame.a, frame.a->corners[pair.a],
                              frame.direction_from_b(frame.b->facets[pair.b].normal), most);
        case PairKind::EdgeEdge:
            break;
    }
    return may_separate_edges(frame, slack, pair, turn);
}

}  // namespace touchstone::semi_local
