#pragma once

namespace touchstone {

/// All numbers from low to high. Operations round outwards, so that the result contains every
/// result for numbers in the operands. Bounds must stay finite, which is up to the callers.
struct Interval {
    double low = 0.0;
    double high = 0.0;
};

/// Returns an interval that contains all sums.
Interval operator+(const Interval& a, const Interval& b);
/// Returns an interval that contains all differences.
Interval operator-(const Interval& a, const Interval& b);
/// Returns an interval that contains all products.
Interval operator*(const Interval& a, const Interval& b);

/// Returns true when 0 is in the interval.
bool holds_zero(const Interval& a);

}  // namespace touchstone
