#pragma once

#include <iosfwd>

#include "reports/tables/study_outcomes.h"

namespace touchstone::reports {

/// Writes one line per run. Schema "touchstone-study-1", see docs/use/studies.md.
void write_study_csv(std::ostream& out, const StudyOutcomes& outcomes);

/// Writes a table for each profile, with the statements of the paper next to the results.
void write_study_markdown(std::ostream& out, const StudyOutcomes& outcomes);

}  // namespace touchstone::reports
