#include "methods/base/options/option_makers.h"

#include <cmath>

namespace touchstone {

std::optional<double> parse_number_in(std::string_view text, const NumberRange& range) {
    const std::optional<double> value = parse_number(text);
    const bool is_in = value && *value >= range.low && *value <= range.high;
    return is_in ? value : std::nullopt;
}

std::optional<int> parse_count_in(std::string_view text, const NumberRange& range) {
    const std::optional<double> value = parse_number_in(text, range);
    if (!value || *value != std::floor(*value)) {
        return std::nullopt;
    }
    return static_cast<int>(*value);
}

}  // namespace touchstone
