#pragma once

#include <string>
#include <string_view>

namespace touchstone {

/// Returns the text on one line without anything that a terminal would obey: line ends become
/// spaces, other control characters (C0, DEL, C1) and bytes that are not UTF-8 become U+FFFD.
std::string printable(std::string_view text);

}  // namespace touchstone
