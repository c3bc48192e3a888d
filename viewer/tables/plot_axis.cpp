#include "viewer/tables/plot_axis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace touchstone::viewer {
namespace {

constexpr double kRoundOff = 1e-9;  // tolerance for marks at the ends of the range [steps]
constexpr double kRoom = 0.06;      // margin as a share of the range

/// Returns 1, 2 or 5 times a power of ten, not less than `least`.
double round_step(double least) {
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * decade >= least * (1.0 - kRoundOff)) {
            return factor * decade;
        }
    }
    return 10.0 * decade;
}

std::string label_of(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6g", value);
    return text.data();
}

}  // namespace

std::vector<AxisTick> linear_ticks(const AxisRange& range, int most) {
    const double step = round_step((range.high - range.low) / std::max(1, most));
    std::vector<AxisTick> ticks;
    const double first = std::ceil(range.low / step - kRoundOff);
    const double last = std::floor(range.high / step + kRoundOff);
    for (double i = first; i <= last; i += 1.0) {
        const double value = i == 0.0 ? 0.0 : i * step;  // avoids a negative zero
        ticks.push_back({value, label_of(value)});
    }
    return ticks;
}

std::vector<AxisTick> decade_ticks(const AxisRange& range, int most) {
    const int first = static_cast<int>(std::ceil(std::log10(range.low) - kRoundOff));
    const int last = static_cast<int>(std::floor(std::log10(range.high) + kRoundOff));
    const int stride = std::max(1, (last - first + most) / std::max(1, most));
    std::vector<AxisTick> ticks;
    for (int power = first; power <= last; power += stride) {
        ticks.push_back({std::pow(10.0, power), "1e" + std::to_string(power)});
    }
    return ticks;
}

AxisRange roomy_range(double low, double high) {
    const double height = high - low;
    if (!(height > 0.0)) {
        const double around = low != 0.0 ? 0.5 * std::abs(low) : 0.5;
        return {low == 0.0 ? 0.0 : low - around, high + around};
    }
    return {low == 0.0 ? 0.0 : low - kRoom * height, high + kRoom * height};
}

AxisRange decade_range(double low, double high) {
    const double lower = std::floor(std::log10(low) + kRoundOff);
    const double upper = std::ceil(std::log10(high) - kRoundOff);
    return {std::pow(10.0, lower), std::pow(10.0, std::max(upper, lower + 1.0))};
}

}  // namespace touchstone::viewer
