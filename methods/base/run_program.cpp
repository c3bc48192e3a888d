#include "methods/base/run_program.h"

#include <algorithm>
#include <exception>
#include <iostream>
#include <new>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/printable.h"

namespace touchstone {
namespace {

constexpr std::string_view kNameLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

/// Letters to add, drop, change, or swap with their neighbour.
int letters_apart(std::string_view a, std::string_view b) {
    const std::size_t width = b.size() + 1;
    std::vector<int> table((a.size() + 1) * width);
    const auto at = [&](std::size_t i, std::size_t j) -> int& { return table[i * width + j]; };
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                at(i, j) = static_cast<int>(i + j);
                continue;
            }
            const int change = a[i - 1] == b[j - 1] ? 0 : 1;
            at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
            }
        }
    }
    return at(a.size(), b.size());
}

/// Runs of letters that names have.
std::vector<std::string> names_in(std::string_view text) {
    std::vector<std::string> names;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = text.find_first_of(kNameLetters, at);
        if (begin == std::string_view::npos) {
            break;
        }
        at = std::min(text.find_first_not_of(kNameLetters, begin), text.size());
        names.emplace_back(text.substr(begin, at - begin));
    }
    return names;
}

}  // namespace

std::string nearest_name(std::string_view word, std::span<const std::string> names) {
    constexpr std::size_t kLongestName = 100;  // longer ones are no slips of the pen
    if (word.size() > kLongestName) {
        return "";
    }
    std::string nearest;
    int fewest = std::max(1, static_cast<int>(word.size()) / 3) + 1;
    for (const std::string& name : names) {
        if (name.size() > kLongestName || name == word) {
            continue;
        }
        const int apart = letters_apart(word, name);
        if (apart < fewest && apart < static_cast<int>(word.size())) {
            fewest = apart;
            nearest = name;
        }
    }
    return nearest;
}

std::string first_unknown_option(std::span<const std::string> words,
                                 std::span<const std::string> names) {
    for (const std::string& word : words) {
        std::string name = word.substr(0, word.find('='));
        if (name.starts_with("--") && std::ranges::find(names, name) == names.end()) {
            return name;
        }
    }
    return {};
}

std::string with_suggestion(const std::string& message) {
    const std::size_t list = message.find("; ");
    const std::size_t end = list == std::string::npos || list == 0
                                ? std::string::npos
                                : message.find_last_of("'\"", list);
    const std::size_t begin = end == std::string::npos || end == 0
                                  ? std::string::npos
                                  : message.find_last_of(message[end], end - 1);
    if (begin == std::string::npos) {
        return message;
    }
    const std::string word = message.substr(begin + 1, end - begin - 1);
    const std::string nearest = nearest_name(word, names_in(message.substr(list)));
    return nearest.empty() ? message
                           : message.substr(0, end + 1) + " (did you mean " + nearest + "?)" +
                                 message.substr(end + 1);
}

int run_program(std::string_view name, const std::function<int()>& run) {
    const auto end_with = [&](int status, std::string_view message) {
        std::cerr << name << ": error: " << printable(message) << '\n';
        return status;
    };
    try {
        return run();
    } catch (const UnknownName& error) {
        return end_with(kWrongUsageStatus, with_suggestion(error.what()));
    } catch (const UsageError& error) {
        return end_with(kWrongUsageStatus, error.what());
    } catch (const std::bad_alloc&) {
        return end_with(kBadInputStatus, "out of memory");
    } catch (const std::exception& error) {
        return end_with(kBadInputStatus, error.what());
    }
}

}  // namespace touchstone
