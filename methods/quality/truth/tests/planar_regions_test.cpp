#include "methods/quality/truth/planar_regions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "methods/base/random_share.h"
#include "methods/mesh/coordinate_precision.h"
#include "methods/mesh/shapes.h"
#include "methods/quality/truth/loop_corners.h"
#include "methods/quality/truth/planar_facets.h"
#include "methods/testing/catch.h"
#include "methods/testing/mesh_examples.h"

namespace touchstone {
namespace {

using Random = std::mt19937_64;

constexpr double kRegionRoundOff = 1e-12;  // a few operations on numbers of size 1

Pose at(double x, double y, double z) { return {Quat::Identity(), {x, y, z}}; }

/// All regions of a pair of which the truth can be told.
std::vector<PlanarRegion> regions_of(const SurfaceMesh& a, const Pose& pose_a, const SurfaceMesh& b,
                                     const Pose& pose_b, const PlanarRegionOptions& options = {}) {
    const PlanarRegions truth = planar_regions(a, pose_a, b, pose_b, options);
    CHECK(truth.why_not.empty());
    return truth.regions;
}

void check_corners(std::vector<Vec3> found, const std::vector<Vec3>& expected, double tolerance) {
    REQUIRE(found.size() == expected.size());
    for (const Vec3& corner : expected) {
        const auto nearest = std::ranges::min_element(
            found, {}, [&](const Vec3& other) { return (other - corner).norm(); });
        CHECK((*nearest - corner).norm() <= tolerance);
        found.erase(nearest);
    }
}

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

/// A square frame in the plane z = 0 … 1: 4 × 4 outside, a square hole of 2 × 2.
SurfaceMesh make_frame_body() {
    SurfaceMesh mesh;
    for (const double z : {0.0, 1.0}) {
        for (const double r : {2.0, 1.0}) {
            for (const auto& [x, y] : Outline{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
                mesh.vertices.emplace_back(r * x, r * y, z);
            }
        }
    }
    const auto add_quad = [&](int a, int b, int c, int d) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
    };
    for (int i = 0; i < 4; ++i) {
        const int next = (i + 1) % 4;
        add_quad(i, next, 8 + next, 8 + i);            // outside
        add_quad(4 + next, 4 + i, 12 + i, 12 + next);  // inside
        add_quad(next, i, 4 + i, 4 + next);            // below
        add_quad(8 + i, 8 + next, 12 + next, 12 + i);  // above
    }
    return mesh;
}

}  // namespace

TEST_CASE("planar_facets joins coplanar triangles only", "[quality]") {
    const std::vector<PlanarFacet> facets = planar_facets(make_box({1, 2, 3}), 20.0);
    REQUIRE(facets.size() == 6);
    for (const PlanarFacet& facet : facets) {
        CHECK(facet.triangles.size() == 2);
        CHECK_FALSE(facet.curved);
    }
    const SurfaceMesh prism =
        testing::moved(testing::awkward_pose(), make_cylinder(1.0, 2.0, 4096));
    CHECK(planar_facets(prism, 20.0).size() == 4098);
}

TEST_CASE("planar_facets takes no narrow face between noisy points for a curve", "[quality]") {
    // Along the edges of the cube stand points that are hardly outside: the faces between them and
    // the edge look anywhere between the two sides.
    const double noise = GENERATE(1e-9, 1e-8, 1e-7);
    std::mt19937_64 random(5);
    for (int hull = 0; hull < 10; ++hull) {
        std::vector<Vec3> points;
        for (int i = 0; i < 125; ++i) {
            const int layer = i / 25;
            const Vec3 place(i % 5, i / 5 % 5, layer);
            Vec3 moved = 0.25 * place;
            for (double& x : moved) {
                x += noise * (2.0 * random_share(random) - 1.0);
            }
            points.push_back(moved);
        }
        const std::vector<PlanarFacet> facets = planar_facets(make_convex_hull(points), 20.0);
        CHECK(std::ranges::none_of(facets, &PlanarFacet::curved));
        const auto wide = std::ranges::count_if(facets, [](const PlanarFacet& facet) {
            return facet.width > 0.9 && facet.width < 1.1;
        });
        CHECK((noise > 5e-8 || wide == 6));  // beyond, a side is no longer flat to within 1e-7
    }
}

TEST_CASE("planar_facets knows the facets of tessellated curved surfaces", "[quality]") {
    const auto curved_count = [](const SurfaceMesh& mesh) {
        return std::ranges::count_if(planar_facets(mesh, 20.0), &PlanarFacet::curved);
    };
    CHECK(curved_count(make_cylinder(1.0, 1.0, 64)) == 64);  // and not its caps
    CHECK(curved_count(make_cylinder(1.0, 1.0, 12)) == 0);
    CHECK(curved_count(make_sphere(1.0, 2)) == 320);
    CHECK(curved_count(make_sphere(1.0, 0)) == 0);  // an icosahedron
}

TEST_CASE("coordinates tell how they were written", "[quality]") {
    const std::vector<Vec3> points =
        testing::moved(testing::awkward_pose(), make_box({1, 2, 3})).vertices;
    const auto written = [&](const auto& write) {
        std::vector<Vec3> result = points;
        for (Vec3& point : result) {
            point = {write(point.x()), write(point.y()), write(point.z())};
        }
        return estimate_precision(result);
    };
    const auto with_decimals = [](double grid) {
        return [grid](double x) { return std::nearbyint(x * grid) / grid; };
    };
    const auto as_float = [](double x) { return static_cast<double>(static_cast<float>(x)); };
    CHECK(written(with_decimals(1e4)).name == "4 decimals");
    CHECK(written(with_decimals(1e6)).rounding == Approx(0.5e-6));
    CHECK(written(with_decimals(1e9)).name == "9 decimals");
    CHECK(written(as_float).name == "32-bit numbers");
    CHECK(written(as_float).rounding == Approx(5e-7).epsilon(0.9));
    CHECK(written([&](double x) { return 1e-3 * as_float(1e3 * x); }).name == "32-bit numbers");
    CHECK(written([&](double x) { return as_float(with_decimals(1e4)(x)); }).name ==
          "4 decimals in 32-bit numbers");
    CHECK(written([](double x) { return x; }).rounding == 0.0);
    // What a person types, and what is meant.
    CHECK(estimate_precision(make_box({1, 2, 3}).vertices).rounding == 0.0);
    CHECK(estimate_precision(make_box({0.1, 0.2, 0.3}).vertices).rounding == 0.0);
    CHECK(estimate_precision(make_box({0.125, 0.0625, 0.03125}).vertices).rounding == 0.0);
}

TEST_CASE("a flat face stays one where a vertex was rounded", "[quality]") {
    // A box whose upper face has a vertex in its middle, a micrometre high.
    SurfaceMesh box = make_box({1, 1, 1});
    const int middle = static_cast<int>(box.vertices.size());
    box.vertices.emplace_back(0.0, 0.0, 0.500001);
    std::vector<Triangle> sides;
    for (const Triangle& t : box.triangles) {
        const bool upper = std::ranges::all_of(t, [&](int v) { return box.vertices[v].z() > 0.0; });
        if (!upper) {
            sides.push_back(t);
        }
    }
    for (int i = 0; i < 4; ++i) {
        sides.push_back({i, (i + 1) % 4, middle});
    }
    box.triangles = sides;
    validate(box);
    CHECK(planar_facets(box, 20.0, 0.5e-6).size() == 6);
    // Without the precision known it is four facets, none of which curves.
    const std::vector<PlanarFacet> exact = planar_facets(box, 20.0);
    CHECK(exact.size() == 9);
    CHECK(std::ranges::none_of(exact, &PlanarFacet::curved));
    // A step and a side are none that rounding made, however small.
    CHECK(planar_facets(make_box({1, 1, 1e-4}), 20.0, 0.5e-4).size() == 6);
}

TEST_CASE("a region loses the corners that rounding made", "[quality]") {
    const Loop square{{0, 0}, {0.5, 1e-7}, {1, 0}, {1, 1e-7}, {1, 1}, {-1e-7, 1}, {0, 1}};
    CHECK(without_small_corners(square, 1e-6).size() == 4);
    CHECK(without_small_corners(square, 1e-8).size() == 5);
    const Loop spike{{0, 0}, {1, 0}, {3, 1e-7}, {1, 2e-7}, {1, 1}, {0, 1}};
    CHECK(without_small_corners(spike, 1e-6).size() == 4);
    CHECK(without_small_corners({{0, 0}, {1, 0}, {1, 1e-7}, {0, 1e-7}}, 1e-6).size() < 3);
}

TEST_CASE("planar_regions of two boxes on each other is what they share", "[quality]") {
    const double gap = GENERATE(-2e-3, -1e-9, 0.0, 1e-9, 2e-3);
    const Pose awkward = testing::awkward_pose();
    const std::vector<PlanarRegion> regions =
        regions_of(make_box({2, 2, 1}), awkward * at(0, 0, -0.5), make_box({1, 1, 1}),
                   awkward * at(0.9, 0.2, 0.5 + gap));
    REQUIRE(regions.size() == 1);
    CHECK(regions[0].area == Approx(0.6).epsilon(kRegionRoundOff));
    CHECK((regions[0].normal - awkward.rotation * Vec3::UnitZ()).norm() <= kRegionRoundOff);
    CHECK(regions[0].separation[0] == Approx(gap).margin(kRegionRoundOff));
    CHECK(regions[0].separation[1] == Approx(gap).margin(kRegionRoundOff));
    CHECK(regions[0].holes.empty());
    const double z = 0.5 * gap;
    check_corners(
        regions[0].corners,
        testing::moved(awkward, {{0.4, -0.3, z}, {1, -0.3, z}, {1, 0.7, z}, {0.4, 0.7, z}}), 1e-11);
}

TEST_CASE("planar_regions has holes, and parts where a facet is in parts", "[quality]") {
    const SurfaceMesh frame = make_frame_body();
    validate(frame);
    const std::vector<PlanarRegion> ring =
        regions_of(make_box({10, 10, 1}), at(0, 0, -0.5), frame, at(0, 0, 0));
    REQUIRE(ring.size() == 1);
    CHECK(ring[0].area == Approx(12.0).epsilon(kRegionRoundOff));
    CHECK(ring[0].corners.size() == 4);
    REQUIRE(ring[0].holes.size() == 1);
    check_corners(ring[0].holes[0], {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}},
                  kRegionRoundOff);

