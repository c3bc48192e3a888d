#pragma once

#include <iosfwd>

#include "reports/tables/study_outcomes.h"

namespace touchstone::reports {

/// One line per run. Schema "touchstone-study-1", see docs/use/studies.md.
void write_study_csv(std::ostream& out, const StudyOutcomes& outcomes);

/// A table per profile, and what the paper says beside what came out.
void write_study_markdown(std::ostream& out, const StudyOutcomes& outcomes);

}  // namespace touchstone::reports
