#include "testcases/query/surface_depth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "methods/mesh/health/crossings/exact_orientation.h"
#include "methods/quality/truth/planar_facets.h"

namespace touchstone {
namespace {

constexpr int kLeafTriangles = 4;

/// Share by which the distance of a box may be off by rounding.
constexpr double kBoxSlack = 1e-9;

/// Where other rays start when one meets an edge, as a share of the point's distance from the
/// surface: in directions in which no edges of made meshes run.
const std::array<Vec3, 2> kAside{Vec3(0.0, 0.431, 0.262), Vec3(0.0, -0.173, 0.379)};  // NOLINT

/// Returns the solid angle that the surface has as seen from the point: 4π inside, 0 outside. Van
/// Oosterom and Strackee [1983], Eq. (8).
double solid_angle(const Vec3& point, std::span<const Vec3> vertices,
                   std::span<const Triangle> triangles) {
    double sum = 0.0;
    for (const auto& [i, j, k] : triangles) {
        const Vec3 a = vertices[i] - point;
        const Vec3 b = vertices[j] - point;
        const Vec3 c = vertices[k] - point;
        const double la = a.norm();
        const double lb = b.norm();
        const double lc = c.norm();
        const double below = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
        sum += 2.0 * std::atan2(a.dot(b.cross(c)), below);
    }
    return sum;
}

double squared_distance(const Vec3& point, const BoundingBox& box) {
    return (box.lower - point).cwiseMax(point - box.upper).cwiseMax(Vec3::Zero()).squaredNorm();
}

}  // namespace

SurfaceDepth::SurfaceDepth(std::span<const Vec3> vertices, std::span<const Triangle> triangles)
    : vertices_(vertices), triangles_(triangles) {
    std::vector<BoundingBox> boxes;
    boxes.reserve(triangles.size());
    for (const auto& [i, j, k] : triangles) {
        boxes.push_back({vertices[i].cwiseMin(vertices[j]).cwiseMin(vertices[k]),
                         vertices[i].cwiseMax(vertices[j]).cwiseMax(vertices[k])});
    }
    tree_ = BoxTree(boxes, kLeafTriangles);
    boxes_ = refit(tree_, boxes);
}

bool SurfaceDepth::has_deeper(const Vec3& point, double least) {
    if (boxes_.nodes.empty() || !overlap({point, point}, boxes_.nodes[0])) {
        return false;
    }
    bool is_near = false;
    visit_near(inflated({point, point}, (1.0 + kBoxSlack) * least), [&](const Triangle& t) {
        is_near = is_near || distance_to_triangle(point, vertices_[t[0]], vertices_[t[1]],
                                                  vertices_[t[2]]) <= least;
    });
    return !is_near && is_inside(point);
}

double SurfaceDepth::deepest(std::span<const Vec3> points) {
    double deepest = 0.0;
    for (const Vec3& point : points) {
        if (has_deeper(point, deepest)) {
            deepest = distance(point);
        }
    }
    return deepest;
}

std::optional<bool> SurfaceDepth::is_inside_by_ray(const Vec3& point) {
    BoundingBox ray{point, point};
    ray.upper.x() = std::numeric_limits<double>::infinity();
    int sum = 0;
    bool is_known = true;
    visit_near(ray, [&](const Triangle& t) {
        const std::optional<int> found =
            crossing_along_x(vertices_[t[0]], vertices_[t[1]], vertices_[t[2]], point);
        sum += found.value_or(0);
        is_known = is_known && found.has_value();
    });
    return is_known ? std::optional(sum > 0) : std::nullopt;
}

/// Rays meet edges at most vertices of a mesh in line with the axes. The surface does not come
/// nearer than its distance, so that a place less far away is on the same side.
bool SurfaceDepth::is_inside(const Vec3& point) {
    if (const std::optional<bool> found = is_inside_by_ray(point)) {
        return *found;
    }
    const double clear = distance(point);
    for (const Vec3& aside : kAside) {
        if (const std::optional<bool> found = is_inside_by_ray(point + clear * aside)) {
            return *found;
        }
    }
    looked_at_ += std::ssize(triangles_);
    return solid_angle(point, vertices_, triangles_) > 2.0 * std::numbers::pi;
}

/// Returns the distance of the point from the surface [m]: of the nearer half of a node first, and
/// no node that is farther than what is found.
double SurfaceDepth::distance(const Vec3& point) {
    double nearest = std::numeric_limits<double>::infinity();
    std::array<int, 64> open;  // as in visit_overlapping
    int count = 0;
    open[count++] = 0;
    while (count > 0) {
        const int index = open[--count];
        const BoxTree::Node& node = tree_.nodes()[index];
        const double to_box = squared_distance(point, boxes_.nodes[index]);
        if (to_box > (1.0 + kBoxSlack) * nearest * nearest) {
            continue;
        }
        if (!node.is_leaf()) {
            const bool left_first = squared_distance(point, boxes_.nodes[index + 1]) <=
                                    squared_distance(point, boxes_.nodes[node.right]);
            open[count++] = left_first ? node.right : index + 1;
            open[count++] = left_first ? index + 1 : node.right;
            continue;
        }
        for (int place = node.first; place < node.first + node.count; ++place) {
            const auto& [i, j, k] = triangles_[tree_.elements()[place]];
            ++looked_at_;
            nearest = std::min(
                nearest, distance_to_triangle(point, vertices_[i], vertices_[j], vertices_[k]));
        }
    }
    return nearest;
}

}  // namespace touchstone