    const std::vector<PlanarRegion> parts =
        regions_of(make_box({10, 0.5, 1}), at(0, 0, -0.5), frame, at(0, 0, 0));
    REQUIRE(parts.size() == 2);
    CHECK(parts[0].area == Approx(0.5).epsilon(kRegionRoundOff));
    CHECK(parts[1].area == Approx(0.5).epsilon(kRegionRoundOff));
}

TEST_CASE("planar_regions finds all facets of a corner that is pushed into a corner", "[quality]") {
    // Three boxes would do; here the inner box of the frame touches two of its sides and the
    // floor's part is left open.
    const std::vector<PlanarRegion> regions =
        regions_of(make_frame_body(), at(0, 0, 0), make_box({1, 1, 0.5}), at(0.5, 0.5, 0.5));
    REQUIRE(regions.size() == 2);
    CHECK(regions[0].area + regions[1].area == Approx(1.0).epsilon(kRegionRoundOff));
    for (const PlanarRegion& region : regions) {
        CHECK(region.normal.minCoeff() == Approx(-1.0));  // from the frame into its hole
        CHECK(region.normal.norm() == Approx(1.0));
    }
}

TEST_CASE("planar_regions of a tilted box is the part within the gap", "[quality]") {
    // The box turns about the edge x = y-axis of its lower face; from there the gap grows.
    const double angle = 0.5 * std::numbers::pi / 180.0;
    const Pose tilted{Quat(std::cos(angle / 2), 0.0, -std::sin(angle / 2), 0.0), Vec3::Zero()};
    const std::vector<PlanarRegion> regions =
        regions_of(make_box({4, 4, 1}), at(0, 0, -0.5), make_box({1, 1, 1}),
                   tilted * at(0.5, 0, 0.5), {.gap = 0.005});
    REQUIRE(regions.size() == 1);
    CHECK(regions[0].separation[0] == Approx(0.0).margin(1e-12));
    CHECK(regions[0].separation[1] == Approx(0.005).epsilon(1e-6));
    // Along the bisecting plane the gap grows by 2 tan(angle / 2) per length.
    CHECK(regions[0].area == Approx(0.005 / (2.0 * std::tan(angle / 2))).epsilon(1e-8));
}

