#include <libqhull_r/qhull_ra.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/tolerances.h"
#include "methods/mesh/coordinate_precision.h"
#include "methods/mesh/describe.h"
#include "methods/mesh/shapes.h"
#include "methods/mesh/validation.h"

namespace touchstone {

namespace {

/// Qhull's messages go here and are thrown away: the library must not print.
class Silence {
 public:
    Silence() : stream_(std::fopen("/dev/null", "we")) {
        if (stream_ == nullptr) {
            throw MeshError("cannot open /dev/null, which the convex hull needs");
        }
    }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;
    ~Silence() { std::fclose(stream_); }

    FILE* stream() const { return stream_; }

 private:
    FILE* stream_;
};

/// One run of Qhull, freed on every path.
class QhullRun {
 public:
    explicit QhullRun(std::vector<double> coordinates) : coordinates_(std::move(coordinates)) {
        qh_zero(&qhull_, silence_.stream());
        // Exact pre-merges and triangulated facets, as the research code's hulls.
        std::string command = "qhull Qx Qt";
        const int point_count = static_cast<int>(coordinates_.size() / 3);
        error_code_ = qh_new_qhull(&qhull_, 3, point_count, coordinates_.data(), False,
                                   command.data(), nullptr, silence_.stream());
    }
    QhullRun(const QhullRun&) = delete;
    QhullRun& operator=(const QhullRun&) = delete;
    ~QhullRun() {
        qh_freeqhull(&qhull_, !qh_ALL);
        int kept_bytes = 0;
        int total_bytes = 0;
        qh_memfreeshort(&qhull_, &kept_bytes, &total_bytes);
    }

    int error_code() const { return error_code_; }

    /// Returns the hull's triangles as indices of points, in Qhull's order, outward.
    std::vector<Triangle> triangles() {
        std::vector<Triangle> result;
        for (facetT* facet = qhull_.facet_list; facet != nullptr && facet->next != nullptr;
             facet = facet->next) {
            if (qh_setsize(&qhull_, facet->vertices) != 3) {
                throw MeshError(
                    "the convex hull has a face that could not be triangulated: move the "
                    "points apart");
            }
            Triangle triangle{};
            for (int i = 0; i < 3; ++i) {
                const auto* vertex = static_cast<vertexT*>(facet->vertices->e[i].p);
                triangle[i] = qh_pointid(&qhull_, vertex->point);
            }
            if (winds_inward(triangle, facet->normal)) {
                std::swap(triangle[1], triangle[2]);
            }
            result.push_back(triangle);
        }
        return result;
    }

 private:
    Vec3 point(int index) const { return Vec3(&coordinates_[3 * index]); }

    bool winds_inward(const Triangle& triangle, const double* normal) const {
        const Vec3 a = point(triangle[1]) - point(triangle[0]);
        const Vec3 b = point(triangle[2]) - point(triangle[0]);
        return a.cross(b).dot(Vec3(normal)) < 0.0;
    }

