#pragma once

#include <string>
#include <string_view>

namespace touchstone::reports {

/// The bytes as RFC 4648 writes them, with padding: for data URLs and the hashes of policies.
std::string base64(std::string_view bytes);

}  // namespace touchstone::reports
