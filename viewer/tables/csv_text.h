#pragma once

#include <string>
#include <string_view>

namespace touchstone::viewer {

/// The text as one field of a CSV row: in quotes where it has to be.
std::string csv_field(std::string_view text);

}  // namespace touchstone::viewer
