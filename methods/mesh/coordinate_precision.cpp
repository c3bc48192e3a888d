#include "methods/mesh/coordinate_precision.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace touchstone {
namespace {

constexpr int kMostDecimals = 12;          // beyond, double precision is hardly better
constexpr double kTypedStep = 1e-3;        // of the extent: a coarser grid is meant, not rounded to
constexpr int kTypedBits = 12;             // a number of so few bits is meant
constexpr double kHalfFloatUlp = 0x1p-24;  // relative, at most
constexpr double kProductError = 0x1p-51;  // relative: a product and a division after the rounding

/// Factors from other units to metres, through which a 32-bit number may have passed.
constexpr std::array<double, 4> kUnits{1.0, 1e-3, 1e-2, 0.0254};

bool has_few_bits(double number) {
    int exponent = 0;
    const double mantissa = std::ldexp(std::frexp(number, &exponent), kTypedBits);
    return mantissa == std::nearbyint(mantissa);
}

bool is_float(double number, double unit) {
    const double stored = number / unit;
    if (std::abs(stored) > static_cast<double>(std::numeric_limits<float>::max())) {
        return false;
    }
    const auto nearest = static_cast<double>(static_cast<float>(stored));
    return std::abs(stored - nearest) <= (unit == 1.0 ? 0.0 : kProductError * std::abs(stored));
}

/// Returns true when every number has at most `decimals`, but for a relative error.
bool have_decimals(std::span<const double> numbers, int decimals, double relative_error) {
    const double grid = std::pow(10.0, decimals);
    return std::ranges::all_of(numbers, [&](double number) {
        const double steps = number * grid;
        return std::abs(steps - std::nearbyint(steps)) <= relative_error * std::abs(steps);
    });
}

/// Returns the fewest decimals that suffice for all numbers; nothing when no small number of them
/// does.
std::optional<int> count_decimals(std::span<const double> numbers, double relative_error) {
    const double largest =
        std::abs(std::ranges::max(numbers, {}, [](double x) { return std::abs(x); }));
    for (int k = 0; k <= kMostDecimals; ++k) {
        // Where the error alone spans a step every number fits.
        if (relative_error * largest * std::pow(10.0, k) > 0.1) {
            return std::nullopt;
        }
        if (have_decimals(numbers, k, relative_error)) {
            return k;
        }
    }
    return std::nullopt;
}

double widest_extent(std::span<const Vec3> points) {
    Vec3 low = points[0];
    Vec3 high = points[0];
    for (const Vec3& point : points) {
        low = low.cwiseMin(point);
        high = high.cwiseMax(point);
    }
    return (high - low).maxCoeff();
}

}  // namespace

CoordinatePrecision estimate_precision(std::span<const Vec3> points) {
    std::vector<double> numbers;
    for (const Vec3& point : points) {
        numbers.insert(numbers.end(), point.data(), point.data() + 3);
    }
    for (const double u : kUnits) {
        if (std::ranges::all_of(numbers, [u](double number) {
                return is_float(number, u) && has_few_bits(static_cast<float>(number / u));
            })) {
            return {};
        }
    }
    CoordinatePrecision result;
    const auto* const unit = std::ranges::find_if(kUnits, [&](double u) {
        return std::ranges::all_of(numbers, [u](double number) { return is_float(number, u); });
    });
    const bool floats = unit != kUnits.end();
    if (floats) {
        double largest = 0.0;
        for (const double number : numbers) {
            largest = std::max(largest, std::abs(number));
        }
        result = {kHalfFloatUlp * largest, "32-bit numbers"};
    }
    const std::optional<int> decimals =
        count_decimals(numbers, floats ? kHalfFloatUlp : kProductError);
    const double step = decimals ? std::pow(10.0, -*decimals) : 0.0;
    if (decimals && step <= kTypedStep * widest_extent(points) && 0.5 * step > result.rounding) {
        result.rounding = 0.5 * step;
        result.name =
            std::to_string(*decimals) + " decimals" + (floats ? " in 32-bit numbers" : "");
    }
    return result;
}

}  // namespace touchstone
