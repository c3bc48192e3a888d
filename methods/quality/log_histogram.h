#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "methods/quality/exact_sum.h"

namespace touchstone {

/// The content of a histogram as plain data, for files.
struct LogHistogramContent {
    std::vector<std::array<std::int64_t, 2>> bins;  ///< index and count of those that are not empty
    std::vector<std::array<std::int64_t, 2>> sum;   ///< see ExactSum::digits
    double smallest = 0.0;
    double largest = 0.0;
};

/// A summary of numbers ≥ 0 in memory that does not grow with their count: their mean, smallest and
/// largest exactly, and quantiles to within 1/64. It is a sketch of the relative-error kind,
/// DDSketch of Masson et al. [2019], whose bins grow with the value: here 64 of equal width in each
/// octave from 2^-121 to 2^80, so that the upper end of a bin exceeds none of its values by more
/// than 1/64. Histograms of parts add up to that of the whole, bit for bit and in any order.
class LogHistogram {
 public:
    void add(double value);               ///< adds a value, finite and ≥ 0
    void add(const LogHistogram& other);  ///< adds all values of the other

    /// Returns the number of values.
    std::int64_t count() const { return count_; }
    /// Returns the sum; 0 when empty.
    double sum() const { return sum_.value(); }
    /// Returns the mean; unset when empty.
    double mean() const;
    /// Returns the smallest value; unset when empty.
    double smallest() const;
    /// Returns the largest value; unset when empty.
    double largest() const;

    /// Returns the value that a share of all values do not exceed, 0 < share ≤ 1: the upper end of
    /// its bin, but never more than the largest value.
    double quantile(double share) const;

    /// Returns the content as plain data.
    LogHistogramContent content() const;
    /// Returns the histogram of that content. Throws Error for anything that content() did not
    /// return.
    static LogHistogram restored(const LogHistogramContent& content);

 private:
    std::vector<std::int64_t> bins_;  ///< number of values by bin; empty until the first value
    std::int64_t count_ = 0;
    ExactSum sum_;
    double smallest_ = 0.0;
    double largest_ = 0.0;
};

}  // namespace touchstone
