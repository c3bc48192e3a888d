#pragma once

#include <string>
#include <string_view>

namespace touchstone {

/// Returns the text as one field of a CSV line: quoted where necessary, without control characters
/// (see printable), and with a leading ' where a spreadsheet would take it for a formula.
std::string csv_field(std::string_view text);

}  // namespace touchstone
