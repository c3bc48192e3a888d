#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace touchstone {

/// Writes JSON on one line, numbers with the fewest digits that read back as the same ones. Bytes
/// that are not UTF-8 pass unchanged: the reader refuses them.
std::string json_line(const nlohmann::ordered_json& value);

/// Writes each value on one line where it fits, else one member or item to a line, so that a vector
/// stays together.
std::string pretty_json(const nlohmann::ordered_json& value);

}  // namespace touchstone
