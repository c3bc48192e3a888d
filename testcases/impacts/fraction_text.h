#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace touchstone {

// A double as a fraction of whole numbers in decimals, without any rounding: 0.375 is 3 over 8.

struct FractionText {
    std::string numerator;
    std::string denominator;
};

/// In lowest terms. The value is finite.
FractionText fraction_text(double value);

/// What a fraction cannot be read for.
enum class FractionFault { None, NoInteger, ZeroDenominator, NegativeDenominator, NoDouble };

struct ReadFraction {
    double value = 0.0;
    FractionFault fault = FractionFault::None;
};

/// The double that the fraction is. NoDouble: it lies between doubles, or beyond the largest.
ReadFraction read_fraction(std::string_view numerator, std::string_view denominator);

}  // namespace touchstone
