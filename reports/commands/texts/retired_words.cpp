#include "reports/commands/texts/retired_words.h"

#include <iostream>
#include <string_view>

#include "methods/base/error.h"

namespace touchstone::reports {
namespace {

constexpr std::string_view kGenerators = "--generators";
constexpr std::string_view kEngines = "engines";

/// The ids that an option `--generators` gives, and of how many words it is.
struct GivenIds {
    std::string ids;
    std::size_t words = 0;  ///< 0: no such option stands there
};

GivenIds ids_at(const std::vector<std::string>& words, std::size_t i) {
    const std::string one_word = std::string(kGenerators) + "=";
    if (words[i].starts_with(one_word)) {
        return {words[i].substr(one_word.size()), 1};
    }
    if (words[i] == kGenerators && i + 1 < words.size()) {
        return {words[i + 1], 2};
    }
    return {};
}

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
    std::vector<std::string> rest;
    bool has_engines = false;
    bool has_others = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const GivenIds given = ids_at(words, i);
        if (given.words == 0) {
            rest.push_back(words[i]);
            continue;
        }
        has_engines |= names_engines(given.ids);
        has_others |= given.ids != kEngines;
        i += given.words - 1;
    }
    if (!has_engines) {
        return words;
    }
    if (has_others) {
        throw UsageError(
            "engines does not go with another generator: all methods take part in touchstone "
            "league; --rows names some of them");
    }
    rest[0] = "league";
    std::cerr << "touchstone: note: report --generators engines is touchstone league now\n";
    return rest;
}

}  // namespace touchstone::reports
