#include "methods/continuous/gjk.h"

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/random_share.h"
#include "methods/continuous/support_shape.h"
#include "methods/continuous/tests/exact_distance.h"
#include "methods/testing/catch.h"

namespace touchstone {
namespace {

using testing::exact_differences;
using testing::exact_distance_squared;
using testing::exact_support;
using testing::ExactVec3;

class Draw {
 public:
    explicit Draw(int seed) : random_(seed) {}
    double uniform() { return random_share(random_) * 2.0 - 1.0; }
    int below(int count) { return static_cast<int>(random_() % count); }
    Vec3 vector() { return {uniform(), uniform(), uniform()}; }
    Mat3 matrix() {
        Mat3 m;
        m << vector(), vector(), vector();
        return m;
    }

 private:
    std::mt19937_64 random_;
};

/// Draws a solid, a plate, a needle, one point, or repeated points; coordinates coarse or fine.
std::vector<Vec3> draw_points(Draw& draw) {
    const int kind = draw.below(6);
    const bool is_coarse = draw.below(2) == 0;
    const Vec3 along = draw.vector();
    const Vec3 across = draw.vector();
    std::vector<Vec3> points;
    for (int i = 0; i < (kind == 3 ? 1 : 4); ++i) {
        Vec3 p = draw.vector();
        p = kind == 1 ? Vec3(p.x() * along + p.y() * across) : kind == 2 ? Vec3(p.x() * along) : p;
        if (is_coarse) {
            p = (4.0 * p).array().round() / 4.0;
        }
        points.push_back(p);
        if (kind == 4 && i < 2) {
            points.push_back(p);
        }
    }
    return points;
}

AffinePlacement draw_placement(Draw& draw, double spread) {
    const bool is_aligned = draw.below(2) == 0;
    Mat3 linear =
        is_aligned ? Mat3(Mat3::Identity()) : Mat3(Mat3::Identity() + 0.5 * draw.matrix());
    Vec3 offset = spread * draw.vector();
    if (is_aligned) {
        offset = (4.0 * offset).array().round() / 4.0;
    }
    return {linear, offset};
}

/// Checks both bounds against exact arithmetic; returns the relative distance between them.
double check_bounds(const PairDistance& found, const std::vector<ExactVec3>& differences,
                    bool with_truth) {
    const mpq_class lower(found.lower);
    const mpq_class upper(found.upper);
    if (found.lower > 0.0) {
        const mpq_class along = exact_support(differences, found.normal);
        mpq_class length = 0;
        for (int i = 0; i < 3; ++i) {
            length += mpq_class(found.normal[i]) * mpq_class(found.normal[i]);
        }
        CHECK((along > 0));
        CHECK((along * along >= lower * lower * length));
    }
    if (with_truth) {
        const mpq_class truth = exact_distance_squared(differences);
        CHECK((truth >= lower * lower));
        CHECK((truth <= upper * upper));
    }
    CHECK(found.lower <= found.upper);
    return found.upper - found.lower;
}

TEST_CASE("pair_distance holds the exact distance between its bounds", "[continuous][gjk]") {
    Draw draw(1);
    double widest = 0.0;
    int apart = 0;
    for (int i = 0; i < 150; ++i) {
        const std::vector<Vec3> a = draw_points(draw);
        const std::vector<Vec3> b = draw_points(draw);
        const AffinePlacement at_a = draw_placement(draw, 1.5);
        const AffinePlacement at_b = draw_placement(draw, 1.5);
        const SupportShape shape_a = make_support_hull(a);
        const SupportShape shape_b = make_support_hull(b);
        const PlacedPair pair = place_pair(shape_a, at_a, shape_b, at_b);
        const PairDistance found = pair_distance(pair);
        INFO("pair " << i);
        const double width = check_bounds(found, exact_differences(a, at_a, b, at_b), true);
        apart += found.lower > 0.0 ? 1 : 0;
        // Bodies of size 1: 1e4 ε of the distance and the rounding bound, which is below 1e-13.
        CHECK(width <= 1e-11);
        widest = std::max(widest, width);
        CHECK(std::abs((found.point_b - found.point_a).norm() - found.upper) <= 1e-13);
    }
    INFO("widest " << widest);
    CHECK(apart > 30);
    CHECK(apart < 148);
}

TEST_CASE("pair_distance is as sharp for bodies a millionth apart", "[continuous][gjk]") {
    Draw draw(2);
    for (int i = 0; i < 80; ++i) {
        const std::vector<Vec3> a = draw_points(draw);
        const std::vector<Vec3> b = draw_points(draw);
        const AffinePlacement at_a = draw_placement(draw, 1.5);
        AffinePlacement at_b = draw_placement(draw, 1.5);
        const SupportShape shape_a = make_support_hull(a);
        const SupportShape shape_b = make_support_hull(b);
        const PairDistance wide = pair_distance(place_pair(shape_a, at_a, shape_b, at_b));
        if (wide.lower < 1e-3) {
            continue;
        }
        at_b.offset -= (wide.upper - 1e-7) * wide.normal;
        const PairDistance found = pair_distance(place_pair(shape_a, at_a, shape_b, at_b));
        INFO("pair " << i);
        check_bounds(found, exact_differences(a, at_a, b, at_b), true);
        // The normal of a flat part is as accurate as the part is wide, however close the bodies
        // are.
        CHECK(found.lower >= 0.999e-7);
        CHECK(found.upper <= 1.001e-7);
    }
}

TEST_CASE("pair_distance is no worse a million sizes away from the origin", "[continuous][gjk]") {
    Draw draw(3);
    for (int i = 0; i < 80; ++i) {
        const Vec3 far = 1e6 * draw.vector();
        const bool is_body_far = draw.below(2) == 0;
        std::vector<Vec3> a = draw_points(draw);
        std::vector<Vec3> b = draw_points(draw);
        AffinePlacement at_a = draw_placement(draw, 1.5);
        AffinePlacement at_b = draw_placement(draw, 1.5);
        if (is_body_far) {
            for (std::vector<Vec3>* points : {&a, &b}) {
                for (Vec3& p : *points) {
                    p += far;
                }
            }
            at_b.linear = at_a.linear;  // otherwise the bodies part
        } else {
            at_a.offset += far;
            at_b.offset += far;
        }
        const SupportShape shape_a = make_support_hull(a);
        const SupportShape shape_b = make_support_hull(b);
        const PairDistance found = pair_distance(place_pair(shape_a, at_a, shape_b, at_b));
        INFO("pair " << i);
        CHECK(check_bounds(found, exact_differences(a, at_a, b, at_b), true) <= 1e-11);
    }
}

TEST_CASE("pair_distance goes on from its last simplex when bodies move", "[continuous][gjk]") {
    Draw draw(4);
    long warm_calls = 0;
    long cold_calls = 0;
    for (int i = 0; i < 100; ++i) {
        std::vector<Vec3> a;
        std::vector<Vec3> b;
        for (int k = 0; k < 12; ++k) {
            a.push_back(draw.vector());
            b.push_back(draw.vector() + Vec3(3.0, 0.0, 0.0));
        }
        const SupportShape shape_a = make_support_hull(a);
        const SupportShape shape_b = make_support_hull(b);
        const AffineMotion motion_b{Mat3::Identity(), 0.5 * draw.matrix(), Vec3::Zero(),
                                    Vec3(-1.5, 0.3, 0.0)};
        const PairMotion motion = make_pair_motion(shape_a, {}, shape_b, motion_b);
        PairSimplex simplex;
        for (int step = 0; step <= 20; ++step) {
            const PlacedPair pair = pair_at(motion, 0.05 * step);
            const PairDistance warm = pair_distance(pair, simplex);
            const PairDistance cold = pair_distance(pair);
            CHECK(warm.lower <= cold.upper);
            CHECK(cold.lower <= warm.upper);
            CHECK(warm.upper - warm.lower <= 1e-11);
            if (step > 0) {
                warm_calls += warm.support_calls;
                cold_calls += cold.support_calls;
            }
        }
    }
    CHECK(2 * warm_calls < cold_calls);
}

TEST_CASE("pair_distance restarts when the last simplex misleads", "[continuous][gjk]") {
    Draw draw(5);
    for (int i = 0; i < 300; ++i) {
        const SupportShape a = make_support_hull(draw_points(draw));
        const SupportShape b = make_support_hull(draw_points(draw));
        PairSimplex simplex;
        for (int pose = 0; pose < 4; ++pose) {  // poses unrelated to each other
            const PlacedPair pair =
                place_pair(a, draw_placement(draw, 2.0), b, draw_placement(draw, 2.0));
            const PairDistance warm = pair_distance(pair, simplex);
            const PairDistance cold = pair_distance(pair);
            CHECK(warm.upper - warm.lower <= 1e-11);
            CHECK(warm.lower <= cold.upper);
            CHECK(cold.lower <= warm.upper);
        }
    }
}

TEST_CASE("pair_distance treats round bodies as round", "[continuous][gjk][round]") {
    const SupportShape sphere = make_support_sphere(0.5);
    const SupportShape box = make_support_box({1.0, 2.0, 0.25});
    const SupportShape capsule = make_support_capsule(0.25, 1.0);
    const SupportShape cylinder = make_support_cylinder(0.5, 1.0);
    const AffinePlacement origin;
    const auto at = [](double x, double y, double z) {
        return AffinePlacement{Mat3::Identity(), {x, y, z}};
    };
    const auto check = [&](const SupportShape& a, const AffinePlacement& at_a,
                           const SupportShape& b, const AffinePlacement& at_b, double expected) {
        const PairDistance found = pair_distance(place_pair(a, at_a, b, at_b));
        CHECK(found.lower <= expected + 1e-14);
        CHECK(found.upper >= expected - 1e-14);
        // Round bodies converge to about half the digits of a normal: width below its square.
        INFO(expected);
        CHECK(found.upper - found.lower <= 1e-11);
    };
    check(sphere, origin, sphere, at(1.0, 2.0, 2.0), 2.0);
    check(sphere, origin, box, at(0.0, 0.0, 1.0), 0.25);
    check(box, origin, sphere, at(4.0, 6.0, 0.0), 4.5);
    check(capsule, origin, capsule, at(3.0, 0.0, 0.5), 2.5);
    check(capsule, origin, sphere, at(0.0, 3.0, 5.0), 4.25);
    check(cylinder, origin, cylinder, at(0.0, 0.3, 3.0), 1.0);
    check(cylinder, origin, cylinder, at(1.2, 1.6, 1.0), 1.0);
    Mat3 lying;
    lying << 0, 0, 1, 1, 0, 0, 0, 1, 0;  // the axis becomes x
    check(cylinder, {lying, Vec3::Zero()}, sphere, at(0.3, 3.0, 4.0), 4.0);
    check(box, origin, cylinder, {lying, {0.0, 0.0, 1.25}}, 0.5);
    const Mat3 stretched = Vec3(1.0, 1.0, 3.0).asDiagonal();
    check(sphere, {stretched, Vec3::Zero()}, sphere, at(0.0, 0.0, 4.0), 2.0);
}

TEST_CASE("pair_distance says that bodies touch or overlap", "[continuous][gjk]") {
    const SupportShape box = make_support_box({0.5, 0.5, 0.5});
    const SupportShape point = make_support_hull(std::vector<Vec3>{{0.1, 0.2, 0.3}});
    const Vec3 offset = GENERATE(Vec3(1.0, 0.0, 0.0), Vec3(1.0, 1.0, 1.0), Vec3(0.0, 0.0, 0.0),
                                 Vec3(0.3, 0.2, 0.1), Vec3(1.0, 0.5, 0.25));
    const PairDistance found = pair_distance(place_pair(box, {}, box, {Mat3::Identity(), offset}));
    CHECK(found.lower == 0.0);
    CHECK(found.upper <= 1e-13);
    const PairDistance inside = pair_distance(place_pair(point, {}, box, {}));
    CHECK(inside.lower == 0.0);
    CHECK(inside.upper <= 1e-13);
    const PairDistance same = pair_distance(place_pair(point, {}, point, {}));
    CHECK(same.lower == 0.0);
    CHECK(same.upper <= 1e-13);
}

TEST_CASE("separation_along bounds the distance from below", "[continuous][gjk]") {
    Draw draw(6);
    for (int i = 0; i < 200; ++i) {
        const std::vector<Vec3> a = draw_points(draw);
        const std::vector<Vec3> b = draw_points(draw);
        const AffinePlacement at_a = draw_placement(draw, 2.0);
        const AffinePlacement at_b = draw_placement(draw, 2.0);
        const SupportShape shape_a = make_support_hull(a);
        const SupportShape shape_b = make_support_hull(b);
        const Vec3 normal = draw.vector().normalized();
        const double along = separation_along(place_pair(shape_a, at_a, shape_b, at_b), normal);
        const mpq_class truth = exact_support(exact_differences(a, at_a, b, at_b), normal);
        CHECK((mpq_class(along) <= truth));
        CHECK((truth - mpq_class(along) < 1e-12));
    }
}

TEST_CASE("support shapes refuse what is no body", "[continuous][support]") {
    CHECK_THROWS_AS(make_support_hull(std::span<const Vec3>()), Error);
    CHECK_THROWS_AS(make_support_hull(std::vector<Vec3>{{0.0, kUnset, 0.0}}), Error);
    CHECK_THROWS_AS(make_support_sphere(-1.0), Error);
    CHECK_THROWS_AS(make_support_box({1.0, kUnset, 1.0}), Error);
    CHECK_THROWS_AS(make_support_capsule(1.0, std::numeric_limits<double>::infinity()), Error);
}

TEST_CASE("farthest_offset takes the first of equally far points", "[continuous][support]") {
    std::vector<Vec3> points;
    points.reserve(11);
    for (int i = 0; i < 11; ++i) {
        points.push_back({static_cast<double>(i % 3), static_cast<double>(i), 0.0});
    }
    const SupportShape hull = make_support_hull(points);
    CHECK(farthest_offset(hull, {1.0, 0.0, 0.0}) == points[2]);
    CHECK(farthest_offset(hull, {0.0, 1.0, 0.0}) == points[10]);
    CHECK(farthest_offset(hull, {0.0, -1.0, 0.0}) == points[0]);
    CHECK(farthest_offset(hull, {0.0, 0.0, 0.0}) == points[0]);
}

}  // namespace
}  // namespace touchstone
