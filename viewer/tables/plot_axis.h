#pragma once

#include <string>
#include <vector>

namespace touchstone::viewer {

/// A mark on an axis, with its label.
struct AxisTick {
    double value = 0.0;
    std::string label;
};

/// The interval of an axis.
struct AxisRange {
    double low = 0.0;
    double high = 1.0;  ///< > low
};

/// Returns round numbers in the range, with a step of 1, 2 or 5 times a power of ten: at most
/// `most` + 1.
std::vector<AxisTick> linear_ticks(const AxisRange& range, int most);

/// Returns whole powers of ten in the range, which must be positive: each, or every second, third,
/// …, so that there are at most `most` + 1.
std::vector<AxisTick> decade_ticks(const AxisRange& range, int most);

/// Returns the range with some room above; and below, unless it reaches down to zero. Never empty.
AxisRange roomy_range(double low, double high);

/// Returns the range extended to powers of ten; both values must be positive.
AxisRange decade_range(double low, double high);

}  // namespace touchstone::viewer
