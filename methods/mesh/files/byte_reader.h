#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace touchstone {

/// Returns the number in the first bytes, stored with its lowest byte first or last.
template <typename T>
T decode(const char* bytes, std::endian order) {
    static_assert(std::is_arithmetic_v<T>);
    std::array<char, sizeof(T)> buffer;
    std::memcpy(buffer.data(), bytes, sizeof(T));
    if (order != std::endian::native) {
        std::reverse(buffer.begin(), buffer.end());
    }
    return std::bit_cast<T>(buffer);
}

}  // namespace touchstone
