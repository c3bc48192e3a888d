#include "rigid_solver/barrier/near/step_bound.h"

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "methods/base/random_share.h"
#include "methods/geometry/feature_distance.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

constexpr double kCloseReach = 1e-4;  // d̂ [m]

using Points = std::vector<Vec3>;

/// One pair of elements in motion: a vertex and a face, or two edges.
struct Pair {
    bool is_edge_edge = false;
    Points start;
    Points end;
};

/// Returns the distance of the two elements at a time [m].
double distance_at(const Pair& pair, double time) {
    std::array<Vec3, 4> p;
    for (int i = 0; i < 4; ++i) {
        p[i] = pair.start[i] + time * (pair.end[i] - pair.start[i]);
    }
    return pair.is_edge_edge ? edge_edge_distance({p[0], p[1]}, {p[2], p[3]})
                             : point_triangle_distance(p[0], {p[1], p[2], p[3]});
}

/// Returns the bound of one pair alone.
double bound_of(const Pair& pair) {
    const int of_a = pair.is_edge_edge ? 2 : 1;
    const auto split = [of_a](const Points& points) {
        return std::array{Points(points.begin(), points.begin() + of_a),
                          Points(points.begin() + of_a, points.end())};
    };
    BarrierSurface a;
    BarrierSurface b;
    a.vertices = {0};
    a.edges = {{0, 1}};
    b.edges = {{0, 1}};
    b.faces = {{0, 1, 2}};
    BarrierCandidates candidates;
    (pair.is_edge_edge ? candidates.edge_edge : candidates.vertex_face).push_back({0, 0});
    const std::array<Points, 2> start = split(pair.start);
    const std::array<Points, 2> end = split(pair.end);
    return step_bound({&a, &b, start[0], end[0], start[1], end[1]}, candidates, kCloseReach, 1.0);
}

Vec3 random_vector(std::mt19937_64& engine) {
    return {2.0 * random_share(engine) - 1.0, 2.0 * random_share(engine) - 1.0,
            2.0 * random_share(engine) - 1.0};
}

}  // namespace

TEST_CASE("no pair of elements loses more than half of its distance up to the bound", "[barrier]") {
    std::mt19937_64 engine(5);
    int cut = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        Pair pair;
        pair.is_edge_edge = trial % 2 == 0;
        for (int i = 0; i < 4; ++i) {
            pair.start.push_back(random_vector(engine));
        }
        pair.end = pair.start;
        // Some begin within d̂ of each other: the first element is moved along the way between.
        const double nearness = trial % 3 == 0 ? 1.0 - 3e-5 / distance_at(pair, 0.0) : 0.0;
        const ClosestFeatures closest =
            pair.is_edge_edge
                ? closest_edge_edge({pair.start[0], pair.start[1]}, {pair.start[2], pair.start[3]})
                : closest_point_triangle(pair.start[0],
                                         {pair.start[1], pair.start[2], pair.start[3]});
        for (int i = 0; i < (pair.is_edge_edge ? 2 : 1); ++i) {
            pair.start[i] -= nearness * closest.way;
        }
        const double size = trial % 5 == 0 ? 1.0 : 0.05;
        for (int i = 0; i < 4; ++i) {
            pair.end[i] = pair.start[i] + size * random_vector(engine);
        }
        const double start = distance_at(pair, 0.0);
        const double kept = 0.5 * std::min(start, kCloseReach);
        const double bound = bound_of(pair);
        REQUIRE(bound > 0.0);
        double smallest = start;
        for (int i = 0; i <= 2000; ++i) {
            smallest = std::min(smallest, distance_at(pair, bound * i / 2000.0));
        }
        INFO("trial " << trial << ", bound " << bound << ", from " << start << " to " << smallest);
        CHECK(smallest >= kept - 1e-12);
        if (bound < 1.0) {
            ++cut;
            // It ends where a tenth of what may be lost is left, or less.
            CHECK(distance_at(pair, bound) - kept <= 0.1 * (start - kept) + 1e-12);
        }
    }
    CHECK(cut > 300);
}

TEST_CASE("rounding of far ends does not let edges pass half of their distance", "[barrier]") {
    constexpr double kGap = 0.6 * kCloseReach;
    constexpr double kTooFar = 1e-10;  // a plane of edges so nearly parallel errs by more [m]
    std::mt19937_64 engine(11);
    for (int trial = 0; trial < 500; ++trial) {
        const Vec3 along = random_vector(engine).normalized();
        const Vec3 up = along.cross(random_vector(engine)).normalized();
        const Vec3 across = 6e-5 * along.cross(up);
        const Vec3 first = 400.0 * (along + across);
        const Vec3 second = 400.0 * (along - across);
        Pair pair;
        pair.is_edge_edge = true;
        pair.start = {-first + kGap * up, first + kGap * up, second, -second};
        pair.end = pair.start;
        for (int i = 0; i < 2; ++i) {
            pair.end[i] -= (0.5 * kGap + kTooFar) * up;
        }
        const double bound = bound_of(pair);
        INFO("trial " << trial << ", bound " << bound);
        CHECK(bound > 0.9);
        CHECK(distance_at(pair, bound) >= 0.5 * kGap - 1e-12);
    }
}

TEST_CASE("elements that slide or turn past each other are not held up", "[barrier]") {
    const double gap = 0.3 * kCloseReach;
    SECTION("a vertex that slides along a face for a metre") {
        const Points start{Vec3(0, gap, 0), Vec3(-2, 0, -2), Vec3(2, 0, -2), Vec3(0, 0, 3)};
        Points end = start;
        end[0].x() += 1.0;
        CHECK(bound_of({false, start, end}) == 1.0);
    }
    SECTION("a face that turns about a vertex below it") {
        const Points start{Vec3(0, 0, 0), Vec3(-2, gap, -2), Vec3(2, gap, -2), Vec3(0, gap, 3)};
        Points end = start;
        end[1].y() -= 0.1;
        end[2].y() += 0.1;
        CHECK(bound_of({false, start, end}) == 1.0);
    }
    SECTION("an edge that turns and slides on another") {
        const Points start{Vec3(-1, gap, 0), Vec3(1, gap, 0), Vec3(0, 0, -1), Vec3(0, 0, 1)};
        Points end = start;
        end[0] += Vec3(0.2, -0.05, 0.1);
        end[1] += Vec3(0.2, 0.075, -0.1);
        CHECK(bound_of({true, start, end}) == 1.0);
    }
    SECTION("the end of an edge along a side that turns away") {
        const Points start{Vec3(0, gap, 0), Vec3(0, 1, 0.5), Vec3(-1, 0, 0), Vec3(1, 0, 0)};
        Points end = start;
        end[0] += Vec3(0.3, 0, 0);
        end[1] += Vec3(0.3, 0, 0);
        end[2].y() -= 0.05;
        end[3].y() -= 0.05;
        CHECK(bound_of({true, start, end}) == 1.0);
    }
}
