#pragma once

#include <string>
#include <string_view>

namespace touchstone::reports {

/// Encodes bytes by RFC 4648, with padding: for data URLs and the hashes of policies.
std::string base64(std::string_view bytes);

}  // namespace touchstone::reports
