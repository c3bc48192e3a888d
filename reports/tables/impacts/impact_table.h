#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reports/tables/columns.h"
#include "testcases/impacts/impact_study.h"

namespace touchstone::reports {

/// One column of the table of contact-time methods; all but the first text columns are numbers.
struct ImpactColumn {
    std::string id;
    std::function<TableValue(const ImpactStudyRow&)> value;
};

/// Set, kind and method, then counts of wrong answers, how late and early they are, processor
/// times [µs], work, and what the answers rest on. Times of t are in units of the step.
std::vector<ImpactColumn> impact_columns();

}  // namespace touchstone::reports
