#include "methods/base/option_message.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "methods/base/number_text.h"

namespace touchstone {
namespace {

bool is_whole_number(std::string_view text) {
    text.remove_prefix(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// Returns true for a number that no variable can hold, as 1e400.
bool is_out_of_range(std::string_view text) {
    double value = 0.0;
    const char* const end = text.data() + text.size();
    const std::from_chars_result read = std::from_chars(text.data(), end, value);
    return read.ec == std::errc::result_out_of_range && read.ptr == end;
}

std::string unreadable_text(std::string_view option, std::string_view value) {
    if (value.empty()) {
        return std::string(option) + " needs a value";
    }
    const std::string begin = std::string(option) + " cannot be " + std::string(value) + ": ";
    if (is_whole_number(value)) {
        return begin + (value.starts_with('-') ? "too far below 0" : "too large");
    }
    if (parse_number(value)) {
        return begin + "give a whole number";
    }
    return begin +
           (is_out_of_range(value) ? "give a number within range" : "not a value that it takes");
}

}  // namespace

std::string option_message(std::string_view parser_message) {
    constexpr std::string_view kUnreadable = "Could not convert: ";
    if (parser_message.starts_with(kUnreadable)) {
        const std::string_view rest = parser_message.substr(kUnreadable.size());
        const std::size_t sign = rest.find(" = ");
        if (sign != std::string_view::npos) {
            return unreadable_text(rest.substr(0, sign), rest.substr(sign + 3));
        }
    }
    constexpr std::string_view kCount = ": 1 required ";
    constexpr std::string_view kMissing = " missing";
    const std::size_t count = parser_message.find(kCount);
    if (count != std::string_view::npos && parser_message.ends_with(kMissing)) {
        const std::string_view value = parser_message.substr(count + kCount.size());
        return std::string(parser_message.substr(0, count)) +
               " needs a value: " + std::string(value.substr(0, value.size() - kMissing.size()));
    }
    return std::string(parser_message);
}

}  // namespace touchstone
