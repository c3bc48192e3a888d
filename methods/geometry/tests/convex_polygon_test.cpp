#include "methods/geometry/convex_polygon.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

using Polygon = std::vector<Vec3>;

/// Makes a polygon counter-clockwise around +y, with its corners at angles (k + start) 2π/n.
Polygon regular(int n, double radius, double start = 0.0, const Vec3& center = Vec3::Zero()) {
    Polygon polygon;
    for (int k = 0; k < n; ++k) {
        const double angle = 2.0 * std::numbers::pi * (k + start) / n;
        polygon.push_back(center + radius * Vec3(std::cos(angle), 0.0, -std::sin(angle)));
    }
    return polygon;
}

Polygon moved(const Polygon& polygon, const Pose& pose) {
    Polygon result;
    for (const Vec3& corner : polygon) {
        result.push_back(pose * corner);
    }
    return result;
}

const Pose kAwkward{Quat(0.3, -0.7, 0.2, 0.5).normalized(), Vec3(13.1, -7.7, 0.3)};

/// Clips in a pose without zeros and ones.
Polygon clip(const Polygon& polygon, const Polygon& window) {
    return clip_convex(moved(polygon, kAwkward), moved(window, kAwkward),
                       kAwkward.rotation * Vec3::UnitY());
}
double area(const Polygon& polygon) {
    return signed_area(polygon, kAwkward.rotation * Vec3::UnitY());
}

}  // namespace

TEST_CASE("signed_area is positive counter-clockwise around the normal", "[geometry]") {
    const Polygon hexagon = regular(6, 2.0);
    CHECK(signed_area(hexagon, Vec3::UnitY()) == Approx(6.0 * std::sqrt(3.0)));
    CHECK(signed_area(hexagon, -Vec3::UnitY()) == Approx(-6.0 * std::sqrt(3.0)));
    CHECK(signed_area(Polygon(2, Vec3::UnitX()), Vec3::UnitY()) == 0.0);
}

TEST_CASE("clip_convex of a polygon with itself keeps its corners, bit for bit", "[geometry]") {
    const int corners = GENERATE(3, 4, 6, 7, 12, 256);
    const Polygon polygon = moved(regular(corners, 0.25, 0.3), kAwkward);
    CHECK(clip_convex(polygon, polygon, kAwkward.rotation * Vec3::UnitY()) == polygon);
}

TEST_CASE("clip_convex of two squares turned against each other is an octagon", "[geometry]") {
    const double turn = GENERATE(1e-3, 10.0, 25.0, 45.0, 89.0);
    const Polygon common =
        clip(regular(4, std::sqrt(0.5), 0.5), regular(4, std::sqrt(0.5), 0.5 + turn / 90.0));
    CHECK(common.size() == 8);
    const double angle = turn * std::numbers::pi / 180.0;
    CHECK(area(common) == Approx(2.0 / (1.0 + std::sin(angle) + std::cos(angle))).epsilon(1e-12));
}

TEST_CASE("clip_convex takes what lies inside as it is, whichever is the window", "[geometry]") {
    // Two corners of the hexagon are on the square's border, as on a pillar's box.
    const Polygon square = regular(4, 0.25 * std::sqrt(2.0), 0.5);
    const Polygon hexagon = regular(6, 0.25);
    for (const Polygon& common : {clip(square, hexagon), clip(hexagon, square)}) {
        CHECK(common.size() == 6);
        CHECK(area(common) == Approx(1.5 * std::sqrt(3.0) * 0.0625).epsilon(1e-12));
    }
}

TEST_CASE("clip_convex of polygons that share no area is empty", "[geometry]") {
    const Polygon square = regular(4, std::sqrt(0.5), 0.5);
    const Vec3 aside = GENERATE(Vec3(1, 0, 0), Vec3(1, 0, 1), Vec3(1, 0, 0.5), Vec3(3, 0, 0),
                                Vec3(1.0 - 1e-12, 0, 0));
    CHECK(clip(square, regular(4, std::sqrt(0.5), 0.5, aside)).empty());
    CHECK(clip(square, {}).empty());
    CHECK(clip({}, square).empty());
}

TEST_CASE("clip_convex of shifted squares is the overlap, without corners on its edges",
          "[geometry]") {
    const Polygon square = regular(4, std::sqrt(0.5), 0.5);
    const double shift = GENERATE(0.25, 0.5, 0.999);
    const Polygon common = clip(square, regular(4, std::sqrt(0.5), 0.5, Vec3(shift, 0, 0)));
    CHECK(common.size() == 4);
    CHECK(area(common) == Approx(1.0 - shift).epsilon(1e-12));
}
