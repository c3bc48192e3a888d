#include "methods/base/csv_text.h"

#include <algorithm>

#include "methods/base/printable.h"

namespace touchstone {
namespace {

/// Returns true for a text that spreadsheets read as a formula: leading spaces, and the full-width
/// forms of the signs, still make one in some.
bool looks_like_formula(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    for (const std::string_view sign : {"=", "+", "-", "@", "＝", "＋", "－", "＠"}) {
        if (text.starts_with(sign)) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::string csv_field(std::string_view text) {
    std::string field = printable(text);
    if (looks_like_formula(field)) {
        field.insert(0, 1, '\'');
    }
    if (field.find_first_of(",\"") == std::string::npos) {
        return field;
    }
    std::string quoted = "\"";
    for (const char letter : field) {
        quoted += letter == '"' ? "\"\"" : std::string(1, letter);
    }
    return quoted + '"';
}

}  // namespace touchstone
