#pragma once

#include <string>
#include <vector>

namespace touchstone::viewer {

/// Where an axis has a mark, and what stands there.
struct AxisTick {
    double value = 0.0;
    std::string label;
};

/// From where to where an axis goes.
struct AxisRange {
    double low = 0.0;
    double high = 1.0;  ///< > low
};

/// Round numbers, 1, 2 or 5 times a power of ten apart, in the range: at most `most` + 1.
std::vector<AxisTick> linear_ticks(const AxisRange& range, int most);

/// Whole powers of ten in the range, which must be positive: each, or every second, third, …, so
/// that they are at most `most` + 1.
std::vector<AxisTick> decade_ticks(const AxisRange& range, int most);

/// The values with a little room above; and below, unless they reach down to zero. Never empty.
AxisRange roomy_range(double low, double high);

/// From power of ten to power of ten; both must be positive.
AxisRange decade_range(double low, double high);

}  // namespace touchstone::viewer
