#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

#include "methods/base/random_share.h"
#include "methods/mesh/shapes.h"
#include "methods/quality/truth/planar_regions.h"
#include "methods/testing/catch.h"
#include "methods/testing/mesh_examples.h"

// Random bodies, laid with a facet on another's, and the area that they share counted another way.

namespace touchstone {
namespace {

using Random = std::mt19937_64;
using Outline = std::vector<std::array<double, 2>>;

/// A prism along z whose outline (x, y) is star-shaped around the origin and runs
/// counter-clockwise. Its caps, at z = 0 and z = height, are fans around the origin.
SurfaceMesh make_prism(const Outline& outline, double height) {
    const int n = static_cast<int>(outline.size());
    SurfaceMesh mesh;
    for (const double z : {0.0, height}) {
        for (const auto& [x, y] : outline) {
            mesh.vertices.emplace_back(x, y, z);
        }
    }
    mesh.vertices.emplace_back(0.0, 0.0, 0.0);
    mesh.vertices.emplace_back(0.0, 0.0, height);
    for (int i = 0; i < n; ++i) {
        const int next = (i + 1) % n;
        mesh.triangles.push_back({2 * n, next, i});
        mesh.triangles.push_back({2 * n + 1, n + i, n + next});
        mesh.triangles.push_back({i, next, n + next});
        mesh.triangles.push_back({i, n + next, n + i});
    }
    return mesh;
}

double uniform(Random& random, double low, double high) {
    return low + (high - low) * random_share(random);
}

Quat random_rotation(Random& random) {
    Eigen::Vector4d q;
    do {
        q = {uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1),
             uniform(random, -1, 1)};
    } while (q.squaredNorm() > 1.0 || q.squaredNorm() < 0.01);
    return Quat(q[0], q[1], q[2], q[3]).normalized();
}

Vec3 random_direction(Random& random) { return random_rotation(random) * Vec3::UnitZ(); }

/// A hull whose points are scattered over a ball; every other one stands on a polygon.
SurfaceMesh make_random_hull(Random& random) {
    std::vector<Vec3> points;
    const int count = 6 + static_cast<int>(random() % 10);
    const double scale = uniform(random, 0.5, 2.0);
    const bool has_base = random() % 2 == 0;
    const int base_count = count / 2;
    for (int i = 0; i < count; ++i) {
        Vec3 point = scale * uniform(random, 0.8, 1.0) * random_direction(random);
        if (has_base && i < base_count) {
            const double t = 2.0 * std::numbers::pi * i / base_count;
            point = scale * Vec3(std::cos(t), std::sin(t), -1.0);
        }
        points.push_back(point);
    }
    const Quat turn = random_rotation(random);
    for (Vec3& point : points) {
        point = turn * point;
    }
    return make_convex_hull(points);
}

SurfaceMesh make_random_star(Random& random) {
    const int count = 5 + static_cast<int>(random() % 12);
    Outline outline;
    for (int i = 0; i < count; ++i) {
        const double t = 2.0 * std::numbers::pi * (i + uniform(random, 0.0, 0.5)) / count;
        const double r = uniform(random, 0.3, 1.5);
        outline.push_back({r * std::cos(t), r * std::sin(t)});
    }
    return testing::moved({random_rotation(random), {0.3, -0.2, 0.1}},
                          make_prism(outline, uniform(random, 0.4, 1.0)));
}

/// The plane of the facet with this triangle, and a point in its middle.
struct Seat {
    Vec3 middle;
    Vec3 normal;
    double size;
};

Seat seat_of(const SurfaceMesh& mesh, int t) {
    const Vec3& a = mesh.vertices[mesh.triangles[t][0]];
    const Vec3& b = mesh.vertices[mesh.triangles[t][1]];
    const Vec3& c = mesh.vertices[mesh.triangles[t][2]];
    const Vec3 cross = (b - a).cross(c - a);
    return {(a + b + c) / 3.0, cross.normalized(), std::sqrt(cross.norm())};
}

/// Two bodies, the second laid with a facet on one of the first.
struct LaidPair {
    SurfaceMesh a;
    SurfaceMesh b;
    Pose pose_a;
    Pose pose_b;
    Vec3 normal;  ///< of A's facet, world frame
    double gap = 0.0;
    double separation = 0.0;
};

LaidPair lay(SurfaceMesh a, SurfaceMesh b, int triangle_a, int triangle_b, Random& random) {
    LaidPair pair;
    pair.a = std::move(a);
    pair.b = std::move(b);
    pair.gap = default_gap(pair.a, pair.b);
    pair.separation = uniform(random, -0.95, 0.95) * pair.gap;
    pair.pose_a = {random_rotation(random), {uniform(random, -5, 5), 2.0, -1.0}};
    const Seat seat_a = seat_of(pair.a, triangle_a);
    const Seat seat_b = seat_of(pair.b, triangle_b);
    const Quat onto = Quat::FromTwoVectors(seat_b.normal, -seat_a.normal);
    const Quat turn(Eigen::AngleAxisd(uniform(random, 0.0, 6.28), seat_a.normal));
    const Quat rotation = (turn * onto).normalized();
    Vec3 shift = random_direction(random).cross(seat_a.normal);
    shift *= 0.4 * std::min(seat_a.size, seat_b.size);
    const Vec3 place =
        seat_a.middle + shift + pair.separation * seat_a.normal - rotation * seat_b.middle;
    pair.pose_b = pair.pose_a * Pose{rotation, place};
    pair.pose_b.rotation.normalize();
    pair.normal = pair.pose_a.rotation * seat_a.normal;
    return pair;
}

int random_triangle(const SurfaceMesh& mesh, Random& random) {
    return static_cast<int>(random() % mesh.triangles.size());
}

/// Of the large triangles one, so that a laid facet is not a splinter beside which all else
/// touches.
int large_triangle(const SurfaceMesh& mesh, Random& random) {
    int best = random_triangle(mesh, random);
    for (int i = 0; i < 4; ++i) {
        const int other = random_triangle(mesh, random);
        best = seat_of(mesh, other).size > seat_of(mesh, best).size ? other : best;
    }
    return best;
}

// The second computation: Σ over pairs of triangles, cut edge by edge in long double, with nothing
// joined first and nothing exact.

using Point2 = std::array<long double, 2>;

std::vector<Point2> cut(const std::vector<Point2>& polygon, const Point2& p, const Point2& q) {
    const auto side = [&](const Point2& x) {
        return (q[0] - p[0]) * (x[1] - p[1]) - (q[1] - p[1]) * (x[0] - p[0]);
    };
    std::vector<Point2> result;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point2& x = polygon[i];
        const Point2& y = polygon[(i + 1) % polygon.size()];
        const long double left = side(x);
        const long double right = side(y);
        if (left >= 0) {
            result.push_back(x);
        }
        if ((left < 0) != (right < 0)) {
            const long double t = left / (left - right);
            result.push_back({x[0] + t * (y[0] - x[0]), x[1] + t * (y[1] - x[1])});
        }
    }
    return result;
}