TEST_CASE("planar_regions takes the gap itself and nothing beyond", "[quality]") {
    const SurfaceMesh box = make_box({1, 1, 1});
    const auto touching = [&](double z, double gap) {
        return planar_regions(box, at(0, 0, 0), box, at(0.1, 0, 1.0 + z), {.gap = gap});
    };
    CHECK(touching(0.25, 0.25).regions.size() == 1);
    CHECK(touching(-0.25, 0.25).regions.size() == 1);
    CHECK(touching(0.25, 0.2499).regions.empty());
    CHECK(touching(0.0, 0.0).regions.size() == 1);
    CHECK(default_gap(make_box({10, 1, 1}), make_box({1, 2, 1})) == 0.01);
    // Deeper than half of the box the far sides would be nearer: nothing that touches there.
    CHECK(touching(-0.6, 0.9).regions.empty());
}

TEST_CASE("planar_regions says why it does not apply", "[quality]") {
    const SurfaceMesh box = make_box({1, 1, 1});
    const auto why_not = [&](const SurfaceMesh& other, const Pose& pose) {
        const PlanarRegions truth = planar_regions(box, at(0, 0, 0), other, pose);
        CHECK(truth.regions.empty());
        return truth.why_not;
    };
    const Pose on_corner{Quat::FromTwoVectors(Vec3(1, 1, 1), Vec3::UnitZ()),
                         {0, 0, 0.5 + std::sqrt(0.75)}};
    CHECK_THAT(why_not(box, on_corner), Catch::Contains("a point contact: vertex 4 of body B") &&
                                            Catch::Contains("gap of 0.005 m"));
    CHECK_THAT(why_not(make_sphere(1.0, 3), at(0, 0, 1.5)),
               Catch::Contains("body B is a tessellated curved surface"));
    const Pose lying{Quat(std::sqrt(0.5), std::sqrt(0.5), 0, 0),
                     {0, 0.5 * std::cos(std::numbers::pi / 64) + 0.5, 0}};
    CHECK_THAT(
        why_not(make_cylinder(0.5, 1.0, 64), lying * Pose{Quat(std::cos(std::numbers::pi / 128), 0,
                                                               std::sin(std::numbers::pi / 128), 0),
                                                          Vec3::Zero()}),
        Catch::Contains("of body B") && Catch::Contains("curved"));
    CHECK_THAT(why_not(box, at(0, 0, 1.5)), Catch::Contains("the bodies are apart"));
    CHECK_THAT(why_not(box, at(0.1, 0.2, 0.7)), Catch::Contains("deeper in one another"));
}

TEST_CASE("planar_regions does not pass over a point contact beside the regions", "[quality]") {
    // A block stands on the slab, and so does its neighbour's tip: one body, joined above.
    SurfaceMesh body = make_box({1, 1, 1});
    SurfaceMesh tip = testing::make_corner_surface();
    const int first = static_cast<int>(body.vertices.size());
    const Quat down = Quat::FromTwoVectors(Vec3(1, 1, 1), Vec3::UnitZ());
    for (const Vec3& vertex : tip.vertices) {
        body.vertices.push_back(Vec3(3, 0, -0.5) + down * vertex);
    }
    for (const Triangle& t : tip.triangles) {
        body.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    }
    const PlanarRegions truth =
        planar_regions(make_box({10, 10, 1}), at(0, 0, -0.5), body, at(0, 0, 0.5));
    CHECK(truth.regions.empty());
    CHECK_THAT(truth.why_not,
               Catch::Contains("beside the planar regions") &&
                   Catch::Contains("vertex " + std::to_string(first) + " of body B"));
}

namespace {

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
