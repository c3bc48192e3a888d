#include "methods/base/printable.h"

#include <cstdint>

namespace touchstone {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

/// A code point and the number of bytes that encode it; 0: not UTF-8.
struct Decoded {
    std::uint32_t code = 0;
    std::size_t length = 0;
};

Decoded decode_utf8(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) {
        return {first, 1};
    }
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) {
        return {};
    }
    std::uint32_t code = first & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) {
            return {};
        }
        code = (code << 6) | (byte(i) & 0x3Fu);
    }
    // Rejected: overlong forms, halves of surrogate pairs, and codes beyond Unicode.
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    if (overlong || (code >= 0xD800 && code <= 0xDFFF) || code > 0x10FFFF) {
        return {};
    }
    return {code, length};
}

bool is_control(std::uint32_t code) { return code < 0x20 || (code >= 0x7F && code < 0xA0); }

/// Returns true for characters that change the direction of the text around them: it would be
/// displayed in another order than it is stored.
bool is_bidirectional(std::uint32_t code) {
    return (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string printable(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const Decoded next = decode_utf8(text);
        if (next.code == '\n' || next.code == '\r' || next.code == '\t') {
            result += ' ';
        } else if (next.length == 0 || is_control(next.code) || is_bidirectional(next.code)) {
            result += kReplacement;
        } else {
            result += text.substr(0, next.length);
        }
        text.remove_prefix(next.length == 0 ? 1 : next.length);
    }
    return result;
}

}  // namespace touchstone
