#pragma once

#include <iosfwd>

#include "reports/tables/impacts/convex_report.h"

namespace touchstone::reports {

/// Writes a table for each set and transform, with the paper's values in lines of their own.
void write_convex_markdown(std::ostream& out, const ConvexReport& report);

/// Writes a line for each set, transform and method. Schema "touchstone-convex-1".
void write_convex_csv(std::ostream& out, const ConvexReport& report);

}  // namespace touchstone::reports
