#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "testcases/cells/track.h"
#include "testcases/study/study.h"

namespace touchstone {

/// Returns the figures of each row of a study: counts, all metrics, the audit, the kinds of
/// verdicts. Their names and their order are those of report.csv.
std::span<const Figure<StudyRow>> contact_figures();

/// Returns the value of one metric by its id, see StudyRow::metrics. Throws UnknownName, listing
/// the known ids.
std::optional<double> metric_value(const StudyRow& row, std::string_view id);

}  // namespace touchstone
