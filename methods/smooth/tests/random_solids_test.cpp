// Extremal points of random pairs of solids whose answer is known, and what they cost.

#include <algorithm>
#include <cmath>
#include <ctime>
#include <iostream>
#include <iterator>
#include <string>

#include "methods/smooth/dual_newton.h"
#include "methods/smooth/extremal_points.h"
#include "methods/smooth/oval_ways.h"
#include "methods/smooth/tests/placed_solids.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

struct Score {
    int right = 0;
    int asked = 0;
    int unnamed = 0;  ///< wrong without a reason
    int most_steps = 0;
    double steps = 0.0;

    void add(const KnownPair& known, const ExtremalAnswer& answer) {
        ++asked;
        const bool good = is_right(known, answer);
        right += good ? 1 : 0;
        unnamed += !good && answer.why_not.empty() ? 1 : 0;
        most_steps = std::max(most_steps, answer.iterations);
        steps += answer.iterations;
    }
    std::string text() const {
        return std::to_string(right) + " of " + std::to_string(asked) + " right, " +
               std::to_string(unnamed) + " wrong without a reason, " +
               std::to_string(steps / asked) + " steps in the mean, " + std::to_string(most_steps) +
               " at most";
    }
};

constexpr double kGaps[]{1.0, 0.3, 0.1, 0.01, 0.001, 0.0001, -0.001, -0.01, -0.05};

Score score_ellipsoids(int count, double ratio, std::uint64_t seed, double lowest_gap,
                       const ExtremalOptions& options = {}) {
    Dice dice{std::mt19937_64(seed)};
    Score score;
    for (int i = 0; i < count; ++i) {
        double gap = kGaps[i % std::size(kGaps)];
        gap = gap < lowest_gap ? lowest_gap : gap;
        const KnownPair known(SmoothEllipsoid{dice.semi_axes(ratio)},
                              SmoothEllipsoid{dice.semi_axes(ratio)}, dice, gap);
        score.add(known, convex_pair(known.a, known.b, options));
    }
    return score;
}

Score score_superellipsoids(int count, double exponent, std::uint64_t seed,
                            const ExtremalOptions& options = {}) {
    Dice dice{std::mt19937_64(seed)};
    Score score;
    for (int i = 0; i < count; ++i) {
        const KnownPair known(SmoothSuperellipsoid{dice.semi_axes(3.0), exponent},
                              SmoothSuperellipsoid{dice.semi_axes(3.0), exponent}, dice,
                              i % 2 == 0 ? 0.1 : 0.001);
        score.add(known, convex_pair(known.a, known.b, options));
    }
    return score;
}

}  // namespace

TEST_CASE("nearest points of random ellipsoids are found from scratch", "[smooth]") {
    const Score score = score_ellipsoids(450, 10.0, 1, -0.05);
    INFO(score.text());
    CHECK(score.right == score.asked);
}

TEST_CASE("nearest points of random superellipsoids of power 8 are found", "[smooth]") {
    const Score score = score_superellipsoids(60, 8.0, 2);
    INFO(score.text());
    CHECK(score.right == score.asked);
}

TEST_CASE("the published iteration loses some of the pairs", "[smooth]") {
    const Score rounds = score_ellipsoids(200, 2.0, 3, 1e-3, {.published = true});
    const Score slim = score_ellipsoids(200, 10.0, 4, 1e-3, {.published = true});
    INFO(rounds.text() << "; " << slim.text());
    CHECK(rounds.right == rounds.asked);
    CHECK(slim.right < slim.asked);
    CHECK(slim.right > 0.85 * slim.asked);
}

/// The ways out of random overlapping ellipsoids, beside those of many climbs.
struct WaysOut {
    int asked = 0;
    int beaten = 0;  ///< pairs with a shorter way out than the one found
    int most = 0;    ///< steps of all climbs of one pair
    int longest = 0;
    double steps = 0.0;
    double ellipsoids = 0.0;
    double root_steps = 0.0;

    std::string text() const {
        return std::to_string(beaten) + " of " + std::to_string(asked) + " beaten, " +
               std::to_string(steps / asked) + " steps in all climbs, " + std::to_string(most) +
               " at most, " + std::to_string(longest) + " in the longest climb, " +
               std::to_string(ellipsoids / asked) + " ellipsoids with " +
               std::to_string(root_steps / asked) + " steps in one unknown";
    }
};

