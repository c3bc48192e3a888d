#include "methods/quality/truth/planar_reference.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <vector>

#include "methods/geometry/measure.h"
#include "methods/quality/region.h"
#include "methods/quality/truth/loop_corners.h"

namespace touchstone {
namespace {

constexpr double kSameNormal = 0.1;     // angle between equal normals [degrees]
constexpr double kRoundedNormal = 1.0;  // angle by which rounding may set normals apart [degrees]
constexpr double kOnePlane =
    1e-9;  // distance of corners on one plane, as a share of the regions' size
constexpr double kSameArea = 1e-9;     // relative: a hull that is the region itself
constexpr double kSmallCorner = 2e-7;  // share of a hull's size, see planar_regions.h

/// A set of regions that are spanned together.
struct Group {
    Vec3 weighted_normal = Vec3::Zero();  ///< Σ area × normal
    std::vector<Vec3> corners;
    double normal_error = 0.0;  ///< largest error of the regions' normals [degrees]

    Vec3 normal() const { return weighted_normal.normalized(); }
};

bool is_same_normal(const Group& group, const PlanarRegion& region) {
    const double error = std::min(group.normal_error + region.normal_error, kRoundedNormal);
    return angle_between(group.normal(), region.normal) <= std::max(kSameNormal, error);
}

std::vector<Group> make_groups(std::span<const PlanarRegion> regions) {
    std::vector<Group> groups;
    for (const PlanarRegion& region : regions) {
        auto group = std::ranges::find_if(
            groups, [&](const Group& other) { return is_same_normal(other, region); });
        if (group == groups.end()) {
            group = groups.insert(groups.end(), Group{});
        }
        group->weighted_normal += region.area * region.normal;
        group->normal_error = std::max(group->normal_error, region.normal_error);
        group->corners.insert(group->corners.end(), region.corners.begin(), region.corners.end());
    }
    return groups;
}

/// Removes the corners that rounding made.
int count_corners(const Region& hull, double same_corner) {
    const std::vector<Vec3>& outline = hull.outline();
    if (outline.size() < 3) {
        return static_cast<int>(outline.size());
    }
    const Vec3 u = (outline[1] - outline[0]).normalized();
    const Vec3 v = (outline[2] - outline[0] - u.dot(outline[2] - outline[0]) * u).normalized();
    Loop loop;
    double size = 0.0;
    for (const Vec3& corner : outline) {
        loop.push_back({u.dot(corner - outline[0]), v.dot(corner - outline[0])});
        size = std::max(size, (corner - outline[0]).norm());
    }
    const Loop left = without_small_corners(loop, std::max(same_corner, kSmallCorner * size));
    return static_cast<int>(std::max<std::size_t>(left.size(), 1));
}

bool are_in_one_plane(const Group& group, double same_corner) {
    const Vec3 normal = group.normal();
    double size = 0.0;
    double off = 0.0;
    for (const Vec3& corner : group.corners) {
        size = std::max(size, (corner - group.corners[0]).norm());
        off = std::max(off, std::abs(normal.dot(corner - group.corners[0])));
    }
    return off <= std::max(kOnePlane * size, same_corner);
}

}  // namespace

Answer make_answer(std::span<const PlanarRegion> regions, double same_corner) {
    assert(!regions.empty());
    Answer answer;
    answer.area = 0.0;
    answer.min_contacts = 0;
    answer.separation = regions[0].separation;
    for (const PlanarRegion& region : regions) {
        *answer.area += region.area;
        (*answer.separation)[0] = std::min((*answer.separation)[0], region.separation[0]);
        (*answer.separation)[1] = std::max((*answer.separation)[1], region.separation[1]);
    }
    const std::vector<Group> groups = make_groups(regions);
    double hull_area = 0.0;
    double perimeter = 0.0;
    for (const Group& group : groups) {
        const Region hull = project_region(group.corners, group.normal());
        answer.normals.push_back(group.normal());
        *answer.min_contacts += count_corners(hull, same_corner);
        hull_area += hull.area();
        perimeter += hull.perimeter();
    }
    if (std::abs(hull_area - *answer.area) >
        std::max(kSameArea * hull_area, same_corner * perimeter)) {
        answer.hull_area = hull_area;
    }
    if (groups.size() == 1 && are_in_one_plane(groups[0], same_corner)) {
        answer.points = groups[0].corners;
    }
    return answer;
}

Reference with_planar_truth(const Reference& reference, std::span<const SurfaceMesh> surfaces,
                            std::span<const Pose> world_from_surface) {
    std::map<int, SurfaceFacets> found;
    return with_planar_truth(reference, [&](int body) {
        const auto [facets, is_new] = found.try_emplace(body);
        if (is_new) {
            facets->second = find_surface_facets(surfaces[body], PlanarRegionOptions{}.curved_bend);
        }
        return PlanarSide{&surfaces[body], &facets->second, world_from_surface[body]};
    });
}

Reference with_planar_truth(const Reference& reference,
                            const std::function<PlanarSide(int body)>& side_of) {
    Reference result = reference;
    for (PairReference& pair : result) {
        if (!pair.planar_regions) {
            continue;
        }
        const PlanarRegions truth = planar_regions(
            side_of(pair.body_a), side_of(pair.body_b),
            {.gap = pair.planar_regions->gap, .position_tolerance = pair.position_tolerance});
        pair.why_unknown = truth.why_not;
        pair.planar_regions->precision = truth.precision;
        pair.answers.clear();
        if (truth.why_not.empty()) {
            const Answer answer = make_answer(truth.regions, truth.same_corner);
            const double largest =
                std::max(std::abs((*answer.separation)[0]), std::abs((*answer.separation)[1]));
            pair.position_tolerance =
                std::max({pair.position_tolerance, 0.5 * largest, truth.same_corner});
            pair.answers = {answer};
        }
    }
    return result;
}

}  // namespace touchstone
