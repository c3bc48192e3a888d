#include "methods/smooth/extremal_points.h"

#include <cmath>
#include <ctime>
#include <iostream>
#include <numbers>
#include <random>

#include "methods/base/random_share.h"
#include "methods/mesh/shapes.h"
#include "methods/smooth/dual_newton.h"
#include "methods/smooth/oval_ways.h"
#include "methods/smooth/polyhedron_pair.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

/// Seeded numbers that are the same with every library.
struct Dice {
    std::mt19937_64 engine;

    double between(double low, double high) { return low + (high - low) * random_share(engine); }
    Vec3 direction() {
        for (;;) {
            const Vec3 v(between(-1.0, 1.0), between(-1.0, 1.0), between(-1.0, 1.0));
            if (v.norm() <= 1.0 && v.norm() > 0.1) {
                return v.normalized();
            }
        }
    }
    Mat3 rotation() {
        return Eigen::AngleAxisd(between(0.0, std::numbers::pi), direction()).toRotationMatrix();
    }
    Vec3 semi_axes(double ratio) {
        const double low = 1.0 / ratio;
        return {std::exp(between(std::log(low), 0.0)), std::exp(between(std::log(low), 0.0)),
                std::exp(between(std::log(low), 0.0))};
    }
};

/// Two solids whose extremal points are known: B is moved along a normal of A until the gap fits.
struct KnownPair {
    SmoothSolid solid_a;
    SmoothSolid solid_b;
    PlacedSolid a;
    PlacedSolid b;
    Vec3 normal;
    double gap = 0.0;

    KnownPair(const SmoothPrimitive& shape_a, const SmoothPrimitive& shape_b, Dice& dice,
              double gap_share)
        : solid_a(make_smooth_solid(shape_a)), solid_b(make_smooth_solid(shape_b)) {
        a = {&solid_a, dice.rotation(), Vec3::Zero()};
        b = {&solid_b, dice.rotation(), Vec3::Zero()};
        normal = dice.direction();
        gap = gap_share * (solid_a.size + solid_b.size);
        b.centre = support(a, normal) + gap * normal - support(b, -normal);
    }
    KnownPair(const KnownPair&) = delete;
    KnownPair& operator=(const KnownPair&) = delete;
};

bool is_right(const KnownPair& known, const ExtremalAnswer& answer) {
    if (answer.pairs.size() != 1) {
        return false;
    }
    // Of overlapping bodies another way out may be shorter than the one they were made by.
    const double own = answer.pairs[0].contacts[0].separation;
    const double size = known.solid_a.size + known.solid_b.size;
    return known.gap > 0.0 ? std::abs(own - known.gap) < 1e-9 * size
                           : own > known.gap - 1e-9 * size && own < 0.0;
}

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

SmoothSolid solid_of(const SmoothPrimitive& primitive) { return make_smooth_solid(primitive); }

const Quat kAwkward(Eigen::AngleAxisd(0.7, Vec3(0.3, -0.9, 0.4).normalized()));

/// The pose of a frame as odd as any.
PlacedSolid oddly(const SmoothSolid& solid, const Mat3& rotation, const Vec3& centre) {
    const Mat3 turn = kAwkward.toRotationMatrix();
    return {&solid, turn * rotation, turn * centre + Vec3(0.2, -0.1, 0.3)};
}

Mat3 turned(double angle, const Vec3& axis) {
    return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
}

/// A cylinder's axis y laid along x.
Mat3 lying() { return turned(-0.5 * std::numbers::pi, Vec3::UnitZ()); }

