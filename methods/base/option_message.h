#pragma once

#include <string>
#include <string_view>

namespace touchstone {

/// Returns what CLI11 says of a word that is no value of its option, or of one that is missing, in
/// words that tell what to correct; anything else as it is.
std::string option_message(std::string_view parser_message);

}  // namespace touchstone
