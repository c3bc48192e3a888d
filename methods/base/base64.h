#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace touchstone {

/// Encodes bytes by RFC 4648, with padding.
std::string base64(std::string_view bytes);

/// Returns the bytes; nothing for a text that base64 writes for none.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace touchstone
