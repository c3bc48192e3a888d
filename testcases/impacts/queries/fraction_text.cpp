#include "testcases/impacts/queries/fraction_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <vector>

namespace touchstone {
namespace {

constexpr int kDoubleDigits = std::numeric_limits<double>::digits;
constexpr int kMostExponent = 1074;  // exponent of the smallest double

/// Returns the decimals of 2⁰, 2¹, …, 2^kMostExponent.
std::vector<std::string> make_powers_of_two() {
    std::vector<std::string> powers{"1"};
    while (std::ssize(powers) <= kMostExponent) {
        std::string next = powers.back();
        int carry = 0;
        for (auto digit = next.rbegin(); digit != next.rend(); ++digit) {
            const int twice = 2 * (*digit - '0') + carry;
            *digit = static_cast<char>('0' + twice % 10);
            carry = twice / 10;
        }
        powers.push_back(carry > 0 ? "1" + next : next);
    }
    return powers;
}

const std::vector<std::string>& powers_of_two() {
    static const std::vector<std::string> powers = make_powers_of_two();
    return powers;
}

/// Returns the exponent of a text that is a power of two. Three or four powers have the same number
/// of digits.
std::optional<int> exponent_of(std::string_view text) {
    constexpr double kBitsPerDigit = 3.3219;
    const std::vector<std::string>& powers = powers_of_two();
    const int guess = static_cast<int>(static_cast<double>(text.size() - 1) * kBitsPerDigit);
    for (int k = guess; k <= std::min(guess + 4, kMostExponent); ++k) {
        if (powers[static_cast<std::size_t>(k)] == text) {
            return k;
        }
    }
    return std::nullopt;
}

bool is_integer(std::string_view text) {
    if (text.starts_with('-')) {
        text.remove_prefix(1);
    }
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::string whole_text(double value) {
    std::array<char, 320> text{};
    const int length = std::snprintf(text.data(), text.size(), "%.0f", value);
    return {text.data(), static_cast<std::size_t>(length)};
}

/// Returns the integer that the text is, if it is a double.
std::optional<double> whole_number(std::string_view text) {
    constexpr int kSafeDigits = 15;  // all such integers are doubles
    const char* const end = text.data() + text.size();
    if (std::ssize(text) <= kSafeDigits) {
        std::int64_t value = 0;
        std::from_chars(text.data(), end, value);
        return static_cast<double>(value);
    }
    std::int64_t value = 0;
    if (std::from_chars(text.data(), end, value).ec == std::errc() &&
        std::abs(value) <= std::int64_t{1} << kDoubleDigits) {
        return static_cast<double>(value);
    }
    double wide = 0.0;
    if (std::from_chars(text.data(), end, wide).ec != std::errc() || whole_text(wide) != text) {
        return std::nullopt;
    }
    return wide;
}

ReadFraction divided(std::string_view numerator, std::string_view denominator) {
    const std::optional<double> above = whole_number(numerator);
    const std::optional<double> below = whole_number(denominator);
    if (!above || !below) {
        return {0.0, FractionFault::NoDouble};
    }
    const double value = *above / *below;
    if (!std::isfinite(value) || std::fma(value, *below, -*above) != 0.0) {
        return {0.0, FractionFault::NoDouble};
    }
    return {value, FractionFault::None};
}

}  // namespace

FractionText fraction_text(double value) {
    int exponent = 0;
    double mantissa = std::ldexp(std::frexp(value, &exponent), kDoubleDigits);
    exponent -= kDoubleDigits;
    if (value == 0.0) {
        return {"0", "1"};
    }
    while (std::fmod(mantissa, 2.0) == 0.0) {
        mantissa *= 0.5;
        ++exponent;
    }
    if (exponent >= 0) {
        return {whole_text(value), "1"};
    }
    return {whole_text(mantissa), powers_of_two()[static_cast<std::size_t>(-exponent)]};
}

ReadFraction read_fraction(std::string_view numerator, std::string_view denominator) {
    if (!is_integer(numerator) || !is_integer(denominator)) {
        return {0.0, FractionFault::NoInteger};
    }
    if (const std::optional<int> exponent = exponent_of(denominator)) {
        const std::optional<double> above = whole_number(numerator);
        if (!above) {
            return {0.0, FractionFault::NoDouble};
        }
        const double value = std::ldexp(*above, -*exponent);
        const bool rounded = std::abs(value) < std::numeric_limits<double>::min() &&
                             std::ldexp(value, *exponent) != *above;
        return {value, rounded ? FractionFault::NoDouble : FractionFault::None};
    }
    if (denominator.find_first_not_of("-0") == std::string_view::npos) {
        return {0.0, FractionFault::ZeroDenominator};
    }
    if (denominator.starts_with('-')) {
        return {0.0, FractionFault::NegativeDenominator};
    }
    return divided(numerator, denominator);
}

}  // namespace touchstone
