#pragma once

namespace touchstone {

/// All numbers from low to high. Operations round outwards, so that they hold every result of
/// numbers that the operands hold; kept finite by their users.
struct Interval {
    double low = 0.0;
    double high = 0.0;
};

Interval operator+(const Interval& a, const Interval& b);
Interval operator-(const Interval& a, const Interval& b);
Interval operator*(const Interval& a, const Interval& b);

bool holds_zero(const Interval& a);

}  // namespace touchstone
