#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reports/tables/columns.h"
#include "testcases/impacts/impact_study.h"

namespace touchstone::reports {

/// A column of the table of contact-time methods; all but the first text columns are numbers.
struct ImpactColumn {
    std::string id;
    std::function<TableValue(const ImpactStudyRow&)> value;
};

/// Returns the columns: set, kind and method, then counts of wrong answers, lateness and
/// earliness, processor times [µs], work and kinds of proof. Times t are in units of the step.
std::vector<ImpactColumn> impact_columns();

}  // namespace touchstone::reports