/// Asks for the ways out of pairs, and climbs from the centre line, the spread directions and
/// further random ones of each to find a shorter one.
WaysOut find_ways_out(int count, double ratio, std::uint64_t seed, int further) {
    constexpr double kOverlaps[]{-0.0001, -0.001, -0.01, -0.05};
    Dice dice{std::mt19937_64(seed)};
    Dice ways{std::mt19937_64(seed + 1)};
    WaysOut score;
    for (int i = 0; i < count; ++i) {
        const KnownPair known(SmoothEllipsoid{dice.semi_axes(ratio)},
                              SmoothEllipsoid{dice.semi_axes(ratio)}, dice, kOverlaps[i % 4]);
        const DualResult found = separate_ovals(known.a, known.b);
        const double size = known.solid_a.size + known.solid_b.size;
        bool beaten = !found.converged || found.separation < known.gap - 1e-9 * size;
        const auto climb = [&](const Vec3& start) {
            const DualResult other = climb_normals(known.a, known.b, start);
            beaten = beaten || (other.converged && other.separation < 0.0 &&
                                other.separation > found.separation + 1e-9 * size);
        };
        climb((known.b.centre - known.a.centre).normalized());
        for (const Vec3& start : spread_directions()) {
            climb(start);
        }
        for (int j = 0; j < further; ++j) {
            climb(ways.direction());
        }
        ++score.asked;
        score.beaten += beaten ? 1 : 0;
        score.most = std::max(score.most, found.work.iterations);
        score.longest = std::max(score.longest, found.work.longest);
        score.steps += found.work.iterations;
        score.ellipsoids += found.work.ellipsoids;
        score.root_steps += found.work.root_steps;
    }
    return score;
}

TEST_CASE("ways out of overlapping ellipsoids are the shortest, in eleven steps at most",
          "[smooth]") {
    for (const double ratio : {2.0, 4.0, 10.0}) {
        const WaysOut ways = find_ways_out(300, ratio, 14, 5);
        INFO(ratio << ": " << ways.text());
        CHECK(ways.beaten == 0);
        CHECK(ways.most <= 11);
        CHECK(ways.steps / ways.asked < 4.0);
    }
}

TEST_CASE("ways out along axes and planes of symmetry are found", "[smooth]") {
    const SmoothSolid disc = solid_of(SmoothEllipsoid{{1.0, 0.2, 0.8}});
    const SmoothSolid needle = solid_of(SmoothEllipsoid{{0.1, 0.1, 1.0}});
    const SmoothSolid ball = solid_of(SmoothBall{0.3});
    const auto way_out = [](const SmoothSolid& a, const SmoothSolid& b, const Vec3& centre) {
        return separate_ovals(oddly(a, Mat3::Identity(), Vec3::Zero()),
                              oddly(b, Mat3::Identity(), centre));
    };
    // Out over the shortest axis, from the middle and from either side of it.
    CHECK(std::abs(way_out(disc, disc, Vec3::Zero()).separation + 0.4) < 1e-12);
    CHECK(std::abs(way_out(disc, disc, {0.0, 0.1, 0.0}).separation + 0.3) < 1e-12);
    CHECK(std::abs(way_out(disc, disc, {0.0, -0.1, 0.0}).separation + 0.3) < 1e-12);
    CHECK(std::abs(way_out(disc, ball, {0.0, 0.05, 0.0}).separation + 0.45) < 1e-12);
    // Tip to tip along z, and two ways out with the same depth from a place on the plane between.
    CHECK(std::abs(way_out(needle, needle, {0.0, 0.0, 1.99}).separation + 0.01) < 1e-12);
    const DualResult side = way_out(disc, disc, {0.5, 0.0, 0.0});
    CHECK(side.converged);
    CHECK(side.separation > -0.4);
    CHECK(side.separation < -0.3);
    // Round about its axis a needle has no shortest way out of its own place; a ball has none.
    CHECK_FALSE(way_out(needle, needle, Vec3::Zero()).converged);
    CHECK_FALSE(way_out(ball, ball, Vec3::Zero()).converged);
}

TEST_CASE("ways out of needles and of plates as slim as can be are numbers", "[smooth]") {
    Dice dice{std::mt19937_64(15)};
    for (const double slim : {1e-6, 1e-8, 1e-10, 1e-12}) {
        for (int i = 0; i < 100; ++i) {
            const Vec3 needle(slim, dice.between(slim, 2.0 * slim), 1.0);
            const Vec3 plate(slim, dice.between(0.5, 1.0), 1.0);
            const bool is_plate = i % 2 == 0;
            const KnownPair known(SmoothEllipsoid{is_plate ? plate : needle},
                                  SmoothEllipsoid{i % 4 < 2 ? needle : plate}, dice, -0.1 * slim);
            CAPTURE(slim, i);
            const OvalWays ways = oval_ways(known.a, known.b);
            CHECK(ways.count > 0);
            for (const OvalWays::Way& way : ways) {
                CHECK(std::abs(way.normal.norm() - 1.0) < 1e-12);
                CHECK(std::isfinite(way.separation));
            }
            const DualResult found = separate_ovals(known.a, known.b);
            CHECK((!found.converged || std::isfinite(found.separation)));
        }
    }
}

