#include "testcases/files/json/pretty_json.h"

#include <cmath>
#include <string_view>

#include "methods/base/number_text.h"

namespace touchstone {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t kLineLength = 100;

/// Returns the shortest text that reads back as the same number.
std::string json_number_text(double value) {
    if (value == 0.0) {
        return std::signbit(value) ? "-0.0" : "0";  // "-0" would be read as the integer 0
    }
    return shortest(value);
}

/// Bytes that are not UTF-8 pass unchanged: the reader refuses them.
std::string json_quoted(const std::string& text) {
    constexpr std::string_view kHexDigits = "0123456789abcdef";
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
        }
        if (c >= 0 && c < ' ') {
            result += std::string("\\u00") + kHexDigits[c >> 4] + kHexDigits[c & 15];
        } else {
            result += c;
        }
    }
    return result + '"';
}

/// Returns the value on one line where it fits, else with one member or item to a line.
std::string pretty(const OrderedJson& value, std::size_t indent, std::size_t used) {
    std::string line = json_line(value);
    if (!value.is_structured() || used + line.size() <= kLineLength) {
        return line;
    }
    const std::string margin(indent + 2, ' ');
    std::string result;
    for (const auto& [key, item] : value.items()) {
        const std::string start = margin + (value.is_object() ? json_quoted(key) + ": " : "");
        result += result.empty() ? "\n" : ",\n";
        result += start + pretty(item, indent + 2, start.size() + 1);
    }
    result += "\n" + std::string(indent, ' ');
    return value.is_object() ? "{" + result + "}" : "[" + result + "]";
}

}  // namespace

std::string json_line(const OrderedJson& value) {
    if (value.is_string()) {
        return json_quoted(value.get<std::string>());
    }
    if (value.is_number_float()) {
        return json_number_text(value.get<double>());
    }
    if (!value.is_structured()) {
        return value.dump();
    }
    std::string result;
    for (const auto& [key, item] : value.items()) {
        result += result.empty() ? "" : ", ";
        result += value.is_object() ? json_quoted(key) + ": " + json_line(item) : json_line(item);
    }
    return value.is_object() ? "{" + result + "}" : "[" + result + "]";
}

std::string pretty_json(const OrderedJson& value) { return pretty(value, 0, 0); }

}  // namespace touchstone
