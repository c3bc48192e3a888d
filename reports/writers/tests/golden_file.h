#pragma once

#include <string>

namespace touchstone::testing {

/// Returns the first difference between the text and the file of that name in
/// reports/writers/tests/golden/, or an empty text. Numbers are compared as numbers (relative
/// 1e-12), everything else literally. With TOUCHSTONE_RENEW_GOLDEN=1 in the environment the file is
/// written instead.
std::string difference_from_golden(const std::string& name, const std::string& text);

}  // namespace touchstone::testing
