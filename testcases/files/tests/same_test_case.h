#pragma once

#include "testcases/scenes/test_case.h"

namespace touchstone::testing {

/// Compares member by member, numbers by their bits; a difference fails the running Catch2 test
/// case.
void check_same(const TestCase& a, const TestCase& b);

}  // namespace touchstone::testing
