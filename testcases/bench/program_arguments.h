#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "methods/base/error.h"
#include "methods/base/options/option_makers.h"

namespace touchstone {

/// Returns true when a program is asked how it is used: a first argument of --help or -h.
inline bool asks_for_help(std::span<const std::string> arguments) {
    return !arguments.empty() && (arguments[0] == "--help" || arguments[0] == "-h");
}

/// Returns the whole number at `index`, or `standard` where there are fewer arguments. `name`: what
/// the usage calls it. Throws UsageError for any other text, and for a number below `least`.
inline int count_argument(std::span<const std::string> arguments, std::size_t index,
                          const std::string& name, int least, int standard) {
    if (index >= arguments.size()) {
        return standard;
    }
    constexpr int kMost = 1'000'000'000;
    const std::string text =
        "whole number in [" + std::to_string(least) + ", " + std::to_string(kMost) + "]";
    const std::optional<int> value =
        parse_count_in(arguments[index],
                       NumberRange{static_cast<double>(least), static_cast<double>(kMost), text});
    if (!value) {
        throw UsageError(name + " must be a " + text + ", found '" + arguments[index] +
                         "'; --help shows the usage");
    }
    return *value;
}

/// Throws UsageError when there are more than `most` arguments.
inline void refuse_more_arguments(std::span<const std::string> arguments, std::size_t most) {
    if (arguments.size() > most) {
        throw UsageError("unexpected argument '" + arguments[most] + "'; --help shows the usage");
    }
}

}  // namespace touchstone
