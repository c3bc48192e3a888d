#pragma once

#include <string>
#include <vector>

namespace touchstone::reports {

/// The words of a command line, with those that are no longer taught in today's spelling: the
/// league was `report --generators engines` before it was a command of its own. Says so on standard
/// error. Throws UsageError for `engines` among ids of generators.
std::vector<std::string> in_todays_words(std::vector<std::string> words);

}  // namespace touchstone::reports