/// Processor time that `ask` takes in the mean of many calls [µs].
template <typename Ask>
double mean_time(int calls, const Ask& ask) {
    const std::clock_t begin = std::clock();
    for (int i = 0; i < calls; ++i) {
        ask(i);
    }
    return 1e6 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / calls;
}

/// Processor times from scratch of random ellipsoids that overlap by 0.01 of their size.
std::string times_of_ways_out(int count, double ratio) {
    constexpr int kCalls = 1000;
    Dice dice{std::mt19937_64(16)};
    double sum = 0.0;
    double slowest = 0.0;
    double used = 0.0;  // so that nothing is left out
    for (int i = 0; i < count; ++i) {
        const KnownPair known(SmoothEllipsoid{dice.semi_axes(ratio)},
                              SmoothEllipsoid{dice.semi_axes(ratio)}, dice, -0.01);
        const double time = mean_time(
            kCalls, [&](int /*call*/) { used += separate_ovals(known.a, known.b).separation; });
        sum += time;
        slowest = std::max(slowest, time);
    }
    return std::to_string(sum / count) + " us in the mean of " + std::to_string(count) +
           " pairs, the slowest " + std::to_string(slowest) + " (" + std::to_string(used) + ")";
}

TEST_CASE("the random pairs in full", "[.full]") {
    for (const double ratio : {2.0, 4.0, 10.0}) {
        std::cout << "ellipsoids 1:" << ratio << ": "
                  << score_ellipsoids(20000, ratio, 10, -0.05).text()
                  << "\n  apart: " << score_ellipsoids(20000, ratio, 10, 1e-4).text()
                  << "\n  published: "
                  << score_ellipsoids(20000, ratio, 10, 1e-4, {.published = true}).text() << "\n";
    }
    for (const double ratio : {2.0, 4.0, 10.0}) {
        const WaysOut ways = find_ways_out(20000, ratio, 13, 40);
        std::cout << "overlapping ellipsoids 1:" << ratio << ": " << ways.text()
                  << "\n  from scratch: " << times_of_ways_out(300, ratio) << "\n";
    }
    for (const double exponent : {2.0, 3.0, 4.0, 8.0}) {
        std::cout << "superellipsoids p = " << exponent << ": "
                  << score_superellipsoids(2000, exponent, 11).text() << "\n  published: "
                  << score_superellipsoids(2000, exponent, 11, {.published = true}).text() << "\n";
    }
}

TEST_CASE("times of one question", "[.full]") {
    Dice dice{std::mt19937_64(12)};
    const KnownPair known(SmoothEllipsoid{dice.semi_axes(4.0)},
                          SmoothEllipsoid{dice.semi_axes(4.0)}, dice, 0.01);
    const KnownPair power(SmoothSuperellipsoid{{1.0, 0.6, 0.4}, 4.0},
                          SmoothSuperellipsoid{{1.0, 0.6, 0.4}, 4.0}, dice, 0.01);
    constexpr int kCalls = 20000;
    double sum = 0.0;
    const auto moved_b = [](const KnownPair& pair, int i) {
        PlacedSolid b = pair.b;
        b.centre += 1e-7 * i * Vec3::UnitX();
        return b;
    };
    const FeaturePair features{&known.a, &known.b, known.solid_a.features.data(),
                               known.solid_b.features.data()};
    const ExtremalState cached = convex_pair(known.a, known.b).pairs[0].state;
    std::cout
        << "ellipsoids, cached points, (9): "
        << mean_time(
               kCalls,
               [&](int i) {
                   const PlacedSolid b = moved_b(known, i);
                   const FeaturePair pair{features.a, &b, features.feature_a, features.feature_b};
                   sum += solve_extremal(pair, cached, NewtonRule::Damped).separation;
               })
        << " us\nellipsoids, cached normal: "
        << mean_time(kCalls,
                     [&](int i) {
                         sum += climb_normals(known.a, moved_b(known, i), known.normal).separation;
                     })
        << " us\nellipsoids from scratch: "
        << mean_time(kCalls,
                     [&](int i) { sum += separate_ovals(known.a, moved_b(known, i)).separation; })
        << " us\nsuperellipsoids from scratch: "
        << mean_time(
               2000,
               [&](int i) {
                   sum += convex_pair(power.a, moved_b(power, i)).pairs[0].contacts[0].separation;
               })
        << " us (" << sum << ")\n";
}
