#pragma once

#include <iosfwd>

#include "reports/tables/report.h"

namespace touchstone::reports {

/// The three tables with the paper's value in each cell ("ours = paper" where they agree, "ours ≠
/// paper" where not), the counts of agreeing cells, and what the audit found.
void write_markdown(std::ostream& out, const Report& report);

}  // namespace touchstone::reports