long double area_of(const std::vector<Point2>& polygon) {
    long double twice = 0;
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
        const Point2& a = polygon[0];
        const Point2& b = polygon[i];
        const Point2& c = polygon[i + 1];
        twice += (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    }
    return twice / 2;
}

/// The triangles of a body that look along `normal`, in plane coordinates, counter-clockwise.
struct FlatTriangle {
    std::vector<Point2> corners;
    double height;
};

std::vector<FlatTriangle> flat_triangles(const SurfaceMesh& mesh, const Pose& pose,
                                         const Vec3& outward, const Vec3& normal) {
    const Vec3 u = normal.unitOrthogonal();
    const Vec3 v = normal.cross(u);
    std::vector<FlatTriangle> result;
    for (const Triangle& triangle : mesh.triangles) {
        std::array<Vec3, 3> p;
        for (int i = 0; i < 3; ++i) {
            p[i] = pose * mesh.vertices[triangle[i]];
        }
        const Vec3 n = (p[1] - p[0]).cross(p[2] - p[0]).normalized();
        if ((n - outward).norm() > 1e-6) {
            continue;
        }
        FlatTriangle flat;
        for (const Vec3& corner : p) {
            flat.corners.push_back({u.dot(corner), v.dot(corner)});
        }
        if (area_of(flat.corners) < 0) {
            std::swap(flat.corners[1], flat.corners[2]);
        }
        flat.height = normal.dot(p[0]);
        result.push_back(flat);
    }
    return result;
}

