#include "methods/quality/truth/planar_regions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "methods/mesh/shapes.h"
#include "methods/quality/truth/loop_corners.h"
#include "methods/testing/catch.h"
#include "methods/testing/mesh_examples.h"

namespace touchstone {
namespace {

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

/// A square frame in the plane z = 0 … 1: 4 × 4 outside, a square hole of 2 × 2.
SurfaceMesh make_frame_body() {
    SurfaceMesh mesh;
    for (const double z : {0.0, 1.0}) {
        for (const double r : {2.0, 1.0}) {
            for (const auto& [x, y] :
                 std::array<std::array<double, 2>, 4>{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}}) {
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

}  // namespace touchstone
