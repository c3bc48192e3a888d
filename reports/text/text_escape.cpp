#include "reports/text/text_escape.h"

#include <sstream>

#include "methods/base/printable.h"

namespace touchstone::reports {
namespace {

struct LatexForm {
    std::string_view character;
    std::string_view form;
};
constexpr LatexForm kLatexForms[] = {
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"$", "\\$"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"%", "\\%"},
    {"_", "\\_"},
    {"^", "\\textasciicircum{}"},
    {"~", "\\textasciitilde{}"},
    {"<", "$<$"},
    {">", "$>$"},
    {"|", "$|$"},
    {"\"", "''{}"},
    {"'", "'{}"},
    {"`", "{`}"},
    {"-", "-{}"},
    {"[", "{[}"},  // after a line end they would be its arguments
    {"*", "{*}"},
    {"–", "--"},
    {"—", "---"},
    {"…", "\\ldots{}"},
    {"≈", "$\\approx$"},
    {"≠", "$\\neq$"},
    {"≤", "$\\leq$"},
    {"≥", "$\\geq$"},
    {"×", "$\\times$"},
    {"·", "$\\cdot$"},
    {"°", "$^\\circ$"},
    {"§", "\\S{}"},
    {"μ", "$\\mu$"},
    {"✓", "$\\surd$"},
    {"✗", "$\\times$"},
    {"\xEF\xBF\xBD", "{[}?]"},
};

/// Returns true for letters that OT1, LaTeX's default encoding, can compose with their accents.
bool is_latin_letter(unsigned code) {
    return code >= 0xC0 && code <= 0xFF && code != 0xD0 && code != 0xD7 && code != 0xDE &&
           code != 0xF0 && code != 0xF7 && code != 0xFE;
}

unsigned code_point(std::string_view character) {
    const auto first = static_cast<unsigned char>(character[0]);
    unsigned code = character.size() == 1 ? first : first & (0x7Fu >> character.size());
    for (std::size_t i = 1; i < character.size(); ++i) {
        code = (code << 6) | (static_cast<unsigned char>(character[i]) & 0x3Fu);
    }
    return code;
}

std::string latex_character(std::string_view character) {
    for (const LatexForm& known : kLatexForms) {
        if (known.character == character) {
            return std::string(known.form);
        }
    }
    const unsigned code = code_point(character);
    if (code < 0x80 || is_latin_letter(code)) {
        return std::string(character);
    }
    std::ostringstream text;
    text << "{[}U+" << std::hex << std::uppercase << code << "]";
    return text.str();
}

}  // namespace

std::string markdown_escaped(std::string_view text) {
    std::string result;
    for (const char c : printable(text)) {
        if (std::string_view("\\`*[]<>|&~$").find(c) != std::string_view::npos) {
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

std::string latex_escaped(std::string_view text) {
    std::string result;
    const std::string plain = printable(text);
    for (std::size_t i = 0; i < plain.size();) {
        std::size_t length = 1;
        while (i + length < plain.size() && (plain[i + length] & '\xC0') == '\x80') {
            ++length;
        }
        result += latex_character(std::string_view(plain).substr(i, length));
        i += length;
    }
    return result;
}

}  // namespace touchstone::reports
