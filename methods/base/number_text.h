#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace touchstone {

/// The fewest digits that read back as the same number.
std::string shortest(double value);

/// Nothing unless the whole text is one number.
std::optional<double> parse_number(std::string_view text);

}  // namespace touchstone
