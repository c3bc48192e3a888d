#pragma once

#include <string_view>
#include <vector>

#include "testcases/scenes/test_case.h"

namespace touchstone::viewer {

/// Returns the built-in cases whose id, title or group holds every word of the text, in the order
/// of the table; upper and lower case are the same. Without words, all cases.
std::vector<const TestCaseEntry*> matching_cases(std::string_view text);

}  // namespace touchstone::viewer
