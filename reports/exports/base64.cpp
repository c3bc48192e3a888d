#include "reports/exports/base64.h"

#include <cstdint>

namespace touchstone::reports {

std::string base64(std::string_view bytes) {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const bool there = i + k < bytes.size();
            group = (group << 8) | (there ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            const bool there = i + k <= bytes.size();
            text += there ? kDigits[(group >> (18 - 6 * k)) & 63u] : '=';
        }
    }
    return text;
}

}  // namespace touchstone::reports
