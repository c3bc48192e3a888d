#include "generators/semi_local/choice/local_solid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "methods/base/angle.h"

namespace touchstone::semi_local {
namespace {

constexpr double kDeepEnough = 0.05;  ///< depth under the surface, as a
                                      ///< share of the ray's length [-]

/// Returns half a plane on one side of the line along `direction`, as two quarters.
std::array<Sector, 2> half_plane(const Vec3& direction, const Vec3& into, const Vec3& normal) {
    return {Sector{direction, into, normal}, Sector{into, -direction, normal}};
}

double angle_of(const Sector& sector) { return radians_between(sector.a, sector.b); }

}  // namespace

LocalSolid::LocalSolid(const FacetModel& model, const FacetFeature& feature) {
    if (feature.type == FacetFeatureType::Corner) {
        const FacetCorner& corner = model.corners[feature.index];
        corner_ = part_of(model.corner_sectors, corner.sectors);
        is_convex_ = !corner.has_concave_edge;
        return;
    }
    Vec3 direction = Vec3::Zero();
    std::array<Vec3, 2> into;
    std::array<Vec3, 2> normals;
    if (feature.type == FacetFeatureType::Edge) {
        const FacetEdge& edge = model.edges[feature.index];
        direction = edge.direction;
        into = {edge.into_left, edge.into_right};
        normals = {model.facets[edge.left].normal, model.facets[edge.right].normal};
        is_convex_ = edge.convex;
    } else {
        const Facet& facet = model.facets[feature.index];
        direction = facet.axis_u;
        into = {facet.axis_v, -facet.axis_v};
        normals = {facet.normal, facet.normal};
    }
    // Both halves run counter-clockwise around their normals: the left one along the edge, the
    // right one against it.
    const std::array<Sector, 2> left = half_plane(direction, into[0], normals[0]);
    const std::array<Sector, 2> right = half_plane(-direction, into[1], normals[1]);
    own_ = {left[0], left[1], right[0], right[1]};
    own_count_ = 4;
}

bool LocalSolid::contains(const Vec3& direction) const {
    if (is_convex_) {
        return std::ranges::all_of(sectors(), [&](const Sector& sector) {
            return sector.normal.dot(direction) < -kDeepEnough;
        });
    }
    return nearest_is_inside(direction);
}

Vec3 LocalSolid::middle() const {
    Vec3 sum = Vec3::Zero();
    for (const Sector& sector : sectors()) {
        sum += sector.a;
    }
    return sum.normalized();
}

/// Finds the side from the nearest point of the surface: by the normal of a sector, by both normals
/// on a ray between two sectors, and by all normals weighted with their angles at the apex.
bool LocalSolid::nearest_is_inside(const Vec3& direction) const {
    double nearest = 1.0;  // initially the apex, at distance 1
    Vec3 normal = Vec3::Zero();
    bool at_apex = true;
    for (const Sector& sector : sectors()) {
        const double height = sector.normal.dot(direction);
        const Vec3 foot = direction - height * sector.normal;
        if (sector.a.cross(foot).dot(sector.normal) >= 0.0 &&
            foot.cross(sector.b).dot(sector.normal) >= 0.0 && foot.dot(sector.a + sector.b) > 0.0) {
            if (std::abs(height) < nearest) {
                nearest = std::abs(height);
                normal = sector.normal;
                at_apex = false;
            }
            continue;
        }
        const double along = sector.a.dot(direction);
        const double distance = (direction - along * sector.a).norm();
        if (along > 0.0 && distance < nearest) {
            nearest = distance;
            normal = normal_of_ray(sector);
            at_apex = false;
        }
    }
    if (at_apex) {
        for (const Sector& sector : sectors()) {
            normal += angle_of(sector) * sector.normal;
        }
    }
    return nearest > kDeepEnough && normal.dot(direction) < 0.0;
}

/// Returns the normal on the ray `a` of a sector: the mean of the two sectors that share it.
Vec3 LocalSolid::normal_of_ray(const Sector& sector) const {
    const std::span<const Sector> all = sectors();
    const auto other = std::ranges::find(all, sector.a, &Sector::b);
    return other == all.end() ? sector.normal : Vec3(sector.normal + other->normal);
}

const std::array<Vec3, kRays>& all_rays() {
    static const std::array<Vec3, kRays> rays = [] {
        const double turn = std::numbers::pi * (3.0 - std::sqrt(5.0));  // the golden angle
        std::array<Vec3, kRays> spiral;
        for (int k = 0; k < kRays; ++k) {
            const double z = 1.0 - (2.0 * k + 1.0) / kRays;
            const double radius = std::sqrt(1.0 - z * z);
            spiral[k] = {radius * std::cos(turn * k), radius * std::sin(turn * k), z};
        }
        return spiral;
    }();
    return rays;
}

}  // namespace touchstone::semi_local
