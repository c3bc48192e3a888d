#include "methods/quality/exact_sum.h"

#include <cmath>
#include <string>

#include "methods/base/error.h"

namespace touchstone {
namespace {

constexpr int kDigitBits = 32;
constexpr int kMantissaBits = 53;
// The lowest digit's last bit is worth 2^-1152: below half of the smallest denormal's mantissa when
// that is shifted to 53 bits, 2^(-1073 - 53). The highest leave room for 2^64 of the largest
// double.
constexpr int kLowestBit = -1152;

}  // namespace

void ExactSum::add(double value) {
    int exponent = 0;
    const double mantissa = std::frexp(value, &exponent);  // in [1/2, 1), or 0
    const auto bits = static_cast<std::uint64_t>(std::ldexp(mantissa, kMantissaBits));
    const int place = exponent - kMantissaBits - kLowestBit;
    const int index = place / kDigitBits;
    const int shift = place % kDigitBits;
    add_at(index, (bits & 0xffffffffU) << shift);
    add_at(index + 1, (bits >> kDigitBits) << shift);
}

void ExactSum::add(const ExactSum& other) {
    for (int i = 0; i < kDigits; ++i) {
        add_at(i, other.digits_[i]);
    }
}

double ExactSum::value() const {
    double sum = 0.0;
    for (int i = kDigits - 1; i >= 0; --i) {
        sum += std::ldexp(static_cast<double>(digits_[i]), i * kDigitBits + kLowestBit);
    }
    return sum;
}

std::vector<std::array<std::int64_t, 2>> ExactSum::digits() const {
    std::vector<std::array<std::int64_t, 2>> digits;
    for (int i = 0; i < kDigits; ++i) {
        if (digits_[i] != 0) {
            digits.push_back({i, digits_[i]});
        }
    }
    return digits;
}

ExactSum ExactSum::restored(const std::vector<std::array<std::int64_t, 2>>& digits) {
    ExactSum sum;
    for (const auto& [index, digit] : digits) {
        if (index < 0 || index >= kDigits || digit <= 0 || digit >> kDigitBits != 0) {
            throw Error("damaged: a sum has no digit " + std::to_string(digit) + " at " +
                        std::to_string(index));
        }
        sum.digits_[static_cast<std::size_t>(index)] = static_cast<std::uint32_t>(digit);
    }
    return sum;
}

/// Adds digits below 2^63 from there on, and carries.
void ExactSum::add_at(int index, std::uint64_t amount) {
    for (; amount != 0; ++index) {
        amount += digits_[static_cast<std::size_t>(index)];
        digits_[static_cast<std::size_t>(index)] = static_cast<std::uint32_t>(amount);
        amount >>= kDigitBits;
    }
}

}  // namespace touchstone
