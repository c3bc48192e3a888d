#pragma once

#include <iosfwd>

#include "reports/tables/convex_report.h"

namespace touchstone::reports {

/// A table per set and transform, with the paper's values in lines of their own.
void write_convex_markdown(std::ostream& out, const ConvexReport& report);

/// One line per set, transform and method. Schema "touchstone-convex-1".
void write_convex_csv(std::ostream& out, const ConvexReport& report);

}  // namespace touchstone::reports
