#include "methods/quality/truth/planar_reference.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "methods/quality/region.h"

namespace touchstone {
namespace {

constexpr double kSameNormal = 0.1;  // [degrees]
constexpr double kOnePlane = 1e-9;   // of the regions' size: corners nearer are on one plane
constexpr double kSameArea = 1e-9;   // relative: a hull that is the region itself

/// Regions that are spanned together.
struct Group {
    Vec3 weighted_normal = Vec3::Zero();  ///< Σ area × normal
    std::vector<Vec3> corners;

    Vec3 normal() const { return weighted_normal.normalized(); }
};

bool is_same_normal(const Vec3& a, const Vec3& b) {
    return std::atan2(a.cross(b).norm(), a.dot(b)) * 180.0 / std::numbers::pi <= kSameNormal;
}

std::vector<Group> make_groups(std::span<const PlanarRegion> regions) {
    std::vector<Group> groups;
    for (const PlanarRegion& region : regions) {
        auto group = std::ranges::find_if(groups, [&](const Group& other) {
            return is_same_normal(other.normal(), region.normal);
        });
        if (group == groups.end()) {
            group = groups.insert(groups.end(), Group{});
        }
        group->weighted_normal += region.area * region.normal;
        group->corners.insert(group->corners.end(), region.corners.begin(), region.corners.end());
    }
    return groups;
}

bool are_in_one_plane(const Group& group) {
    const Vec3 normal = group.normal();
    double size = 0.0;
    double off = 0.0;
    for (const Vec3& corner : group.corners) {
        size = std::max(size, (corner - group.corners[0]).norm());
        off = std::max(off, std::abs(normal.dot(corner - group.corners[0])));
    }
    return off <= kOnePlane * size;
}

}  // namespace

Answer make_answer(std::span<const PlanarRegion> regions) {
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
    for (const Group& group : groups) {
        const Region hull = project_region(group.corners, group.normal());
        answer.normals.push_back(group.normal());
        *answer.min_contacts += static_cast<int>(hull.outline().size());
        hull_area += hull.area();
    }
    if (std::abs(hull_area - *answer.area) > kSameArea * hull_area) {
        answer.hull_area = hull_area;
    }
    if (groups.size() == 1 && are_in_one_plane(groups[0])) {
        answer.points = groups[0].corners;
    }
    return answer;
}

Reference with_planar_truth(const Reference& reference, std::span<const SurfaceMesh> surfaces,
                            std::span<const Pose> world_from_surface) {
    Reference result = reference;
    for (PairReference& pair : result) {
        if (!pair.planar_regions) {
            continue;
        }
        const PlanarRegions truth = planar_regions(
            surfaces[pair.body_a], world_from_surface[pair.body_a], surfaces[pair.body_b],
            world_from_surface[pair.body_b], {.gap = pair.planar_regions->gap});
        pair.why_unknown = truth.why_not;
        pair.answers.clear();
        if (truth.why_not.empty()) {
            const Answer answer = make_answer(truth.regions);
            const double largest =
                std::max(std::abs((*answer.separation)[0]), std::abs((*answer.separation)[1]));
            pair.position_tolerance = std::max(pair.position_tolerance, 0.5 * largest);
            pair.answers = {answer};
        }
    }
    return result;
}

}  // namespace touchstone
