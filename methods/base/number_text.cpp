#include "methods/base/number_text.h"

#include <array>
#include <charconv>

namespace touchstone {

std::string shortest(double value) {
    std::array<char, 32> text{};
    const std::to_chars_result end = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end.ptr};
}

std::optional<double> parse_number(std::string_view text) {
    double value = 0.0;
    const std::from_chars_result end =
        std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc() || end.ptr != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

}  // namespace touchstone
