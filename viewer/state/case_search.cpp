#include "viewer/state/case_search.h"

#include <algorithm>
#include <sstream>
#include <string>

#include "methods/base/lower_case.h"

namespace touchstone::viewer {

std::vector<const TestCaseEntry*> matching_cases(std::string_view text) {
    std::vector<std::string> words;
    std::istringstream stream(lower_case(text));
    for (std::string word; stream >> word;) {
        words.push_back(word);
    }
    std::vector<const TestCaseEntry*> matching;
    for (const TestCaseEntry& entry : all_test_cases()) {
        const std::string all = lower_case(entry.id + " " + entry.title + " " + entry.group);
        const bool fits = std::ranges::all_of(
            words, [&](const std::string& word) { return all.find(word) != std::string::npos; });
        if (fits) {
            matching.push_back(&entry);
        }
    }
    return matching;
}

}  // namespace touchstone::viewer
