#include "generators/continuous/inclusion/interval.h"

#include <algorithm>
#include <cmath>

namespace touchstone {
namespace {

// The error of one rounding is less than a share of 2^-53, or 2^-1075 near 0.
constexpr double kShare = 0x1p-52;
constexpr double kLeast = 0x1p-1074;

Interval outwards(double low, double high) {
    return {low - (std::abs(low) * kShare + kLeast), high + (std::abs(high) * kShare + kLeast)};
}

}  // namespace

Interval operator+(const Interval& a, const Interval& b) {
    return outwards(a.low + b.low, a.high + b.high);
}

Interval operator-(const Interval& a, const Interval& b) {
    return outwards(a.low - b.high, a.high - b.low);
}

Interval operator*(const Interval& a, const Interval& b) {
    const double ll = a.low * b.low;
    const double lh = a.low * b.high;
    const double hl = a.high * b.low;
    const double hh = a.high * b.high;
    return outwards(std::min(std::min(ll, lh), std::min(hl, hh)),
                    std::max(std::max(ll, lh), std::max(hl, hh)));
}

bool holds_zero(const Interval& a) { return a.low <= 0.0 && a.high >= 0.0; }

}  // namespace touchstone
