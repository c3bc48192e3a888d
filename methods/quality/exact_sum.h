#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace touchstone {

/// A sum of numbers ≥ 0 without rounding: the same bits whatever the order of adding, and whichever
/// parts are summed apart. It is one number as wide as all doubles together, in digits of 32 bits
/// (Kulisch [2013]).
class ExactSum {
 public:
    void add(double value);           ///< adds a value, finite and ≥ 0
    void add(const ExactSum& other);  ///< adds all that the other has summed

    /// Returns the sum to within its last bit.
    double value() const;

    /// Returns index and digit of those that are not zero, for files.
    std::vector<std::array<std::int64_t, 2>> digits() const;
    /// Returns the sum with these digits. Throws Error for anything that digits() did not return.
    static ExactSum restored(const std::vector<std::array<std::int64_t, 2>>& digits);

 private:
    static constexpr int kDigits = 70;

    void add_at(int index, std::uint64_t amount);

    std::array<std::uint32_t, kDigits> digits_{};  ///< the lowest first
};

}  // namespace touchstone
