#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace touchstone {

/// The content of a histogram as plain data, for files.
struct LogHistogramContent {
    std::vector<std::array<std::int64_t, 2>> bins;  ///< index and count of those that are not empty
    double sum = 0.0;
    double smallest = 0.0;
    double largest = 0.0;
};

/// What numbers ≥ 0 are like, in memory that does not grow with their count: their mean, smallest
/// and largest exactly, and quantiles to within 1/64. The order of adding changes the mean's last
/// bits at most.
class LogHistogram {
 public:
    void add(double value);  ///< adds a value, finite and ≥ 0

    /// Number of values.
    std::int64_t count() const { return count_; }
    double mean() const;  ///< unset when empty, as are the others
    double smallest() const;
    double largest() const;

    /// Returns the value that a share of all values do not exceed, 0 < share ≤ 1: the upper end of
    /// its bin, but never more than the largest value.
    double quantile(double share) const;

    LogHistogramContent content() const;
    /// Throws Error for what content() did not return.
    static LogHistogram restored(const LogHistogramContent& content);

 private:
    std::vector<std::int64_t> bins_;  ///< number of values by bin; empty until the first value
    std::int64_t count_ = 0;
    double sum_ = 0.0;
    double smallest_ = 0.0;
    double largest_ = 0.0;
};

}  // namespace touchstone