    Silence silence_;
    std::vector<double> coordinates_;
    qhT qhull_{};
    int error_code_ = 0;
};

std::vector<double> coordinates_from(std::span<const Vec3> points, const Vec3& origin) {
    std::vector<double> coordinates;
    coordinates.reserve(3 * points.size());
    for (const Vec3& point : points) {
        const Vec3 local = point - origin;
        coordinates.insert(coordinates.end(), {local.x(), local.y(), local.z()});
    }
    return coordinates;
}

/// Three far points, and whether all others lie in their plane: the largest distance from it is
/// compared with the size.
struct Spread {
    std::array<Vec3, 3> corners;
    bool is_flat = true;
};

Spread spread_of(std::span<const Vec3> points) {
    const auto farthest = [&](const auto& distance) {
        return *std::max_element(points.begin(), points.end(), [&](const Vec3& a, const Vec3& b) {
            return distance(a) < distance(b);
        });
    };
    const Vec3& first = points.front();
    const Vec3 second = farthest([&](const Vec3& p) { return (p - first).norm(); });
    const Vec3 along = second - first;
    const double size = along.norm();
    if (!std::isfinite(size * size * size)) {
        throw MeshError(
            "the points are too far apart for a convex hull: correct their coordinates");
    }
    const auto distance_from_line = [&](const Vec3& p) { return along.cross(p - first).norm(); };
    const Vec3 third = farthest(distance_from_line);
    const Vec3 normal = along.cross(third - first);
    const auto distance_from_plane = [&](const Vec3& p) { return std::abs(normal.dot(p - first)); };
    const Vec3 fourth = farthest(distance_from_plane);
    const bool is_flat = !(normal.norm() > kFlatSolid * size * size) ||
                         !(distance_from_plane(fourth) > kFlatSolid * size * normal.norm());
    return {{first, second, third}, is_flat};
}

/// Indices of points, outward.
std::vector<Triangle> find_hull(std::span<const Vec3> points) {
    // Relative to a point, so that the rounding of points far from the frame's origin is not judged
    // by their distance. Differences of nearby numbers are exact.
    QhullRun run(coordinates_from(points, points.front()));
    if (run.error_code() != 0) {
        throw MeshError("no convex hull found (Qhull error " + std::to_string(run.error_code()) +
                        "): the points are nearly flat or too close together");
    }
    return run.triangles();
}

/// Returns for each point those with which it shares an edge of the hull, each once.
std::vector<std::vector<int>> hull_neighbors(std::span<const Triangle> triangles, int points) {
    std::vector<std::vector<int>> neighbors(points);
    for (const Triangle& triangle : triangles) {
        for (int i = 0; i < 3; ++i) {
            neighbors[triangle[i]].push_back(triangle[(i + 1) % 3]);
            neighbors[triangle[i]].push_back(triangle[(i + 2) % 3]);
        }
    }
    for (std::vector<int>& list : neighbors) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    return neighbors;
}

double distance_to_edge(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 along = b - a;
    const double length_squared = along.squaredNorm();
    const double t = length_squared > 0.0 ? along.dot(p - a) / length_squared : 0.0;
    return (p - a - std::clamp(t, 0.0, 1.0) * along).norm();
}

/// Returns the distance from a triangle, whose corners may lie on a line.
double distance_to_corners(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 normal = (b - a).cross(c - a);
    const bool inside = normal.dot((b - a).cross(p - a)) >= 0.0 &&
                        normal.dot((c - b).cross(p - b)) >= 0.0 &&
                        normal.dot((a - c).cross(p - c)) >= 0.0;
    const double length = normal.norm();
    if (inside && length > 0.0) {
        return std::abs(normal.dot(p - a)) / length;
    }
    return std::min(
        {distance_to_edge(p, a, b), distance_to_edge(p, b, c), distance_to_edge(p, c, a)});
}

/// Returns true when the point is within `tolerance` of the hull of its neighbours: then it lies in
/// a face or on an edge, but for rounding.
bool is_spare(const Vec3& point, std::span<const int> neighbors, std::span<const Vec3> points,
              double tolerance) {
    constexpr int kMostNeighbors = 64;  // their triples are tried
    const int count = static_cast<int>(std::ssize(neighbors));
    if (count < 3 || count > kMostNeighbors) {
        return false;
    }
    Vec3 inward = Vec3::Zero();
    for (const int n : neighbors) {
        inward += (points[n] - point).stableNormalized();
    }
    inward.stableNormalize();
    double lowest = std::numeric_limits<double>::infinity();
    for (const int n : neighbors) {
        lowest = std::min(lowest, inward.dot(points[n] - point));
    }
    if (lowest > tolerance) {
        return false;  // a plane keeps all neighbours that far away
    }
    for (int i = 0; i < count; ++i) {
        for (int j = i + 1; j < count; ++j) {
            for (int k = j + 1; k < count; ++k) {
                if (distance_to_corners(point, points[neighbors[i]], points[neighbors[j]],
                                        points[neighbors[k]]) <= tolerance) {
                    return true;
                }
            }
        }
    }
    return false;
}

/// Drops spare points, no two of them neighbours: the neighbours of a dropped one have to be looked
/// at anew. Returns true when some were dropped.
bool drop_spare(std::vector<Vec3>& points, std::span<const Triangle> triangles, double tolerance) {
    const int count = static_cast<int>(std::ssize(points));
    const std::vector<std::vector<int>> neighbors = hull_neighbors(triangles, count);
    std::vector<bool> keeps(points.size(), false);
    std::vector<Vec3> left;
    for (int p = 0; p < count; ++p) {
        // Points that are no corner of this hull may be one of the next.
        const bool spare = !keeps[p] && is_spare(points[p], neighbors[p], points, tolerance);
        if (!spare) {
            left.push_back(points[p]);
            continue;
        }
        for (const int n : neighbors[p]) {
            keeps[n] = true;
        }
    }
    const bool some = left.size() < points.size();
    points = std::move(left);
    return some;
}

/// Returns the distance from a face below which a point is no corner [m], from the solid's size and
/// the rounding of its coordinates.
double spare_tolerance(std::span<const Vec3> points) {
    constexpr double kRoundings = 4.0;  // √3 of the point, √3 of the face through three others
    Vec3 low = points.front();
    Vec3 high = low;
    for (const Vec3& point : points) {
        low = low.cwiseMin(point);
        high = high.cwiseMax(point);
    }
    return std::max(kSparePointShare * (high - low).norm(),
                    kRoundings * estimate_precision(points).rounding);
}

/// Returns the surface with the corners in the order of the points.
SurfaceMesh surface_of(std::span<const Vec3> points, std::vector<Triangle> triangles) {
    SurfaceMesh hull;
    hull.triangles = std::move(triangles);
    std::vector<int> new_index(points.size(), -1);
    for (const Triangle& triangle : hull.triangles) {
        for (const int v : triangle) {
            new_index[v] = 0;
        }
    }
    for (std::size_t p = 0; p < points.size(); ++p) {
        if (new_index[p] == 0) {
            new_index[p] = static_cast<int>(std::ssize(hull.vertices));
            hull.vertices.push_back(points[p]);
        }
    }
    for (Triangle& triangle : hull.triangles) {
        for (int& v : triangle) {
            v = new_index[v];
        }
    }
    return hull;
}

}  // namespace

SurfaceMesh make_convex_hull(std::span<const Vec3> points) {
    if (points.size() < 4) {
        throw MeshError("a convex hull of " + std::to_string(points.size()) +
                        " points is flat: give at least four");
    }
    validate_finite(points);
    if (const Spread spread = spread_of(points); spread.is_flat) {
        throw MeshError("the points of the convex hull lie in one plane, that of " +
                        describe(spread.corners[0]) + ", " + describe(spread.corners[1]) + " and " +
                        describe(spread.corners[2]) + ": give points that span a solid");
    }
    const double tolerance = spare_tolerance(points);
    std::vector<Vec3> left(points.begin(), points.end());
    std::vector<Triangle> triangles = find_hull(left);
    while (left.size() > 4 && drop_spare(left, triangles, tolerance)) {
        if (spread_of(left).is_flat) {
            throw MeshError("the convex hull is thinner than " + describe(tolerance) +
                            " m, within which points count as one: make it thicker");
        }
        triangles = find_hull(left);
    }
    SurfaceMesh hull = surface_of(left, std::move(triangles));
    try {
        validate(hull);
    } catch (const MeshError&) {
        throw MeshError("the convex hull of " + std::to_string(points.size()) +
                        " points has faces too narrow to compute with: leave out points that are "
                        "nearly on an edge or nearly at another point");
    }
    return hull;
}

}  // namespace touchstone
