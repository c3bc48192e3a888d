#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include "reports/tables/regression/figures.h"

namespace touchstone::reports {

/// Writes the outcome of a check as JUnit XML, which CI systems show: a suite for each case, a test
/// for each row, a failure where a value moved; and a suite of the methods that failed in all of
/// their rows, a test for each. Names are escaped; there are no times, so that the same outcome
/// gives the same bytes. `failed`: a line for each such method.
void write_junit(std::ostream& out, std::span<const RowKey> rows,
                 std::span<const Movement> movements, std::span<const std::string> failed = {});

}  // namespace touchstone::reports
