#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace touchstone {

/// Returns the median of some values; the upper of two.
inline double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace touchstone
