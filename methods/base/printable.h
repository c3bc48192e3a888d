#pragma once

#include <string>
#include <string_view>

namespace touchstone {

/// The text on one line without anything that a terminal obeys: line ends become spaces, other
/// control characters (C0, DEL, C1) and bytes that are not UTF-8 become U+FFFD.
std::string printable(std::string_view text);

}  // namespace touchstone
