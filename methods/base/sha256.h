#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace touchstone {

/// The bytes of a digest.
using Sha256 = std::array<std::uint8_t, 32>;

/// Returns the SHA-256 digest of the bytes. FIPS 180-4.
Sha256 sha256(std::string_view bytes);

/// Writes the digest as 64 lower-case hexadecimal digits.
std::string hex(const Sha256& digest);

}  // namespace touchstone
