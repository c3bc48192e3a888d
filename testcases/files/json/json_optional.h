#pragma once

#include <nlohmann/json.hpp>
#include <optional>

namespace touchstone {

/// Writes a value; null stands for none.
template <typename Value>
nlohmann::ordered_json optional_json(const std::optional<Value>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

/// Reads what optional_json writes. Throws nlohmann::json::exception for a value of another type.
template <typename Value>
std::optional<Value> read_optional(const nlohmann::json& json) {
    return json.is_null() ? std::nullopt : std::optional(json.get<Value>());
}

}  // namespace touchstone
