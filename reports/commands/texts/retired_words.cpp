#include "reports/commands/texts/retired_words.h"

#include <algorithm>
#include <iostream>
#include <string_view>

#include "methods/base/error.h"

namespace touchstone::reports {
namespace {

constexpr std::string_view kGenerators = "--generators";
constexpr std::string_view kEngines = "engines";

/// Returns true when `engines` is one of the ids, which stand with commas between.
bool names_engines(std::string_view ids) {
    return ("," + std::string(ids) + ",").find("," + std::string(kEngines) + ",") !=
           std::string::npos;
}

}  // namespace

std::vector<std::string> in_todays_words(std::vector<std::string> words) {
    if (words.empty() || words[0] != "report") {
        return words;
    }
    const std::string joined = std::string(kGenerators) + "=";
    for (std::size_t i = 1; i < words.size(); ++i) {
        const bool stands_alone = words[i] == kGenerators && i + 1 < words.size();
        if (!stands_alone && !words[i].starts_with(joined)) {
            continue;
        }
        const std::string ids = stands_alone ? words[i + 1] : words[i].substr(joined.size());
        if (!names_engines(ids)) {
            continue;
        }
        if (ids != kEngines) {
            throw UsageError(
                "engines does not go with another generator: all methods take part in touchstone "
                "league; --rows names some of them");
        }
        const auto place = words.begin() + static_cast<std::ptrdiff_t>(i);
        words.erase(place, place + (stands_alone ? 2 : 1));
        words[0] = "league";
        std::cerr << "touchstone: note: report --generators engines is touchstone league now\n";
        return words;
    }
    return words;
}

}  // namespace touchstone::reports
