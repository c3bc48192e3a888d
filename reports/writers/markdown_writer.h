#pragma once

#include <iosfwd>

#include "reports/tables/report.h"

namespace touchstone::reports {

/// Writes the three tables with the paper's value in each cell ("ours = paper" where they agree,
/// "ours ≠ paper" where not), the counts of agreeing cells, and the findings of the audit.
void write_markdown(std::ostream& out, const Report& report);

}  // namespace touchstone::reports
