#include "generators/convex_cast/cast_options.h"

#include <limits>

#include "methods/base/options/option_check.h"
#include "methods/base/options/option_makers.h"

namespace touchstone {
namespace {

constexpr double kAboveOne = 1.0 + std::numeric_limits<double>::epsilon();
constexpr double kBelowOne = 1.0 - 0.5 * std::numeric_limits<double>::epsilon();
constexpr double kMostFactor = std::numeric_limits<double>::max();
constexpr double kMostCastIterations = std::numeric_limits<int>::max();

Options<CastSettings> make_cast_options() {
    using Settings = CastSettings;
    return {
        number_option("kept_share", &Settings::kept_share,
                      {kAboveZero, kBelowOne, "number in (0, 1)"},
                      "s: share of the first distance to keep"),
        number_option("slack", &Settings::slack, {kAboveOne, kMostFactor, "number > 1"},
                      "α: how many times as much may be kept"),
        number_option("frame_growth", &Settings::frame_growth,
                      {kAboveOne, kMostFactor, "number > 1"},
                      "K: bound on a body's compression in a step of the method quad"),
        count_option("max_iterations", &Settings::max_iterations,
                     {1.0, kMostCastIterations, "whole number in [1, 2147483647]"},
                     "iterations after which a method answers with the time it has reached"),
    };
}

}  // namespace

const Options<CastSettings>& cast_options() {
    static const Options<CastSettings> options = make_cast_options();
    return options;
}

void validate(const CastSettings& settings) { check_options(settings, cast_options(), kCastOwner); }

}  // namespace touchstone
