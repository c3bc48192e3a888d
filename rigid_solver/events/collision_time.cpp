#include "rigid_solver/events/collision_time.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace touchstone {
namespace {

constexpr int kMostEvaluations = 200;

/// Returns a root in (0, 1) of the Hermite polynomial of both ends, which is positive before it.
double quintic_root(const CollisionBracket& bracket) {
    const double h = bracket.end - bracket.start;
    const SeparationJet& a = bracket.at_start;
    const SeparationJet& b = bracket.at_end;
    const double c0 = a.value;
    const double c1 = h * a.rate;
    const double c2 = 0.5 * h * h * a.acceleration;
    // What the quadratic of the start misses at the end.
    const double d0 = b.value - c0 - c1 - c2;
    const double d1 = h * b.rate - c1 - 2.0 * c2;
    const double d2 = h * h * b.acceleration - 2.0 * c2;
    const std::array<double, 6> c{c0,
                                  c1,
                                  c2,
                                  10.0 * d0 - 4.0 * d1 + 0.5 * d2,
                                  -15.0 * d0 + 7.0 * d1 - d2,
                                  6.0 * d0 - 3.0 * d1 + 0.5 * d2};
    double low = 0.0;
    double high = 1.0;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        const double value =
            c[0] +
            middle * (c[1] + middle * (c[2] + middle * (c[3] + middle * (c[4] + middle * c[5]))));
        (value > 0.0 ? low : high) = middle;
    }
    return bracket.start + h * 0.5 * (low + high);
}

/// Returns the nearest root of s + ṡ t + s̈ t² / 2 after `time`, or before it when s < 0.
double quadratic_root(double time, const SeparationJet& jet) {
    const double inside = jet.rate * jet.rate - 2.0 * jet.acceleration * jet.value;
    if (!(inside >= 0.0) || jet.acceleration == 0.0) {
        return time - jet.value / jet.rate;
    }
    // The two roots without cancellation.
    const double q = -0.5 * (jet.rate + std::copysign(std::sqrt(inside), jet.rate));
    const double one = 2.0 * q / jet.acceleration;
    const double other = jet.value / q;
    const bool forward = jet.value > 0.0;
    const auto is_wanted = [forward](double root) { return forward ? root > 0.0 : root < 0.0; };
    if (is_wanted(one) && is_wanted(other)) {
        return time + (std::abs(one) < std::abs(other) ? one : other);
    }
    return time + (is_wanted(one) ? one : other);
}

double next_guess(const CollisionBracket& bracket, bool newest_is_end, CollisionRule rule) {
    const double time = newest_is_end ? bracket.end : bracket.start;
    const SeparationJet& newest = newest_is_end ? bracket.at_end : bracket.at_start;
    switch (rule) {
        case CollisionRule::Quintic:
            return quintic_root(bracket);
        case CollisionRule::Quadratic:
            return quadratic_root(time, newest);
        case CollisionRule::Newton:
            return time - newest.value / newest.rate;
        case CollisionRule::RegulaFalsi:
            return bracket.start + (bracket.end - bracket.start) * bracket.at_start.value /
                                       (bracket.at_start.value - bracket.at_end.value);
        case CollisionRule::Bisection:
            break;
    }
    return 0.5 * (bracket.start + bracket.end);
}

}  // namespace

CollisionTime find_collision_time(const std::function<SeparationJet(double)>& separation,
                                  const CollisionBracket& given, double tolerance,
                                  CollisionRule rule) {
    CollisionBracket bracket = given;
    CollisionTime result;
    bool newest_is_end = false;
    double width = bracket.end - bracket.start;
    int slow = 0;
    while (result.evaluations < kMostEvaluations) {
        double guess = next_guess(bracket, newest_is_end, rule);
        const double middle = 0.5 * (bracket.start + bracket.end);
        if (!(guess > bracket.start && guess < bracket.end) || slow >= 3) {
            guess = middle;
            slow = 0;
        }
        if (!(guess > bracket.start && guess < bracket.end)) {
            break;
        }
        const SeparationJet jet = separation(guess);
        ++result.evaluations;
        if (std::abs(jet.value) <= tolerance && jet.rate <= 0.0) {
            result.time = guess;
            result.there = jet;
            result.met = true;
            return result;
        }
        newest_is_end = jet.value <= 0.0;
        (newest_is_end ? bracket.end : bracket.start) = guess;
        (newest_is_end ? bracket.at_end : bracket.at_start) = jet;
        slow = bracket.end - bracket.start > 0.5 * width ? slow + 1 : 0;
        width = bracket.end - bracket.start;
    }
    result.time = bracket.end;
    result.there = bracket.at_end;
    return result;
}

}  // namespace touchstone
