#pragma once

#include <string>
#include <vector>

namespace touchstone::reports {

/// Returns the words of a command line with retired ones in today's spelling: the
/// league was `report --generators engines` before it was a command of its own. Says so on standard
/// error. Throws UsageError for `engines` among ids of generators.
std::vector<std::string> in_todays_words(std::vector<std::string> words);

}  // namespace touchstone::reports
