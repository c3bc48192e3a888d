#pragma once

#include <string>
#include <string_view>

namespace touchstone {

/// Returns the text with A to Z in small letters; all other bytes stay.
std::string lower_case(std::string_view text);

}  // namespace touchstone