double condition_of(const PlacedSolid& a, int feature_a, const PlacedSolid& b, int feature_b,
                    const Vec3& point_a, const Vec3& point_b) {
    const FeaturePair pair{&a, &b, &a.solid->features[feature_a], &b.solid->features[feature_b]};
    return extremal_condition(pair, guess_state(pair, point_a, point_b), 1.0);
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

TEST_CASE("balls have their closed form", "[smooth]") {
    const SmoothSolid one = solid_of(SmoothBall{0.5});
    const SmoothSolid two = solid_of(SmoothBall{0.3});
    for (const double gap : {0.2, 1e-9, 0.0, -0.1}) {
        const Vec3 way = Vec3(1.0, -2.0, 0.5).normalized();
        const PlacedSolid a{&one, Mat3::Identity(), Vec3(0.1, 0.2, 0.3)};
        const PlacedSolid b{&two, kAwkward.toRotationMatrix(), a.centre + (0.8 + gap) * way};
        const ExtremalAnswer answer = convex_pair(a, b);
        REQUIRE(answer.pairs.size() == 1);
        const SmoothContact& contact = answer.pairs[0].contacts[0];
        CHECK((contact.normal - way).norm() < 1e-14);
        CHECK(std::abs(contact.separation - gap) < 1e-15);
        CHECK((contact.point_a - a.centre - 0.5 * way).norm() < 1e-14);
    }
    const PlacedSolid a{&one};
    CHECK_FALSE(convex_pair(a, {&two}).why_not.empty());
}

TEST_CASE("solids of all convex kinds meet as they were placed", "[smooth]") {
    const std::vector<SmoothPrimitive> kinds{SmoothBall{0.7},
                                             SmoothEllipsoid{{1.0, 0.7, 0.5}},
                                             SmoothSuperellipsoid{{1.0, 0.7, 0.5}, 4.0},
                                             SmoothCylinder{0.6, 1.4},
                                             SmoothCone{0.6, 1.1},
                                             SmoothCapsule{0.4, 1.2},
                                             SmoothRoundBox{{1.2, 0.8, 1.0}, 0.15}};
    Dice dice{std::mt19937_64(5)};
    for (const SmoothPrimitive& kind_a : kinds) {
        for (const SmoothPrimitive& kind_b : kinds) {
            for (const double gap : {0.2, 1e-3, -1e-3}) {
                CAPTURE(smooth_kind(kind_a), smooth_kind(kind_b), gap);
                const KnownPair known(kind_a, kind_b, dice, gap);
                const ExtremalAnswer answer = convex_pair(known.a, known.b);
                CHECK(answer.why_not.empty());
                CHECK(is_right(known, answer));
                if (gap > 0.0 && !answer.pairs.empty()) {
                    CHECK((answer.pairs[0].contacts[0].normal - known.normal).norm() < 1e-6);
                }
            }
        }
    }
}

TEST_CASE("exchanging and moving both solids changes nothing", "[smooth]") {
    Dice dice{std::mt19937_64(6)};
    const KnownPair known(SmoothEllipsoid{{1.0, 0.3, 0.5}}, SmoothCone{0.6, 1.1}, dice, -2e-3);
    const ExtremalAnswer answer = convex_pair(known.a, known.b);
    const ExtremalAnswer exchanged = convex_pair(known.b, known.a);
    REQUIRE(answer.pairs.size() == 1);
    REQUIRE(exchanged.pairs.size() == 1);
    const SmoothContact& one = answer.pairs[0].contacts[0];
    const SmoothContact& other = exchanged.pairs[0].contacts[0];
    CHECK((one.normal + other.normal).norm() < 1e-9);
    CHECK(std::abs(one.separation - other.separation) < 1e-12);
    CHECK((one.point_a - other.point_b).norm() < 1e-9);
}

TEST_CASE("lines, areas and rings of contact have their corners", "[smooth]") {
    const SmoothSolid cylinder = solid_of(SmoothCylinder{0.5, 2.0});
    const SmoothSolid thin = solid_of(SmoothCylinder{0.25, 1.0});
    const SmoothSolid box = solid_of(SmoothRoundBox{{3.0, 1.0, 3.0}, 0.1});
    const SmoothSolid torus = solid_of(SmoothTorus{1.0, 0.3});
    const PlacedSolid ground = oddly(box, Mat3::Identity(), Vec3(0.0, -0.5, 0.0));

    SECTION("a cylinder that lies on a face touches along a line") {
        const ExtremalAnswer answer =
            convex_pair(ground, oddly(cylinder, lying(), Vec3(0.0, 0.499, 0.0)));
        REQUIRE(answer.pairs.size() == 1);
        CHECK(answer.pairs[0].spread == ContactSpread::Line);
        REQUIRE(answer.pairs[0].contacts.size() == 2);
        CHECK(std::abs(answer.pairs[0].contacts[0].separation + 1e-3) < 1e-12);
        CHECK(
            std::abs(
                (answer.pairs[0].contacts[0].point_a - answer.pairs[0].contacts[1].point_a).norm() -
                2.0) < 1e-9);
    }
    SECTION("parallel cylinders share the overlap of their lengths") {
        const ExtremalAnswer answer = convex_pair(oddly(cylinder, lying(), Vec3::Zero()),
                                                  oddly(thin, lying(), Vec3(0.8, 0.75, 0.0)));
        REQUIRE(answer.pairs.size() == 1);
        CHECK(answer.pairs[0].spread == ContactSpread::Line);
        REQUIRE(answer.pairs[0].contacts.size() == 2);
        CHECK(
            std::abs(
                (answer.pairs[0].contacts[0].point_a - answer.pairs[0].contacts[1].point_a).norm() -
                0.7) < 1e-8);
    }
    SECTION("faces of rounded boxes share a rectangle") {
        const ExtremalAnswer answer =
            convex_pair(ground, oddly(box, turned(0.3, Vec3::UnitY()), Vec3(0.4, 0.5, 0.0)));
        REQUIRE(answer.pairs.size() == 1);
        CHECK(answer.pairs[0].spread == ContactSpread::Area);
        CHECK(answer.pairs[0].contacts.size() >= 4);
        for (const SmoothContact& contact : answer.pairs[0].contacts) {
            CHECK(std::abs(contact.separation) < 1e-12);
        }
    }
    SECTION("a torus lies flat on a face along a ring") {
        const ExtremalAnswer answer =
            curved_pairs(ground, oddly(torus, Mat3::Identity(), Vec3(0.0, 0.31, 0.0)));
        REQUIRE(answer.pairs.size() == 1);
        CHECK(answer.pairs[0].spread == ContactSpread::Ring);
        CHECK(answer.pairs[0].contacts.size() == 8);
        CHECK(std::abs(answer.pairs[0].contacts[0].separation - 0.01) < 1e-12);
    }
    SECTION("coaxial cylinders that stand on each other share the smaller cap") {
        for (const double gap : {0.02, 0.0, -1e-3}) {
            const ExtremalAnswer answer =
                convex_pair(oddly(cylinder, Mat3::Identity(), Vec3::Zero()),
                            oddly(thin, Mat3::Identity(), Vec3(0.0, 1.5 + gap, 0.0)));
            REQUIRE(answer.pairs.size() == 1);
            CHECK(answer.pairs[0].spread == ContactSpread::Area);
            CHECK(answer.pairs[0].contacts.size() == 8);
            for (const SmoothContact& contact : answer.pairs[0].contacts) {
                CHECK(std::abs(contact.separation - gap) < 1e-12);
                CHECK((kAwkward.conjugate() * contact.normal - Vec3::UnitY()).norm() < 1e-12);
            }
        }
    }
    SECTION("coaxial tori touch along a ring") {
        const ExtremalAnswer answer =
            curved_pairs(oddly(torus, Mat3::Identity(), Vec3::Zero()),
                         oddly(torus, Mat3::Identity(), Vec3(0.0, 0.6, 0.0)));
        REQUIRE(answer.pairs.size() == 1);
        CHECK(answer.pairs[0].spread == ContactSpread::Ring);
        CHECK(std::abs(answer.pairs[0].contacts[0].separation) < 1e-12);
    }
}

TEST_CASE("surfaces that fit each other are named, never answered by no number", "[smooth]") {
    const SmoothSolid cylinder = solid_of(SmoothCylinder{0.5, 2.0});
    const SmoothSolid thin = solid_of(SmoothCylinder{0.25, 1.0});
    const SmoothSolid ball = solid_of(SmoothBall{0.5});
    const SmoothSolid egg = solid_of(SmoothEllipsoid{{0.5, 0.5, 0.5}});
    const SmoothSolid torus = solid_of(SmoothTorus{1.0, 0.3});
    const SmoothSolid tube = solid_of(SmoothTorus{1.0, 0.2});
    const PlacedSolid at_origin[]{oddly(cylinder, Mat3::Identity(), Vec3::Zero()),
                                  oddly(thin, Mat3::Identity(), Vec3::Zero()),
                                  oddly(ball, Mat3::Identity(), Vec3::Zero()),
                                  oddly(egg, Mat3::Identity(), Vec3::Zero()),
                                  oddly(torus, Mat3::Identity(), Vec3::Zero()),
                                  oddly(tube, Mat3::Identity(), Vec3::Zero())};
    for (const PlacedSolid& a : at_origin) {
        for (const PlacedSolid& b : at_origin) {
            CAPTURE(smooth_kind(a.solid->primitive), smooth_kind(b.solid->primitive));
            const bool convex = is_convex(a.solid->primitive) && is_convex(b.solid->primitive);
            const ExtremalAnswer answer = convex ? convex_pair(a, b) : curved_pairs(a, b);
            CHECK((!answer.pairs.empty() || !answer.why_not.empty()));
            for (const ExtremalPair& pair : answer.pairs) {
                for (const SmoothContact& contact : pair.contacts) {
                    CHECK(contact.point_a.allFinite());
                    CHECK(contact.point_b.allFinite());
                    CHECK(std::abs(contact.normal.norm() - 1.0) < 1e-12);
                    CHECK(std::isfinite(contact.separation));
                }
            }
        }
    }
}

TEST_CASE("a jack rests on three of its balls, a die on its face", "[smooth]") {
    SmoothShape jack;
    for (int axis = 0; axis < 3; ++axis) {
        for (const double side : {-0.5, 0.5}) {
            jack.parts.push_back({SmoothBall{0.2}, {Quat::Identity(), side * Vec3::Unit(axis)}});
        }
        const Quat along = Quat::FromTwoVectors(Vec3::UnitY(), Vec3::Unit(axis));
        jack.parts.push_back({SmoothCapsule{0.08, 1.0}, {along, Vec3::Zero()}});
    }
    // The pips are eggs that stand out a little, and are inside of the face that it lies on.
    SmoothShape die{{{SmoothRoundBox{{1.0, 1.0, 1.0}, 0.15}, {}}}};
    for (const double x : {-0.2, 0.2}) {
        die.parts.push_back(
            {SmoothEllipsoid{{0.1, 0.06, 0.1}}, {Quat::Identity(), Vec3(x, 0.47, 0.1)}});
    }
    const SmoothBody floor = make_smooth_body({{{SmoothRoundBox{{6.0, 1.0, 6.0}, 0.1}, {}}}});
    const Pose below{kAwkward, kAwkward * Vec3(0.0, -0.5, 0.0)};
    const auto resting = [&](const SmoothShape& shape, const Quat& turn, double height) {
        validate(shape);
        return extremal_points(floor, below, make_smooth_body(shape),
                               {kAwkward * turn, kAwkward * Vec3(0.0, height, 0.0)});
    };
    // Three balls are as low as each other when (1, 1, 1) is down; their centres are 0.5 / √3 low.
    const Quat on_three = Quat::FromTwoVectors(Vec3::Ones().normalized(), -Vec3::UnitY());
    const double drop = 0.5 / std::sqrt(3.0) + 0.2;
    const ExtremalAnswer balls = resting(jack, on_three, drop - 1e-3);
    CHECK(balls.why_not.empty());
    int touching = 0;
    for (const ExtremalPair& pair : balls.pairs) {
        if (pair.contacts[0].separation < 1e-6) {
            ++touching;
            CHECK(std::abs(pair.contacts[0].separation + 1e-3) < 1e-12);
            CHECK((kAwkward.conjugate() * pair.contacts[0].normal - Vec3::UnitY()).norm() < 1e-12);
        }
    }
    CHECK(touching == 3);

    const ExtremalAnswer face = resting(die, Quat::Identity(), 0.5 - 1e-3);
    CHECK(face.why_not.empty());
    REQUIRE_FALSE(face.pairs.empty());
    CHECK(face.pairs[0].spread == ContactSpread::Area);
    CHECK(face.pairs[0].contacts.size() == 4);
    CHECK(std::abs(face.pairs[0].contacts[0].separation + 1e-3) < 1e-12);
    // Upside down it stands on two pips, 0.03 higher.
    const Quat over(Eigen::AngleAxisd(std::numbers::pi, Vec3::UnitX()));
    const ExtremalAnswer pips = resting(die, over, 0.53 - 1e-3);
    int deepest = 0;
    for (const ExtremalPair& pair : pips.pairs) {
        deepest += std::abs(pair.contacts[0].separation + 1e-3) < 1e-9 ? 1 : 0;
    }
    CHECK(deepest == 2);
}

TEST_CASE("a ball in the hole of a torus touches where it is put", "[smooth]") {
    const SmoothSolid torus = solid_of(SmoothTorus{1.0, 0.3});
    const SmoothSolid ball = solid_of(SmoothBall{0.2});
    // Against the inside of the tube, half a gap from it.
    const ExtremalAnswer answer = curved_pairs(oddly(torus, Mat3::Identity(), Vec3::Zero()),
                                               oddly(ball, Mat3::Identity(), {0.49, 0.0, 0.0}));
    REQUIRE_FALSE(answer.pairs.empty());
    const SmoothContact& contact = answer.pairs[0].contacts[0];
    CHECK(std::abs(contact.separation - 0.01) < 1e-12);
    CHECK((kAwkward.conjugate() * contact.normal + Vec3::UnitX()).norm() < 1e-9);
}

TEST_CASE("a ball in a bowl touches the nearest point, and fits none of its own radius",
          "[smooth]") {
    const SmoothSolid bowl = solid_of(SmoothBowl{1.25, 1.2, 0.2});
    const SmoothSolid ball = solid_of(SmoothBall{0.5});
    // On the normal of the paraboloid at r = 0.4.
    const Vec3 on(0.4, 0.4 * 0.4 / 2.5, 0.0);
    const Vec3 normal = Vec3(-0.4 / 1.25, 1.0, 0.0).normalized();
    const ExtremalAnswer answer = curved_pairs(oddly(bowl, Mat3::Identity(), Vec3::Zero()),
                                               oddly(ball, Mat3::Identity(), on + 0.499 * normal));
    REQUIRE(answer.pairs.size() == 1);
    const SmoothContact& contact = answer.pairs[0].contacts[0];
    CHECK(std::abs(contact.separation + 1e-3) < 1e-12);
    CHECK((kAwkward.conjugate() * contact.normal - normal).norm() < 1e-9);

    const SmoothSolid equal = solid_of(SmoothBall{1.25});
    const ExtremalAnswer fits = curved_pairs(oddly(bowl, Mat3::Identity(), Vec3::Zero()),
                                             oddly(equal, Mat3::Identity(), {0.0, 1.25, 0.0}));
    CHECK(fits.pairs.empty());
    CHECK(fits.why_not.find("fit each other too closely") != std::string::npos);
}

TEST_CASE("surfaces with vanishing curvature are well posed, and fitting ones are not",
          "[smooth]") {
    // Baraff [1990], Appendix E, has it the other way round in both.
    const SmoothSolid cylinder = solid_of(SmoothCylinder{1.0, 4.0});
    const PlacedSolid a{&cylinder, lying(), Vec3::Zero()};
    const PlacedSolid b{&cylinder, turned(0.5 * std::numbers::pi, Vec3::UnitX()),
                        Vec3(0.0, 2.0, 0.0)};
    const double crossed = condition_of(a, 0, b, 0, Vec3::UnitY(), Vec3::UnitY());
    CHECK(crossed < 50.0);  // both Gaussian curvatures are 0

    const SmoothSolid bowl = solid_of(SmoothBowl{1.0, 0.9, 0.2});
    const SmoothSolid ball = solid_of(SmoothBall{1.0});
    const double fitting = condition_of({&bowl}, 0, {&ball, Mat3::Identity(), Vec3::UnitY()}, 0,
                                        Vec3::Zero(), Vec3::Zero());
    CHECK(fitting > 1e12);  // neither is
}

TEST_CASE("a ball meets facets, edges and corners of a polyhedron", "[smooth]") {
    const SurfaceMesh cube = make_box(Vec3::Ones());
    const FacetModel model = make_facet_model(cube.vertices, cube.triangles);
    const std::vector<SmoothPrimitive> kinds{SmoothBall{0.3}, SmoothEllipsoid{Vec3::Constant(0.3)},
                                             SmoothSuperellipsoid{Vec3::Constant(0.3), 2.0},
                                             SmoothCapsule{0.3, 0.0}};
    for (const SmoothPrimitive& kind : kinds) {
        CAPTURE(smooth_kind(kind));
        const SmoothSolid ball = solid_of(kind);
        for (const double gap : {0.01, -0.01}) {
            const Vec3 places[]{{0.1, 0.5, 0.2}, {0.1, 0.5, 0.5}, {-0.5, 0.5, 0.5}};
            const Vec3 normals[]{Vec3::UnitY(), Vec3(0.0, 0.6, 0.8),
                                 Vec3(-0.5, 0.6, 0.7).normalized()};
            const FacetFeatureType types[]{FacetFeatureType::Facet, FacetFeatureType::Edge,
                                           FacetFeatureType::Corner};
            for (int i = 0; i < 3; ++i) {
                CAPTURE(i, gap);
                const PlacedSolid placed{&ball, kAwkward.toRotationMatrix(),
                                         places[i] + (0.3 + gap) * normals[i]};
                const PolyhedronAnswer answer = polyhedron_pair(model, placed, 0.1);
                REQUIRE(answer.contacts.size() == 1);
                const SmoothContact& contact = answer.contacts[0].pair.contacts[0];
                if (gap > 0.0 || i == 0) {
                    CHECK(answer.contacts[0].feature.type == types[i]);
                    CHECK(std::abs(contact.separation - gap) < 1e-12);
                    CHECK((contact.normal - normals[i]).norm() < 1e-9);
                    CHECK((contact.point_a - places[i]).norm() < 1e-9);
                } else {
                    CHECK(contact.separation < 0.0);
                    CHECK(contact.separation >= gap - 1e-12);
                }
            }
        }
    }
}
