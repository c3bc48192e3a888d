#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace touchstone {

/// Returns the number in the fewest digits that read back as the same number.
std::string shortest(double value);

/// Reads a number; nothing unless the whole text is one.
std::optional<double> parse_number(std::string_view text);

}  // namespace touchstone
