#include "methods/barrier/barrier_function.h"

#include <array>
#include <cmath>

#include "methods/testing/catch.h"

using namespace touchstone;

TEST_CASE("the barrier's force has its closed values", "[barrier]") {
    // −2y B′(y²) with B′ = −2 (s − 1) ln s − (s − 1)²/s, to the three digits stated.
    const std::array<std::array<double, 2>, 7> rows{{{0.01, 200.0},
                                                     {0.05, 41.0},
                                                     {0.1, 21.4},
                                                     {0.25, 9.63},
                                                     {0.5, 4.33},
                                                     {0.75, 1.27},
                                                     {0.9, 0.224}}};
    for (const auto& [y, force] : rows) {
        CAPTURE(y);
        CHECK(std::abs(barrier_force(y) - force) <= 0.005 * force);
    }
}

TEST_CASE("the barrier's force nears 2/y at touch and 24 (1 − y)² at its reach", "[barrier]") {
    CHECK(barrier_force(1e-6) * 1e-6 / 2.0 == Approx(1.0).epsilon(1e-8));
    // The next term of the series is of relative size 1 − y.
    CHECK(barrier_force(1.0 - 1e-5) / (24.0 * 1e-10) == Approx(1.0).epsilon(1e-4));
    CHECK(barrier_force(1.0) == 0.0);
    CHECK(barrier_force(2.0) == 0.0);
}

TEST_CASE("the barrier's derivatives are those of its value", "[barrier]") {
    for (const double s : {1e-4, 0.01, 0.2, 0.5, 0.9, 0.999}) {
        CAPTURE(s);
        const double h = 1e-6 * s;
        const BarrierValue low = barrier_value(s - h);
        const BarrierValue high = barrier_value(s + h);
        const BarrierValue here = barrier_value(s);
        // Rounding of a difference over 2e-6 of s, and the third derivative.
        CHECK((high.value - low.value) / (2.0 * h) ==
              Approx(here.first).epsilon(1e-6).margin(1e-9));
        CHECK((high.first - low.first) / (2.0 * h) ==
              Approx(here.second).epsilon(1e-6).margin(1e-6));
    }
}

TEST_CASE("the barrier is infinite where surfaces touch, and never NaN", "[barrier]") {
    CHECK(std::isinf(barrier_value(0.0).value));
    CHECK(std::isinf(barrier_value(-1.0).value));
}

TEST_CASE("the distance of a force is where the barrier has that force", "[barrier]") {
    for (const double y : {1e-3, 0.1, 0.5, 0.95}) {
        CAPTURE(y);
        CHECK(barrier_distance(barrier_force(y)) == Approx(y).epsilon(1e-9));
    }
}

TEST_CASE("the mollifier is smooth up to its threshold, and 1 beyond", "[barrier]") {
    const double threshold = 2e-3;
    CHECK(mollifier(0.0, threshold).value == 0.0);
    CHECK(mollifier(threshold, threshold).value == 1.0);
    CHECK(mollifier(threshold, threshold).first == 0.0);
    const double c = 0.3 * threshold;
    const double h = 1e-6 * threshold;
    const double slope =
        (mollifier(c + h, threshold).value - mollifier(c - h, threshold).value) / (2.0 * h);
    CHECK(mollifier(c, threshold).first == Approx(slope).epsilon(1e-8));
    const double bend =
        (mollifier(c + h, threshold).first - mollifier(c - h, threshold).first) / (2.0 * h);
    CHECK(mollifier(c, threshold).second == Approx(bend).epsilon(1e-8));
}
