#include "methods/quality/region.h"

#include <cmath>

#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

constexpr double kRoundOff = 1e-12;  // a few operations on numbers of size 1

/// A pose without zeros and ones.
Pose awkward_pose() { return {Quat(0.3, -0.5, 0.7, 0.4).normalized(), Vec3(1.7, -3.1, 2.3)}; }

std::vector<Vec3> moved(const std::vector<Vec3>& points) {
    std::vector<Vec3> result;
    result.reserve(points.size());
    for (const Vec3& point : points) {
        result.push_back(awkward_pose() * point);
    }
    return result;
}

}  // namespace

TEST_CASE("Region of one corner given several times is a point", "[quality]") {
    const std::vector<Vec3> corners(4, Vec3(1, 2, 3));
    const Region region(corners);
    CHECK(region.area() == 0.0);
    CHECK(region.perimeter() == 0.0);
    CHECK(region.distance({1, 2, 3}) == 0.0);
    CHECK(region.distance({1, 2, 3.5}) == Approx(0.5).margin(kRoundOff));
}

TEST_CASE("Region of corners on a line is the segment between the outer ones", "[quality]") {
    const std::vector<Vec3> corners =
        moved({{0, 0, 1}, {0, 0, -2}, {0, 0, 0.3}, {0, 0, 1}, {0, 0, -2}});
    const Region region(corners);
    CHECK(region.area() == Approx(0.0).margin(kRoundOff));
    CHECK(region.perimeter() == Approx(6.0).margin(kRoundOff));
    CHECK(region.distance(awkward_pose() * Vec3(0, 0, 0.5)) == Approx(0.0).margin(kRoundOff));
    CHECK(region.distance(awkward_pose() * Vec3(0, 3, 0.5)) == Approx(3.0).margin(kRoundOff));
    CHECK(region.distance(awkward_pose() * Vec3(3, 0, 5)) == Approx(5.0).margin(kRoundOff));
}

TEST_CASE("Region of coplanar corners in any order is their convex polygon", "[quality]") {
    // An L and a point inside it: the hull is the square without one corner, cut from (2,1) to
    // (1,2).
    const std::vector<Vec3> corners = moved({{0, 0, 0},
                                             {1, 2, 0},
                                             {2, 0, 0},
                                             {1, 1, 0},
                                             {0, 2, 0},
                                             {2, 1, 0},
                                             {0.5, 0.5, 0},
                                             {1, 0, 0}});
    const Region region(corners);
    CHECK(region.area() == Approx(3.5).margin(kRoundOff));
    CHECK(region.perimeter() == Approx(6.0 + std::sqrt(2.0)).margin(kRoundOff));
    CHECK(region.distance(awkward_pose() * Vec3(1.2, 1.2, 0)) == Approx(0.0).margin(kRoundOff));
    CHECK(region.distance(awkward_pose() * Vec3(1.2, 1.2, -0.4)) == Approx(0.4).margin(kRoundOff));
    CHECK(region.distance(awkward_pose() * Vec3(2, 2, 0)) ==
          Approx(std::sqrt(0.5)).margin(kRoundOff));
    CHECK(region.distance(awkward_pose() * Vec3(-3, 1, 4)) == Approx(5.0).margin(kRoundOff));
}

TEST_CASE("project_region looks at the points along the direction", "[quality]") {
    const std::vector<Vec3> points = moved({{0, 0, 0}, {1, 0, 7}, {1, 1, -2}, {0, 1, 0.5}});
    const Vec3 direction = awkward_pose().rotation * Vec3(0, 0, 1);
    CHECK(project_region(points, direction).area() == Approx(1.0).margin(1e-11));
    const std::vector<Vec3> pillar = moved({{0, 0, 0}, {0, 0, 7}, {0, 0, -2}});
    CHECK(project_region(pillar, direction).area() == 0.0);
}
