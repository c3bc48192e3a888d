#pragma once

#include <string>
#include <string_view>

namespace touchstone {

/// Throws UsageError, naming the letter, unless the switches are of the allowed form: each letter
/// at most once, `p` among them; q and a may have a decimal number above 0, S a whole number.
void validate_tetgen_switches(const std::string& switches);

/// Returns true when the letter is among the switches, which must be of the allowed form.
bool has_tetgen_switch(std::string_view switches, char letter);

}  // namespace touchstone
