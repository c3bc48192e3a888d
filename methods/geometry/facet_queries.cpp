#include "methods/geometry/facet_queries.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace touchstone {
namespace {

/// Direction oblique to everything that is built, so that a ray seldom grazes an edge.
const Vec3 kRay = Vec3(0.3917, 0.7643, 0.5123).normalized();

/// Number of facets or corners up to which all are looked at: a tree's nodes would cost more.
constexpr int kFewFeatures = 32;
constexpr double kRoundedShare = 1e-9;  ///< of coordinates, amply [-]

/// Returns where the line through `from` crosses the facet, as a length along the unit direction
/// [m]; nothing when it does not, or runs along the plane.
std::optional<double> crossing_of(const FacetModel& model, const Facet& facet, const Vec3& from,
                                  const Vec3& direction) {
    const double slope = facet.normal.dot(direction);
    if (slope == 0.0) {
        return std::nullopt;
    }
    const double along = (facet.offset - facet.normal.dot(from)) / slope;
    const Vec3 point = from + along * direction;
    const Vec2 q(facet.axis_u.dot(point), facet.axis_v.dot(point));
    return winding_number(part_of(model.outlines, facet.sides), q) > 0 ? std::optional(along)
                                                                       : std::nullopt;
}

/// Returns the box around a segment.
BoundingBox box_of(const Vec3& from, const Vec3& to) {
    return {from.cwiseMin(to), from.cwiseMax(to)};
}

/// Calls `visit(facet, along, point)` for each crossing of the segment.
template <typename Visit>
void visit_crossings(const FacetModel& model, const Vec3& from, const Vec3& to, double margin,
                     const Visit& visit) {
    const double length = (to - from).norm();
    if (!(length > 2.0 * margin)) {
        return;
    }
    const Vec3 direction = (to - from) / length;
    visit_features_near(model, box_of(from, to), [&](const FacetFeature& feature) {
        if (feature.type != FacetFeatureType::Facet) {
            return;
        }
        const std::optional<double> along =
            crossing_of(model, model.facets[feature.index], from, direction);
        if (along && *along > margin && *along < length - margin) {
            visit(feature.index, *along, Vec3(from + *along * direction));
        }
    });
}

}  // namespace

void append_crossings(const FacetModel& model, const Vec3& from, const Vec3& to, double margin,
                      std::vector<FacetCrossing>& crossings) {
    const auto first = std::ssize(crossings);
    visit_crossings(model, from, to, margin, [&](int facet, double along, const Vec3& point) {
        crossings.push_back({facet, along, point});
    });
    std::sort(crossings.begin() + first, crossings.end(),
              [](const FacetCrossing& x, const FacetCrossing& y) { return x.facet < y.facet; });
}

bool passes_through(const FacetModel& model, const Vec3& from, const Vec3& to, double margin) {
    double first = std::numeric_limits<double>::infinity();
    double last = -first;
    visit_crossings(model, from, to, margin, [&](int, double along, const Vec3&) {
        first = std::min(first, along);
        last = std::max(last, along);
    });
    return last - first > margin;
}

// A ray from an inner point leaves the surface once more than it enters.
bool contains_point(const FacetModel& model, const Vec3& point) {
    int crossings = 0;
    const auto count = [&](const Facet& facet) {
        const std::optional<double> along = crossing_of(model, facet, point, kRay);
        crossings += along && *along > 0.0 ? 1 : 0;
    };
    if (std::ssize(model.facets) <= kFewFeatures) {
        std::ranges::for_each(model.facets, count);
        return crossings % 2 == 1;
    }
    // Corners of a facet may lie beside its plane.
    const double slack =
        4.0 * model.flat + kRoundedShare * (model.size + point.cwiseAbs().maxCoeff());
    const Vec3 per_way = kRay.cwiseInverse();  // no component is 0 or negative
    const auto is_on_ray = [&](const BoundingBox& box) {
        const Vec3 to_lower = (box.lower - point).array() - slack;
        const Vec3 to_upper = (box.upper - point).array() + slack;
        return std::max(0.0, to_lower.cwiseProduct(per_way).maxCoeff()) <=
               to_upper.cwiseProduct(per_way).minCoeff();
    };
    visit_wanted(model.tree, model.boxes, 0, is_on_ray, [&](int place) {
        if (model.features[place].type == FacetFeatureType::Facet) {
            count(model.facets[model.features[place].index]);
        }
    });
    return crossings % 2 == 1;
}

std::span<const int> corners_at(const FacetModel& model, int vertex) {
    const auto vertex_of = [&](int corner) { return model.corners[corner].vertex; };
    return std::ranges::equal_range(model.corners_by_vertex, vertex, {}, vertex_of);
}

int edge_between(const FacetModel& model, int vertex, int other) {
    int first = -1;
    visit_edges_between(model, vertex, other,
                        [&](int edge) { first = first < 0 ? edge : std::min(first, edge); });
    return first;
}

int facet_named(const FacetModel& model, const Triangle& vertices) {
    const auto name_at = [&](int facet) { return name_of(model.facets[facet]); };
    const auto found = std::ranges::lower_bound(model.facets_by_name, vertices, {}, name_at);
    return found != model.facets_by_name.end() && name_at(*found) == vertices ? *found : -1;
}

void append_corners_below(const FacetModel& model, const Vec3& normal, double offset,
                          const BoundingBox& within, std::vector<int>& corners) {
    const auto first = std::ssize(corners);
    if (std::ssize(model.corners) <= kFewFeatures) {
        for (int c = 0; c < std::ssize(model.corners); ++c) {
            corners.push_back(c);
        }
        return;
    }
    const double most = offset + kRoundedShare * (model.size + std::abs(offset) +
                                                  model.boxes.nodes[0].upper.cwiseAbs().maxCoeff() +
                                                  model.boxes.nodes[0].lower.cwiseAbs().maxCoeff());
    const auto may_be_below = [&](const BoundingBox& box) {
        const Vec3 center = 0.5 * (box.lower + box.upper);
        const Vec3 half = 0.5 * (box.upper - box.lower);
        return normal.dot(center) - normal.cwiseAbs().dot(half) < most && overlap(box, within);
    };
    visit_wanted(model.tree, model.boxes, 0, may_be_below, [&](int place) {
        if (model.features[place].type == FacetFeatureType::Corner) {
            corners.push_back(model.features[place].index);
        }
    });
    std::sort(corners.begin() + first, corners.end());
}

}  // namespace touchstone
