#include "reports/text/number_text.h"

#include <array>
#include <charconv>
#include <cmath>

#include "methods/base/join.h"
#include "methods/base/number_text.h"

namespace touchstone::reports {

std::string exact_text(double value) { return std::isfinite(value) ? shortest(value) : ""; }

std::string rounded_text(double value, int digits) {
    if (!std::isfinite(value)) {
        return "–";
    }
    std::array<char, 400> text{};  // the largest double has 309 digits before the point
    const std::to_chars_result end = std::to_chars(text.data(), text.data() + text.size(), value,
                                                   std::chars_format::fixed, digits);
    return {text.data(), end.ptr};
}

std::string short_text(double value, int digits) {
    std::array<char, 40> text{};
    const std::to_chars_result end =
        std::to_chars(text.data(), text.data() + text.size(), value == 0.0 ? 0.0 : value,
                      std::chars_format::general, digits);
    return {text.data(), end.ptr};
}

std::string rounded_text(const Vec3& vector, int digits) {
    std::string text;
    for (const double x : {vector.x(), vector.y(), vector.z()}) {
        const std::string part = rounded_text(x, digits);
        const bool is_zero = part.find_first_not_of("-0.") == std::string::npos;
        append_item(text, is_zero ? rounded_text(0.0, digits) : part);
    }
    return text;
}

}  // namespace touchstone::reports