double summed_area(const LaidPair& pair) {
    long double sum = 0;
    for (const FlatTriangle& a : flat_triangles(pair.a, pair.pose_a, pair.normal, pair.normal)) {
        for (const FlatTriangle& b :
             flat_triangles(pair.b, pair.pose_b, -pair.normal, pair.normal)) {
            if (std::abs(b.height - a.height) <= pair.gap) {
                std::vector<Point2> common = a.corners;
                for (int i = 0; i < 3; ++i) {
                    common = cut(common, b.corners[i], b.corners[(i + 1) % 3]);
                }
                sum += area_of(common);
            }
        }
    }
    return static_cast<double>(sum);
}

/// Checks one pair; true when it has a region with area.
bool check_laid(const LaidPair& pair) {
    const PlanarRegions truth =
        planar_regions(pair.a, pair.pose_a, pair.b, pair.pose_b, {.curved_bend = 0.0});
    const double expected = summed_area(pair);
    double found = 0.0;
    for (const PlanarRegion& region : truth.regions) {
        if ((region.normal - pair.normal).norm() > 1e-6) {
            continue;  // other facets that face each other by chance
        }
        found += region.area;
        CHECK(region.separation[0] == Approx(pair.separation).margin(1e-12));
        CHECK(region.separation[1] == Approx(pair.separation).margin(1e-12));
    }
    if (!truth.why_not.empty()) {
        UNSCOPED_INFO(truth.why_not);
        return false;
    }
    CHECK(found == Approx(expected).epsilon(1e-9).margin(1e-15));

    const PlanarRegions swapped =
        planar_regions(pair.b, pair.pose_b, pair.a, pair.pose_a, {.curved_bend = 0.0});
    double turned = 0.0;
    for (const PlanarRegion& region : swapped.regions) {
        turned += (region.normal + pair.normal).norm() <= 1e-6 ? region.area : 0.0;
    }
    CHECK(turned == Approx(expected).epsilon(1e-9).margin(1e-15));
    return found > 0.0;
}

}  // namespace

TEST_CASE("planar_regions of laid hulls agree with summed triangle pairs", "[quality]") {
    int with_area = 0;
    for (int seed = 1; seed <= 200; ++seed) {
        INFO("seed " << seed);
        Random random(static_cast<std::uint64_t>(seed));
        const SurfaceMesh a = make_random_hull(random);
        const SurfaceMesh b = make_random_hull(random);
        const int triangle_a = large_triangle(a, random);
        const int triangle_b = large_triangle(b, random);
        with_area += check_laid(lay(a, b, triangle_a, triangle_b, random)) ? 1 : 0;
    }
    CHECK(with_area >= 190);
}

TEST_CASE("planar_regions of laid non-convex bodies agree with summed triangle pairs",
          "[quality]") {
    int with_area = 0;
    for (int seed = 1; seed <= 50; ++seed) {
        INFO("seed " << seed);
        Random random(static_cast<std::uint64_t>(1000 + seed));
        const SurfaceMesh a = make_random_star(random);
        const SurfaceMesh b = make_random_star(random);
        validate(a);
        // Triangles 0 and 1 are of the caps.
        with_area += check_laid(lay(a, b, seed % 2, (seed / 2) % 2, random)) ? 1 : 0;
    }
    CHECK(with_area >= 48);
}

}  // namespace touchstone
