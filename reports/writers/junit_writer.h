#pragma once

#include <iosfwd>
#include <span>

#include "reports/tables/regression/figures.h"

namespace touchstone::reports {

/// Writes the outcome of a check as JUnit XML, which CI systems show: a suite for each case, a test
/// for each row, a failure where a value moved. Names are escaped; there are no times, so that the
/// same outcome gives the same bytes.
void write_junit(std::ostream& out, std::span<const RowKey> rows,
                 std::span<const Movement> movements);

}  // namespace touchstone::reports
