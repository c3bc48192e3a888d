#pragma once

#include <string>
#include <vector>

#include "reports/tables/report.h"

namespace touchstone::reports {

// The lines above and below the tables of a report.

/// Returns a line per way to run: profile, pose, query, shifts, version, commit.
std::vector<std::string> provenance_lines(const Provenance& provenance);

/// Explains the paper's values in the cells. Empty when no row has any.
std::vector<std::string> paper_lines(const Report& report);

/// Returns a line per table that has values of the paper, with the number of cells that agree.
std::vector<std::string> agreement_lines(const Report& report);

/// Returns a line for each generator that cannot be asked about a case or gave no answer, with the
/// reason.
std::vector<std::string> refusal_lines(const Report& report);
/// Returns a line for each pair whose truth cannot be told, with the reason.
std::vector<std::string> truth_lines(const Report& report);
/// Returns a line for each pair whose truth rests on rounded coordinates.
std::vector<std::string> rounding_lines(const Report& report);
/// Returns a line for each variant that is not as it must be.
std::vector<std::string> variant_lines(const Report& report);

/// Returns a line for each row with contacts that break a promise.
std::vector<std::string> audit_lines(const Report& report);

}  // namespace touchstone::reports
