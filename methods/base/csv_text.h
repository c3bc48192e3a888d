#pragma once

#include <string>
#include <string_view>

namespace touchstone {

/// The text as one field of a CSV line: in quotes where it has to be, without control characters
/// (see printable), and with a ' in front where a spreadsheet would take it for a formula.
std::string csv_field(std::string_view text);

}  // namespace touchstone
