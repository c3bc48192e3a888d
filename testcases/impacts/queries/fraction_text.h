#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace touchstone {

// A double as a fraction of whole numbers in decimals, without any rounding: 0.375 is 3 over 8.

/// A fraction in decimals, of any number of digits.
struct FractionText {
    std::string numerator;
    std::string denominator;
};

/// Returns the fraction in lowest terms. The value must be finite.
FractionText fraction_text(double value);

/// Reasons for which a fraction cannot be read.
enum class FractionFault { None, NoInteger, ZeroDenominator, NegativeDenominator, NoDouble };

/// The double that a fraction stands for, or why it stands for none.
struct ReadFraction {
    double value = 0.0;
    FractionFault fault = FractionFault::None;
};

/// Reads a fraction that is a double. NoDouble: it lies between doubles, or beyond the largest.
ReadFraction read_fraction(std::string_view numerator, std::string_view denominator);

}  // namespace touchstone
