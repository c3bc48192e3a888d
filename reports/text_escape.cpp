#include "reports/text_escape.h"

#include "methods/base/printable.h"

namespace touchstone {

std::string markdown_escaped(std::string_view text) {
    std::string result;
    for (const char c : printable(text)) {
        if (std::string_view("\\`*[]<>|").find(c) != std::string_view::npos) {
            result += '\\';
        }
        result += c;
    }
    return result;
}

std::string xml_escaped(std::string_view text) {
    std::string result;
    for (const char c : printable(text)) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            case '\'':
                result += "&#39;";
                break;
            default:
                result += c;
        }
    }
    return result;
}

}  // namespace touchstone
