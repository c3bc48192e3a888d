#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace touchstone {

/// The fewest digits that read back as the same number.
std::string shortest(double value);

/// Nothing unless the whole text is one number.
std::optional<double> parse_number(std::string_view text);

/// Sets `field` to the enumerator whose name is `value`; false when there is none.
template <typename Enum, std::size_t N>
bool choose(Enum& field, std::string_view value, const std::array<std::string_view, N>& names,
            const std::array<Enum, N>& enumerators) {
    const auto found = std::ranges::find(names, value);
    if (found == names.end()) {
        return false;
    }
    field = enumerators[static_cast<std::size_t>(found - names.begin())];
    return true;
}

/// The name of the enumerator. It must be in the list.
template <typename Enum, std::size_t N>
std::string name_of(Enum value, const std::array<std::string_view, N>& names,
                    const std::array<Enum, N>& enumerators) {
    const auto found = std::ranges::find(enumerators, value);
    return std::string(names[static_cast<std::size_t>(found - enumerators.begin())]);
}

}  // namespace touchstone
