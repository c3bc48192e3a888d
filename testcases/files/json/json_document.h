#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace touchstone {

/// The text of a JSON file and its value.
struct JsonDocument {
    std::string file_name;  ///< name in messages
    std::string_view text;  ///< text; must outlive the document
    nlohmann::json value;
};

/// Parses a text. Throws FileError, naming the line, on anything but one well-formed JSON value in
/// UTF-8, on keys that stand twice in an object, on numbers too large for a double, and beyond 64
/// levels of nesting.
JsonDocument parse_json(std::string_view text, std::string_view file_name);

/// Returns the line, counted from 1, of the value at a JSON pointer; of a member, that of its key.
int find_line(std::string_view text, std::string_view pointer);

/// Returns the pointer's step into a member or an item, escaped: "/bodies", "/3".
std::string pointer_step(std::string_view key_or_index);

/// Throws FileError "FILE:LINE: /json/pointer: message", on one line.
[[noreturn]] void fail_at(std::string_view file_name, int line, std::string_view pointer,
                          std::string_view message);

/// Returns the value as JSON, shortened when long, for messages.
std::string brief_text(const nlohmann::json& value);

}  // namespace touchstone
