#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace touchstone {

using Sha256 = std::array<std::uint8_t, 32>;

/// The SHA-256 digest of the bytes. FIPS 180-4.
Sha256 sha256(std::string_view bytes);

/// 64 lower-case hexadecimal digits.
std::string hex(const Sha256& digest);

}  // namespace touchstone
