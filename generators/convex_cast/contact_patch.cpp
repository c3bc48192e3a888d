#include "generators/convex_cast/contact_patch.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <span>

#include "methods/quality/region.h"

namespace touchstone {
namespace {

constexpr double kInsideShare =
    1e-9;  // distance that counts as inside, as a share of the pair's size
constexpr double kParallelSides = 1e-9;  // sine below which outlines do not cross

/// Returns points of the body near its extreme along `outward`, moved into the plane through
/// `point`.
std::vector<Vec3> near_plane(const SupportShape& shape, const Mat3& linear, const Vec3& offset,
                             const Vec3& outward, double reach, const Vec3& point) {
    std::vector<Vec3> points;
    points.reserve(shape.point_count);
    double farthest = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < shape.point_count; ++i) {
        points.emplace_back(linear * point_offset(shape, i) + offset);
        farthest = std::max(farthest, outward.dot(points.back()));
    }
    std::erase_if(points, [&](const Vec3& each) { return outward.dot(each) < farthest - reach; });
    for (Vec3& each : points) {
        each -= outward.dot(each - point) * outward;
    }
    return points;
}

/// Returns where two segments of one plane cross.
std::optional<Vec3> outline_crossing(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1,
                                     const Vec3& normal) {
    const Vec3 along_a = a1 - a0;
    const Vec3 along_b = b1 - b0;
    const double area = normal.dot(along_a.cross(along_b));
    if (!(std::abs(area) > kParallelSides * along_a.norm() * along_b.norm())) {
        return std::nullopt;
    }
    const double s = normal.dot((b0 - a0).cross(along_b)) / area;
    const double t = normal.dot((b0 - a0).cross(along_a)) / area;
    return s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0 ? std::optional<Vec3>(a0 + s * along_a)
                                                        : std::nullopt;
}

/// Returns the number of sides: two corners have one segment between them, one has none.
int sides_of(std::span<const Vec3> outline) {
    return static_cast<int>(outline.size() > 2 ? outline.size() : outline.size() - 1);
}

std::vector<Vec3> common_points(const Region& a, const Region& b, const Vec3& normal,
                                double tolerance) {
    const std::vector<Vec3>& outline_a = a.outline();
    const std::vector<Vec3>& outline_b = b.outline();
    std::vector<Vec3> points;
    std::ranges::copy_if(outline_a, std::back_inserter(points),
                         [&](const Vec3& point) { return b.distance(point) <= tolerance; });
    std::ranges::copy_if(outline_b, std::back_inserter(points),
                         [&](const Vec3& point) { return a.distance(point) <= tolerance; });
    for (int i = 0; i < sides_of(outline_a); ++i) {
        for (int j = 0; j < sides_of(outline_b); ++j) {
            const std::optional<Vec3> point =
                outline_crossing(outline_a[i], outline_a[(i + 1) % outline_a.size()], outline_b[j],
                                 outline_b[(j + 1) % outline_b.size()], normal);
            if (point) {
                points.push_back(*point);
            }
        }
    }
    return points;
}

}  // namespace

std::vector<Vec3> contact_patch(const PlacedPair& pair, const Vec3& normal, double reach,
                                const Vec3& point) {
    const std::vector<Vec3> near_a =
        near_plane(*pair.a, pair.linear_a, Vec3::Zero(), normal, reach, point);
    const std::vector<Vec3> near_b =
        near_plane(*pair.b, pair.linear_b, pair.offset, -normal, reach, point);
    if (near_a.empty() || near_b.empty()) {
        return {point};
    }
    const std::vector<Vec3> common =
        common_points(project_region(near_a, normal), project_region(near_b, normal), normal,
                      kInsideShare * pair_size(pair));
    return common.empty() ? std::vector{point} : project_region(common, normal).outline();
}

}  // namespace touchstone
