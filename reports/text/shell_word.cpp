#include "reports/text/shell_word.h"

#include <string_view>

#include "methods/base/join.h"

namespace touchstone::reports {

std::string shell_word(const std::string& word) {
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
        return word;
    }
    std::string result = "'";
    for (const char c : word) {
        result += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return result + "'";
}

std::string command_line(std::span<const std::string> words) {
    std::string text;
    for (const std::string& word : words) {
        append_item(text, shell_word(word), " ");
    }
    return text;
}

}  // namespace touchstone::reports
