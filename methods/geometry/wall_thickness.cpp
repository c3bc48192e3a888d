#include "methods/geometry/wall_thickness.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone {
namespace {

constexpr double kParallelWalls = 0.01;  ///< largest angle between the sides of a wall [rad]

/// Returns true when boxes are as near as parts of two facets at that distance may be. Sides
/// that are askew are a little farther apart along an axis than across.
bool are_beside(const BoundingBox& box, double distance, const BoundingBox& other) {
    constexpr double kSlack = 1.01;
    return overlap(inflated(box, kSlack * distance), other);
}

/// Returns the least distance of a facet's corners from the plane of another one, of those
/// corners that are on its inner side and beside the other facet; infinite where there are
/// none.
double corner_distance(const FacetModel& model, const Facet& facet, const Facet& other,
                       const BoundingBox& other_box) {
    double least = std::numeric_limits<double>::infinity();
    for (const FacetSide& side : part_of(model.sides, facet.sides)) {
        const FacetEdge& edge = model.edges[side.edge];
        const Vec3& corner = model.corners[side.forward ? edge.start : edge.end].position;
        const double distance = other.offset - other.normal.dot(corner);
        if (distance > -model.flat && distance < least &&
            are_beside({corner, corner}, std::max(distance, model.flat), other_box)) {
            least = distance;
        }
    }
    return least;
}

/// Returns the thickness of a wall between two facets: where it is least, at a corner of one
/// that is beside the other. The sides of a wall may be a little askew, so that the sum of
/// their offsets is no distance: it grows with that of the frame's origin. Sides that meet
/// have none. Where the facets cross and no corner is beside the other one, it is measured
/// amid their boxes.
double wall_thickness(const FacetModel& model, int f, int g,
                      std::span<const BoundingBox> facet_boxes) {
    const Facet& facet = model.facets[f];
    const Facet& other = model.facets[g];
    const double least = std::min(corner_distance(model, facet, other, facet_boxes[g]),
                                  corner_distance(model, other, facet, facet_boxes[f]));
    if (std::isfinite(least)) {
        return least;
    }
    const Vec3 lower = facet_boxes[f].lower.cwiseMax(facet_boxes[g].lower);
    const Vec3 upper = facet_boxes[f].upper.cwiseMin(facet_boxes[g].upper);
    const Vec3 middle = 0.5 * (lower + upper);
    const Vec3 on_facet = middle - (facet.normal.dot(middle) - facet.offset) * facet.normal;
    return other.offset - other.normal.dot(on_facet);
}

}  // namespace

double thinnest_wall(const FacetModel& model, std::span<const BoundingBox> facet_boxes) {
    const double cosine = std::cos(kParallelWalls);
    double thickness = kThinWall * model.size;
    bool found = false;
    for (int f = 0; f < std::ssize(model.facets); ++f) {
        const Facet& facet = model.facets[f];
        visit_features_near(
            model, inflated(facet_boxes[f], thickness), [&](const FacetFeature& near) {
                // Each pair once.
                if (near.type != FacetFeatureType::Facet || near.index <= f) {
                    return;
                }
                const Facet& other = model.facets[near.index];
                if (facet.normal.dot(other.normal) >= -cosine) {
                    return;
                }
                const double apart = wall_thickness(model, f, near.index, facet_boxes);
                if (apart > model.flat && apart < thickness &&
                    are_beside(facet_boxes[f], apart, facet_boxes[near.index])) {
                    thickness = apart;
                    found = true;
                }
            });
    }
    return found ? thickness : std::numeric_limits<double>::infinity();
}

}  // namespace touchstone
